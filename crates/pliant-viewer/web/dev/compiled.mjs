// A module of the page for a script of node: bundled by esbuild into out/, then imported.
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Everything that this file (a path within web/) exports. */
export async function compiled(path) {
  const outfile = join(web, "out", "dev", path.replaceAll("/", "-").replace(/\.ts$/, ".mjs"));
  await build({ absWorkingDir: web, entryPoints: [path], bundle: true, platform: "node", format: "esm", outfile });
  return import(pathToFileURL(outfile).href);
}
