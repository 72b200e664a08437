import { describe, expect, it } from "vitest";
import type { Format } from "../../src/format/format.js";
import { arff, csv, json, jsonl, musk, svmlight, tsv } from "../../src/format/formats.js";
import { MOST_COLUMNS } from "../../src/format/rows/limits.js";
import { gunzip, gzip } from "../../src/format/text/gzip.js";
import { LONGEST_LINE } from "../../src/format/text/lines.js";
import { collect, toSource } from "../../src/format/text/source.js";
import { failure, read } from "./reading.js";

const MIB = 2 ** 20;

/** The same piece again and again, as /dev/zero gives it, and how many bytes were taken. */
function endless(fill: number, { size = 4 * MIB, start = "" } = {}) {
  const taken = { bytes: 0 };
  const piece = new Uint8Array(size).fill(fill);
  async function* bytes() {
    yield new TextEncoder().encode(start);
    for (;;) {
      taken.bytes += size;
      yield piece;
    }
  }
  return { source: bytes(), taken };
}

describe("an input without end", () => {
  it.each<[Format]>([[csv], [tsv], [jsonl], [arff], [svmlight], [musk]])(
    "and without lines ends the reading of $name after 64 MiB",
    async (format) => {
      const { source, taken } = endless(0);
      expect(await failure(format, source)).toMatchObject({ code: "line-too-long", where: { line: 1 } });
      expect(taken.bytes).toBeLessThanOrEqual(LONGEST_LINE + 4 * MIB);
    },
  );

  it("ends the reading of JSON at its limit", async () => {
    const { source, taken } = endless(32, { size: 64 * MIB });
    expect(await failure(json, source)).toMatchObject({ code: "file-too-large" });
    expect(taken.bytes).toBeLessThanOrEqual(512 * MIB);
  });

  it("ends whatever is held in memory as a whole, before the piece too many is kept", async () => {
    const limit = { most: 10_000, message: "it is too large", remedy: "Shorten it." };
    const { source, taken } = endless(0, { size: 1000 });
    await expect(collect(toSource(source), limit)).rejects.toMatchObject({ code: "file-too-large" });
    expect(taken.bytes).toBe(11_000);
    expect(await collect(toSource(new Uint8Array(10_000)), limit)).toHaveLength(10_000);
  });

  it("after a first row names the line", async () => {
    const { source } = endless(120, { start: "bag,x\na,1\n" });
    expect(await failure(csv, source)).toMatchObject({ code: "line-too-long", where: { line: 3 } });
  });
});

describe("a small file that unpacks to a large one", () => {
  it("does not pass a limit: unpacked bytes count", async () => {
    const packed: Uint8Array[] = [];
    for await (const piece of gzip([new Uint8Array(16 * MIB)])) packed.push(piece);
    const bomb = new Blob(packed as BlobPart[]);
    const limit = { most: MIB, message: "it is too large", remedy: "Shorten it." };
    expect(bomb.size).toBeLessThan(MIB / 8);
    await expect(collect(gunzip(toSource(bomb)), limit)).rejects.toMatchObject({ code: "file-too-large" });
  });
});

describe("a row that asks for more memory than it has bytes", () => {
  it("by its index is refused at once, with the line", async () => {
    const error = await failure(svmlight, "1:a:1 1:1\n1:b:0 100000000:1\n1:c:oops\n");
    expect(error).toMatchObject({ code: "svmlight-index", where: { line: 2 } });
  });

  it("may have an index far beyond the others", async () => {
    const bags = await read(svmlight, "1:a:1 1:1 100000:7\n");
    expect(bags.dimension).toBe(100_000);
    expect(bags.data[99_999]).toBe(7);
  });

  it("together with others is refused before anything is allocated", async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `1:b${i}:0 ${i === 3 ? MOST_COLUMNS : 1}:1\n`).join("");
    expect(await failure(svmlight, rows)).toMatchObject({ code: "too-many-values", where: { line: 4 } });
  });

  it.each([
    ["csv", csv, `bag${",".repeat(MOST_COLUMNS + 9)}\n`],
    ["csv without a line end", csv, `bag${",".repeat(MOST_COLUMNS + 9)}`],
    ["musk", musk, `${",".repeat(MOST_COLUMNS + 9)}1.\n`],
  ])("by its columns is refused: %s", async (_, format, text) => {
    expect(await failure(format, text)).toMatchObject({ code: "too-many-columns", where: { line: 1 } });
  });
});
