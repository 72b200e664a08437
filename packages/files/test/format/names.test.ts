import { BagSet } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { formatToWrite, WRITABLE_FORMATS } from "../../src/format/formats.js";
import { readBags } from "../../src/format/read-bags.js";
import { expectSameBags } from "./arbitrary-bags.js";
import { ODD_NAMES } from "./odd-names.js";
import { read, written } from "./reading.js";
import { tableBytes } from "./table/tables.js";

const NAMING = WRITABLE_FORMATS.filter(({ holds }) => holds.featureNames).map(({ name }) => name);

/** Bags with these features. */
function named(features: readonly string[]): BagSet {
  const data = Array.from({ length: 3 * features.length }, (_, i) => i + 0.5);
  return BagSet.from({ data, offsets: [0, 2, 3], ids: ["a", "b"], labels: ["positive", "unlabeled"], features });
}

describe.each(NAMING)("the name of a feature in %s", (name) => {
  const format = formatToWrite("", name);

  it.each(["instances", "bags"] as const)(
    "is kept, whatever its characters are (one row for each of the %s)",
    async (rows) => {
      for (const features of [ODD_NAMES, ...ODD_NAMES.map((odd) => [odd]), [...ODD_NAMES].reverse()]) {
        const bags = named(features);
        expectSameBags(await read(format, await written(format, bags, { rows })), bags);
      }
    },
  );
});

describe("a column without a name", () => {
  const columns = ["bag", "label", "", "x"];
  const rows = [
    ["a", 1, 3, 4],
    ["b", 0, 5, 6],
  ];
  const table = { columns, rows };

  it.each(["csv", "tsv", "arrow", "parquet", "xlsx"] as const)("gets its number, with a note: %s", async (format) => {
    const notes: string[] = [];
    const bags = await readBags(await tableBytes(table, format), {
      name: `a.${format}`,
      onNote: ({ code }) => notes.push(code),
    });
    expect(bags.features).toEqual(["column3", "x"]);
    expect(notes).toContain("renamed-columns");
  });

  it.each(["json", "jsonl"] as const)("is refused where it is a key: %s", async (format) => {
    const bytes = await tableBytes(table, format);
    await expect(readBags(bytes, { name: `a.${format}` })).rejects.toMatchObject({ name: "InputError", code: "parts" });
  });

  it("is refused in ARFF", async () => {
    const text = "@relation r\n@attribute bag string\n@attribute '' numeric\n@data\na,1\n";
    await expect(readBags({ text, name: "a.arff" })).rejects.toMatchObject({ name: "InputError", code: "arff-syntax" });
  });
});
