// Compiles the WebAssembly modules and the TypeScript sources, unless nothing changed since the
// last build.
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { buildWasm } from "./build-wasm.mjs";
import { buildWorkbench } from "./build-workbench.mjs";
import { root, run } from "./setup.mjs";

const packages = join(root, "packages");
const NAMES = readdirSync(packages);
const home = join(packages, "bagwise");
const dist = join(home, "dist");
const bin = join(dist, "bin");
const STAMPS = { library: join(home, ".build-stamp"), workbench: join(home, ".build-stamp-workbench") };
const INPUTS = [
  ...NAMES.flatMap((name) =>
    ["src", "assembly", "package.json", "tsconfig.json"]
      .map((path) => `packages/${name}/${path}`)
      .filter((path) => existsSync(join(root, path))),
  ),
  "tsconfig.base.json",
  "package-lock.json",
  "scripts",
  "apps/workbench/src",
  "apps/workbench/index.html",
  "apps/workbench/vite.config.mjs",
  "packages/bagwise/samples",
];

/**
 * Builds when a source is newer than the last build, or another one. Without the workbench, which takes a third
 * of the time, unless somebody needs it.
 */
export async function build({ workbench = true } = {}) {
  const now = fingerprint();
  const isDone = (stamp) => existsSync(dist) && existsSync(stamp) && readFileSync(stamp, "utf8") === now;
  const wanted = { library: !isDone(STAMPS.library), workbench: workbench && !isDone(STAMPS.workbench) };
  if (wanted.library || wanted.workbench) console.error("Building ...");
  if (wanted.library) {
    await buildLibrary();
    writeFileSync(STAMPS.library, now);
  }
  if (wanted.workbench) {
    await buildWorkbench();
    writeFileSync(STAMPS.workbench, now);
  }
}

async function buildLibrary() {
  await buildWasm();
  run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-b", home]);
  prune();
  await bundleCommandLine();
}

/**
 * Bundles the command line and its worker threads into dist/bin. Opening a few files instead of some
 * four hundred makes a command start in a third of the time. Names stay readable, so that a stack
 * trace in a bug report tells something.
 */
async function bundleCommandLine() {
  const optional = Object.keys(JSON.parse(readFileSync(join(home, "package.json"), "utf8")).peerDependencies);
  const bundle = await rolldown({
    input: {
      main: join(dist, "cli", "main.js"),
      worker: join(dist, "node", "threads", "worker.js"),
      "score-worker": join(dist, "node", "score", "score-worker.js"),
      "serve-worker": join(dist, "node", "serve", "serve-worker.js"),
      "molecule-worker": join(dist, "node", "raw", "molecule-worker.js"),
      "trial-worker": join(dist, "experiment", "threads", "trial-worker.js"),
    },
    platform: "node",
    // The first starts threads from a file of its own; the others may not be there.
    external: ["tinypool", ...optional],
    logLevel: "silent",
  });
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  await bundle.write({ dir: bin, format: "esm", minify, chunkFileNames: "[name]-[hash].js" });
  await bundle.close();
  chmodSync(join(bin, "main.js"), 0o755);
}

/** Removes outputs whose source is gone: they would be published, and found by tests. */
function prune() {
  rmSync(bin, { recursive: true, force: true });
  for (const name of NAMES) {
    const built = join(packages, name, "dist");
    for (const path of readdirSync(built, { recursive: true, encoding: "utf8" })) {
      const source = /^(.*?)(?:\.d\.ts|\.js)$/.exec(path)?.[1];
      // The workbench empties its own folder.
      if (path.startsWith("workbench")) continue;
      if (source !== undefined && !existsSync(join(packages, name, "src", `${source}.ts`))) rmSync(join(built, path));
    }
  }
}

/** Names, sizes and times of all inputs. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const input of INPUTS) add(join(root, input));
  return hash.digest("hex");

  function add(path) {
    const stats = statSync(path);
    if (!stats.isDirectory()) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
    else for (const name of readdirSync(path).sort()) if (!name.endsWith(".generated.ts")) add(join(path, name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
