// Builds the page into ../bundle: viewer.js, viewer.css, index.html and the licences of what was bundled.
// The output depends on the sources and the lock file only, so a second build gives the same bytes.
//   node build.mjs             write ../bundle
//   node build.mjs --compare   fail when ../bundle is not what the sources give
import { build } from "esbuild";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "..", "bundle");

/** Names of the packages that have at least one byte in the output. */
function packagesIn(metafile) {
  const names = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, input] of Object.entries(output.inputs)) {
      const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
      if (found && input.bytesInOutput > 0) names.add(found[1]);
    }
  }
  return [...names].sort();
}

/** The text of a package's licence file. */
function licenceOf(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE"].map((f) => join(folder, f)).find(existsSync);
  if (!file) throw new Error(`${name} has no licence file: it cannot be bundled.`);
  const rule = "=".repeat(80);
  return `${rule}\n${name} ${version} (${license})\n${rule}\n\n${readFileSync(file, "utf8").trim()}\n`;
}

async function outputs() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: { viewer: "src/main.ts", "viewer-style": "src/viewer.css" },
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022", "chrome110", "firefox115", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    write: false,
    outdir: "out",
  });
  const named = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).contents;
  const head = "Pliant's viewer contains the following packages, under their own licences.\n\n";
  return {
    "viewer.js": Buffer.from(named("viewer.js")),
    "viewer.css": Buffer.from(named("viewer-style.css")),
    "index.html": readFileSync(join(here, "src", "index.html")),
    "LICENSES.txt": Buffer.from(head + packagesIn(result.metafile).map(licenceOf).join("\n")),
  };
}

const made = await outputs();
if (process.argv.includes("--compare")) {
  const stale = Object.entries(made).filter(([name, bytes]) => {
    const path = join(bundle, name);
    return !existsSync(path) || !readFileSync(path).equals(bytes);
  });
  for (const [name] of stale) console.error(`bundle/${name} is not what the sources give. Run: npm run build`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(bundle, { recursive: true });
  for (const [name, bytes] of Object.entries(made)) writeFileSync(join(bundle, name), bytes);
}
