// node scripts/pack.mjs [FOLDER]: makes the packages as they are published, one tarball each, in the order in which
// they are published: a package comes after those that it needs. Default: the folder `packed/`. Needs a build.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePackage } from "./pack/bundle.mjs";
import { joinDeclarations } from "./pack/declarations.mjs";
import { root } from "./setup.mjs";

/** The packages in the order of their release. */
export const ORDER = ["core", "files", "baselines", "export", "report", "engines", "lab", "bagwise"];

/** What `bagwise` runs besides its entries: the command line, and the threads that it starts beside itself. */
const PROGRAMS = {
  main: "cli/main.js",
  worker: "node/threads/worker.js",
  "score-worker": "node/score/score-worker.js",
  "serve-worker": "node/serve/serve-worker.js",
  "molecule-worker": "node/raw/molecule-worker.js",
  "trial-worker": "experiment/threads/trial-worker.js",
};

/** Packages of others that come inside ours: small, and loaded by every start of the command line. */
const INSIDE = { core: ["pure-rand"], bagwise: ["commander"] };

const nameOf = (name) => (name === "bagwise" ? name : `@bagwise/${name}`);

/** Makes one package in a folder of its own, ready to be packed: few files, and a manifest that names them. */
export async function stage(name, into) {
  const home = join(root, "packages", name);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const code = {};
  const types = {};
  /** An entry's new place: `./dist/bags/index.js` of `./bags` becomes `./dist/js/bags.js`. */
  const place = (called, conditions) => {
    code[called] = join(home, conditions.default);
    types[called] = join(home, conditions.types);
    return { types: `./dist/js/${called}.d.ts`, default: `./dist/js/${called}.js` };
  };
  for (const [entry, conditions] of Object.entries(manifest.exports)) {
    if (typeof conditions === "string") continue;
    const called = entry === "." ? "index" : entry.slice(2).replaceAll("/", "-");
    manifest.exports[entry] = conditions.default.default
      ? {
          browser: place(called, conditions.browser),
          node: place("node", conditions.node),
          default: place(called, conditions.default),
        }
      : place(called, conditions);
  }
  const output = join(into, "dist", "js");
  joinDeclarations({ input: types, into: output, optional: Object.keys(manifest.peerDependencies ?? {}) });
  if (name === "bagwise") {
    for (const [called, file] of Object.entries(PROGRAMS)) code[called] = join(home, "dist", file);
    manifest.bin = { bagwise: "dist/js/main.js" };
    manifest.sideEffects = ["./dist/js/*.js"];
    for (const part of ["samples", "dist/workbench"]) cpSync(join(home, part), join(into, part), { recursive: true });
    if (manifest.man !== undefined) cpSync(join(home, manifest.man), join(into, manifest.man));
  }
  await bundlePackage({ input: code, into: output, inside: INSIDE[name] });
  for (const each of INSIDE[name] ?? []) {
    delete manifest.dependencies[each];
    const licence = readFileSync(join(root, "node_modules", each, "LICENSE"), "utf8");
    writeFileSync(join(into, `LICENSE-${each}`), licence);
  }
  if (name === "bagwise") chmodSync(join(output, "main.js"), 0o755);
  for (const file of ["README.md", "LICENSE"]) cpSync(join(home, file), join(into, file));
  delete manifest.files;
  writeFileSync(join(into, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Makes all tarballs in a folder; their paths in the order of their release. */
export async function pack(folder) {
  const stages = join(folder, "stages");
  const tarballs = [];
  for (const name of ORDER) {
    const into = join(stages, name);
    await stage(name, into);
    const printed = execFileSync("npm", ["pack", "--pack-destination", folder, "--json", "--loglevel=error"], {
      cwd: into,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(printed);
    tarballs.push({ name: nameOf(name), path: join(folder, filename), size, unpackedSize, files: entryCount });
  }
  rmSync(stages, { recursive: true });
  return tarballs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, "packed"));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarballs = await pack(folder);
  const sum = (key) => tarballs.reduce((total, each) => total + each[key], 0);
  const rows = [
    ...tarballs,
    { name: "all", size: sum("size"), unpackedSize: sum("unpackedSize"), files: sum("files") },
  ];
  for (const { name, size, unpackedSize, files } of rows)
    console.log(`${name.padEnd(20)} ${size} bytes packed, ${unpackedSize} unpacked, ${files} files`);
  console.log(
    `\nPublish them in this order: for f in ${tarballs.map(({ path }) => path.split(/[\\/]/).at(-1)).join(" ")}; do npm publish $f; done`,
  );
}
