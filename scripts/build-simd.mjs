// Compiles packages/bagwise/assembly/kernel.ts to WebAssembly and embeds it, as base64, in
// packages/bagwise/src/linalg/simd-binary.generated.ts. Does nothing when neither the source, the compiler nor its options changed.
import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = new URL(".", import.meta.url);
const SOURCE = new URL("../packages/bagwise/assembly/kernel.ts", HERE);
const TARGET = new URL("../packages/bagwise/src/linalg/simd-binary.generated.ts", HERE);
const OPTIONS = ["-O3", "--runtime", "stub", "--noAssert", "--enable", "simd", "--initialMemory", "1"];

/** The embedded binary must stay small: main threads of older browsers refuse to compile more than 4 KB synchronously. */
const LARGEST = 4096;

/**
 * Builds the SIMD binary when it is missing or stale.
 *
 * @returns {Promise<{built: boolean, bytes: number | undefined}>} `built` is false when the file was up to date.
 */
export async function buildSimd() {
  // Line endings differ between checkouts; the binary does not depend on them.
  const source = (await readFile(SOURCE, "utf8")).replaceAll("\r\n", "\n");
  const compiler = JSON.parse(await readFile(new URL(import.meta.resolve("assemblyscript/package.json")), "utf8"));
  const hash = createHash("sha256")
    .update(JSON.stringify([source, compiler.version, OPTIONS]))
    .digest("hex");
  const before = await readFile(TARGET, "utf8").catch(() => "");
  if (before.includes(hash)) return { built: false, bytes: undefined };

  // Only now: loading the compiler takes longer than everything else here.
  const { default: asc } = await import("assemblyscript/asc");
  let binary;
  const { error, stderr } = await asc.main(["kernel.ts", "--outFile", "kernel.wasm", ...OPTIONS], {
    readFile: (name) => (name === "kernel.ts" ? source : null),
    writeFile: (name, contents) => {
      if (name === "kernel.wasm") binary = contents;
    },
    listFiles: () => [],
  });
  if (error || binary === undefined) throw new Error(`build-simd: AssemblyScript failed.\n${stderr}`, { cause: error });
  if (!WebAssembly.validate(binary)) throw new Error("build-simd: this Node.js does not accept the compiled binary.");
  if (binary.length >= LARGEST) throw new Error(`build-simd: ${binary.length} bytes, more than ${LARGEST - 1}.`);

  const text = `// Made by scripts/build-simd.mjs from packages/bagwise/assembly/kernel.ts; not for editing.
// Source hash ${hash}

/** The SIMD kernel, ${binary.length} bytes of WebAssembly, in base64. */
export const SIMD_BINARY =
  "${Buffer.from(binary).toString("base64")}";
`;
  // Written beside and renamed, so that a build running at the same time never sees half a file.
  const beside = `${fileURLToPath(TARGET)}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, TARGET);
  return { built: true, bytes: binary.length };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { built, bytes } = await buildSimd();
  console.log(built ? `SIMD kernel built: ${bytes} bytes.` : "SIMD kernel is up to date.");
}
