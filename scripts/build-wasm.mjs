// Compiles the AssemblyScript modules in packages/*/assembly/ and embeds them, as base64, in
// generated TypeScript files. Does nothing for a module of which neither the source, the compiler
// nor the options changed.
import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const home = new URL("../packages/", import.meta.url);
const MODULES = [
  {
    source: "core/assembly/kernel.ts",
    target: "core/src/linalg/simd-binary.generated.ts",
    constant: "SIMD_BINARY",
    features: ["--enable", "simd"],
  },
  {
    source: "core/assembly/held.ts",
    target: "core/src/linalg/held-binary.generated.ts",
    constant: "HELD_BINARY",
    features: ["--enable", "simd", "--enable", "bulk-memory"],
  },
  {
    source: "files/assembly/decimals.ts",
    target: "files/src/format/decimal/binary.generated.ts",
    constant: "DECIMALS_BINARY",
    features: ["--enable", "simd"],
  },
  {
    source: "core/assembly/machine.ts",
    target: "core/src/solver/machine/kernel/binary.generated.ts",
    constant: "MACHINE_BINARY",
    features: ["--enable", "simd"],
  },
  {
    source: "core/assembly/network.ts",
    target: "core/src/scorers/network/binary.generated.ts",
    constant: "NETWORK_BINARY",
    features: ["--enable", "simd"],
  },
  {
    source: "core/assembly/bags.ts",
    target: "core/src/bags/kernel/binary.generated.ts",
    constant: "BAGS_BINARY",
    features: ["--enable", "simd"],
  },
  {
    source: "core/assembly/forest.ts",
    target: "core/src/scorers/forest/binary.generated.ts",
    constant: "FOREST_BINARY",
    features: [],
  },
  {
    source: "baselines/assembly/concept.ts",
    target: "baselines/src/shared/concept/instances/binary.generated.ts",
    constant: "CONCEPT_BINARY",
    features: ["--enable", "simd"],
  },
];
const OPTIONS = ["-O3", "--runtime", "stub", "--noAssert", "--initialMemory", "1"];

/**
 * The embedded binaries must stay small: main threads of older browsers refuse to compile more than
 * 4 KB synchronously.
 */
const LARGEST = 4096;

/** Builds every module that is missing or stale. Returns the names of those built. */
export async function buildWasm() {
  const built = [];
  for (const module of MODULES) if (await buildModule(module)) built.push(module.source);
  return built;
}

async function buildModule({ source: name, target, constant, features }) {
  const path = new URL(target, home);
  // Line endings differ between checkouts; the binary does not depend on them.
  const source = (await readFile(new URL(name, home), "utf8")).replaceAll("\r\n", "\n");
  const compiler = JSON.parse(await readFile(new URL(import.meta.resolve("assemblyscript/package.json")), "utf8"));
  const options = [...OPTIONS, ...features];
  const hash = createHash("sha256")
    .update(JSON.stringify([source, compiler.version, options]))
    .digest("hex");
  const before = await readFile(path, "utf8").catch(() => "");
  if (before.includes(hash)) return false;

  const binary = await compile(name, source, options);
  if (binary.length >= LARGEST)
    throw new Error(`build-wasm: ${name} has ${binary.length} bytes, more than ${LARGEST - 1}.`);
  const text = `// Made by scripts/build-wasm.mjs from packages/*/assembly/${name}; not for editing.
// Source hash ${hash}

/** ${binary.length} bytes of WebAssembly, in base64. */
export const ${constant} =
  "${Buffer.from(binary).toString("base64")}";
`;
  // Written beside and renamed, so that a build running at the same time never sees half a file.
  const beside = `${fileURLToPath(path)}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, path);
  return true;
}

async function compile(name, source, options) {
  // Only now: loading the compiler takes longer than everything else here.
  const { default: asc } = await import("assemblyscript/asc");
  let binary;
  const { error, stderr } = await asc.main([name, "--outFile", "out.wasm", ...options], {
    readFile: (wanted) => (wanted === name ? source : null),
    writeFile: (written, contents) => {
      if (written === "out.wasm") binary = contents;
    },
    listFiles: () => [],
  });
  if (error || binary === undefined)
    throw new Error(`build-wasm: AssemblyScript failed on ${name}.\n${stderr}`, { cause: error });
  if (!WebAssembly.validate(binary)) throw new Error(`build-wasm: this Node.js does not accept ${name} compiled.`);
  return binary;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = await buildWasm();
  console.log(built.length === 0 ? "WebAssembly modules are up to date." : `Built ${built.join(", ")}.`);
}
