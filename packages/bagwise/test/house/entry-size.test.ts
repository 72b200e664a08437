import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { bundlePureEntry } from "./bundle.js";

it("keeps the pure entry, with all it loads at once, under 60 KB gzipped", async () => {
  const chunks = await bundlePureEntry();
  const counted = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (chunk === undefined || counted.has(name)) return 0;
    counted.add(name);
    let size = gzipSync(chunk.code).length;
    for (const imported of chunk.imports) size += visit(imported);
    return size;
  };
  const entry = [...chunks].find(([, chunk]) => chunk.isEntry);
  expect(entry).toBeDefined();
  const size = visit(entry?.[0] ?? "");
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThan(60_000);
});
