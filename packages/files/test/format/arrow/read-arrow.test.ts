import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readArrow } from "../../../src/format/arrow/read-arrow.js";
import { arrow } from "../../../src/format/formats.js";
import type { Cell } from "../../../src/table/table.js";
import { plainBags } from "../arbitrary-bags.js";
import { readWithNotes } from "../reading.js";
import { cellsOf, refusal, tableBytes } from "../table/tables.js";

const FILES = ["uncompressed.arrow", "lz4.feather", "zstd.arrows"];
const golden = (name: string) => readFileSync(fileURLToPath(new URL(`files/${name}`, import.meta.url)));
const bytesOf = (name: string) => new Uint8Array(golden(name));
const read = async (bytes: Uint8Array) => cellsOf(await readArrow(bytes, { file: "a.arrow" }));

/** Cells as the stored values of pyarrow have them: dates in milliseconds, large integers as text. */
function stored(cell: Cell): unknown {
  if (typeof cell === "bigint") return cell > 2n ** 53n || cell < -(2n ** 53n) ? { big: String(cell) } : Number(cell);
  if (cell instanceof Date) return { ms: cell.getTime() };
  if (Array.isArray(cell)) return cell.map(stored);
  if (typeof cell !== "object" || cell === null) return cell;
  return Object.fromEntries(Object.entries(cell).map(([key, value]) => [key, stored(value)]));
}

describe("an Arrow file of pyarrow", () => {
  const { columns, rows } = JSON.parse(golden("values.json").toString());

  it.each(FILES)("gives the values that pyarrow reads: %s", async (name) => {
    const table = await readArrow(bytesOf(name), { file: name });
    expect(table.columns).toEqual(columns);
    expect((await cellsOf(table)).map((row) => row.map(stored))).toEqual(rows);
  });

  it.each(FILES)("is recognised by its first bytes: %s", (name) => {
    expect(arrow.recognises(new TextDecoder("latin1").decode(bytesOf(name).subarray(0, 4096)))).toBe(true);
  });

  it("becomes bags, with vectors as features", async () => {
    const { bags } = await readWithNotes(arrow, bytesOf("vectors.feather"));
    expect(plainBags(bags).bags.map(({ id, instances }) => ({ id, instances }))).toEqual([
      {
        id: "a",
        instances: [
          [1, 2],
          [3, 4.5],
        ],
      },
      { id: "b", instances: [[-0, 6]] },
    ]);
  });
});

describe("a damaged Arrow file is read or refused, never a crash", () => {
  it.each(FILES)("where bytes are changed or cut: %s", async (name) => {
    const whole = bytesOf(name);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: whole.length }),
        fc.integer({ min: 0, max: 4 }),
        async (changes, end, cut) => {
          const bytes = whole.slice(0, cut === 0 ? end : whole.length);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(InputError));
        },
      ),
      { seed: 8, numRuns: 150 },
    );
  });

  it("at each byte of what describes it", async () => {
    const whole = await tableBytes(
      {
        columns: ["a", "b"],
        rows: [
          [1, "x"],
          [null, "y"],
        ],
      },
      "arrow",
    );
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 0xff]) {
        const bytes = whole.slice();
        bytes[at] = value;
        await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(InputError));
      }
    }
  });

  it("but not where a file has no schema before its batches, which the footer describes as well", async () => {
    const whole = await tableBytes({ columns: ["a"], rows: [[1], [2]] }, "arrow");
    // Polars leaves out the length of that schema.
    const bytes = whole.slice().fill(0, 8, 16);
    expect(await read(bytes)).toEqual(await read(whole));
  });

  it("where it ends too early", async () => {
    const whole = await tableBytes({ columns: ["a"], rows: [[1], [2]] }, "arrow");
    for (let end = 0; end < whole.length; end++) {
      expect(await refusal(() => read(whole.subarray(0, end)))).toMatchObject({ code: "arrow" });
    }
  });

  it("where it is of the first version of Feather, and says so", async () => {
    const error = await refusal(() => read(new TextEncoder().encode("FEA1 and so on, for some bytes FEA1")));
    expect(error.complaint).toContain("first version");
  });
});
