import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatName, ReadOptions } from "../../src/format/format.js";
import { readBags } from "../../src/format/read-bags.js";
import { readBagParts } from "../../src/format/read-parts.js";
import { ScatteredBag } from "../../src/format/rows/cut.js";
import { SeenIds } from "../../src/format/rows/seen-ids.js";
import { encodeBags } from "../../src/format/write-bags.js";
import { makeBags } from "./parts-of.js";

/** What two ways of reading must agree on. */
function contentOf(sets: readonly BagSet[]) {
  return sets.flatMap((bags) =>
    Array.from(bags, ({ index, id, label, size, values }) => ({
      id,
      label,
      values: [...values],
      names: Array.from({ length: size }, (_, j) => bags.instanceName(index, j)),
    })),
  );
}

async function bytesOf(bags: BagSet, format: FormatName): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeBags(bags, { format })) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

async function partsOf(input: Uint8Array, options: ReadOptions, values: number): Promise<BagSet[]> {
  const parts: BagSet[] = [];
  for await (const bags of readBagParts(input, options, { values })) parts.push(bags);
  return parts;
}

/** The same file, read as a whole and in parts, with the notes of both. */
async function bothWays(file: Uint8Array, options: ReadOptions, values: number) {
  const recipe = (await readBags(file, { ...options, use: undefined })).recipe;
  const [wholeNotes, partNotes]: [Note[], Note[]] = [[], []];
  const whole = await readBags(file, { ...options, recipe, onNote: (note) => wholeNotes.push(note) });
  const parts = await partsOf(file, { ...options, recipe, onNote: (note) => partNotes.push(note) }, values);
  return { whole, parts, wholeNotes, partNotes };
}

describe("readBagParts", () => {
  for (const format of ["csv", "tsv", "jsonl", "parquet"] as const)
    it(`gives the bags of a whole ${format} file, whatever the size of the parts`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 60 }),
          fc.integer({ min: 1, max: 90 }),
          fc.integer({ min: 0, max: 99 }),
          async (count, values, seed) => {
            const file = await bytesOf(makeBags({ count, seed }), format);
            const name = `bags.${format}`;
            const { whole, parts, wholeNotes, partNotes } = await bothWays(
              file,
              { name, bag: "bag", label: "label" },
              values,
            );
            expect(contentOf(parts)).toEqual(contentOf([whole]));
            expect(partNotes).toEqual(wholeNotes);
            // Each part is cut as soon as a bag ends beyond the wanted size.
            for (const part of parts.slice(0, -1)) {
              expect(part.instances * part.dimension).toBeGreaterThanOrEqual(values);
              const last = part.sizeOf(part.size - 1);
              expect((part.instances - last) * part.dimension).toBeLessThan(values);
            }
          },
        ),
        { numRuns: 15, seed: 1 },
      );
    });

  const text = (rows: readonly string[]) => new TextEncoder().encode(["bag,label,x,y", ...rows, ""].join("\n"));
  const named = { name: "bags.csv", bag: "bag", label: "label" };

  it("counts what was lost over all parts", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `b${i >> 1},${i < 8 ? 1 : 0},${i % 7 < 2 ? "" : i / 8},${i}.5`);
    for (const missing of ["drop", "zero", "median"] as const) {
      const medians =
        missing === "median"
          ? new Map([
              ["x", 1.25],
              ["y", 3],
            ])
          : undefined;
      const { whole, parts, wholeNotes, partNotes } = await bothWays(text(rows), { ...named, missing, medians }, 6);
      expect(parts.length).toBeGreaterThan(3);
      expect(contentOf(parts)).toEqual(contentOf([whole]));
      expect(partNotes).toEqual(wholeNotes);
    }
  });

  it("reads rows with quoted fields among the others", async () => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      i % 5 === 3 ? `"b${i >> 1}",0,"${i}.25",1` : `b${i >> 1},0,${i}.5,2`,
    );
    const { whole, parts } = await bothWays(text(rows), named, 4);
    expect(parts.length).toBeGreaterThan(5);
    expect(contentOf(parts)).toEqual(contentOf([whole]));
  });

  it("throws a ScatteredBag if rows of a bag come back after it was given away", async () => {
    const rows = ["a", "b", "c", "d", "a"].map((bag, i) => `${bag},0,${i}.5,1`);
    const { recipe } = await readBags(text(rows), named);
    await expect(partsOf(text(rows), { ...named, recipe }, 2)).rejects.toThrow(ScatteredBag);
    // Within a part they may be anywhere.
    expect(contentOf(await partsOf(text(rows), { ...named, recipe }, 100))).toEqual(
      contentOf([await readBags(text(rows), { ...named, recipe })]),
    );
  });

  it("throws the error of a broken row after the parts before it", async () => {
    const rows = [
      ...Array.from({ length: 200 }, (_, i) => `b${i},0,${(i * 37) % 101}.5,${(i * 11) % 17}.25`),
      "b200,0,five,1",
    ];
    const { recipe } = await readBags(text(rows.slice(0, -1)), named);
    const seen: number[] = [];
    const reading = async () => {
      for await (const bags of readBagParts(text(rows), { ...named, recipe }, { values: 4 })) seen.push(bags.size);
    };
    await expect(reading()).rejects.toMatchObject({ code: "not-a-number", where: { line: 202 } });
    expect(seen.length).toBeGreaterThan(0);
  });

  it("stops reading when nobody wants the rest", async () => {
    const bags = makeBags({ count: 50, seed: 3 });
    const file = await bytesOf(bags, "csv");
    const { recipe } = await readBags(file, named);
    for await (const part of readBagParts(file, { ...named, recipe }, { values: 5 })) {
      expect(part.idOf(0)).toBe(bags.idOf(0));
      break;
    }
  });
});

describe("SeenIds", () => {
  it("knows all ids that were added and no other", () => {
    const seen = new SeenIds();
    for (let i = 0; i < 20_000; i++) seen.add(`b${i}`);
    expect(Array.from({ length: 20_000 }, (_, i) => seen.has(`b${i}`))).not.toContain(false);
    let others = 0;
    for (let i = 20_000; i < 60_000; i++) if (seen.has(`b${i}`) || seen.has(`c${i}`)) others++;
    expect(others).toBe(0);
  });
});
