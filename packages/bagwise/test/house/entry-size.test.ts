import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { built, bundle, type Chunk } from "./bundle.js";

/** The gzipped size of a chunk with all that it loads at once. */
function sizeOf(chunks: ReadonlyMap<string, Chunk>, name: string, counted = new Set<string>()): number {
  const chunk = chunks.get(name);
  if (chunk === undefined || counted.has(name)) return 0;
  counted.add(name);
  return chunk.imports.reduce((sum, each) => sum + sizeOf(chunks, each, counted), gzipSync(chunk.code).length);
}

it("keeps the browser entry, with all it loads at once, under 130 KB gzipped", async () => {
  const size = sizeOf(await bundle({ bagwise: built("index.js") }), "bagwise.js");
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThan(130_000);
});

it.each([
  ["scores and finds witnesses", 56_500, ["decodeModel", "readBags"]],
  ["trains, ranks and explains", 65_000, ["auto", "encodeModel", "explain", "puSkc", "readBags"]],
])("keeps what a page loads at once that %s under %i bytes gzipped", async (_, most, names) => {
  const program = `import { ${names} } from "bagwise"; console.log(${names});`;
  const size = sizeOf(await bundle({ program }), "program.js");
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThan(most);
});
