// Bundles the unit tests (or, with --bench, the benchmarks) into out/ and runs them with node.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const ending = process.argv.includes("--bench") ? ".bench.ts" : ".test.ts";
const files = readdirSync(here).filter((name) => name.endsWith(ending)).sort();
const outdir = join(here, "..", "out", "test");
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: files.map((name) => join(here, name)),
  bundle: true,
  platform: "node",
  format: "esm",
  outdir,
  outExtension: { ".js": ".mjs" },
  sourcemap: "inline",
});
const made = files.map((name) => join(outdir, name.replace(/\.ts$/, ".mjs")));
const first = ending === ".test.ts" ? ["--test"] : [];
const run = spawnSync(process.execPath, ["--enable-source-maps", ...first, ...made], { stdio: "inherit" });
process.exitCode = run.status ?? 1;
