import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openParquet } from "../../../src/format/parquet/file.js";
import { toSource } from "../../../src/format/text/source.js";

// Written by pyarrow 26: every codec, version 1 pages with dictionaries and version 2 pages with the
// delta encodings, several pages and row groups.
const folder = fileURLToPath(new URL("files", import.meta.url));

const ROWS = 150;
const all = <T>(value: (i: number) => T): T[] => Array.from({ length: ROWS }, (_, i) => value(i));
const some = <T>(value: (i: number) => T) => all((i) => (i % 10 === 0 ? null : value(i)));
const upTo = <T>(end: number, value: (j: number) => T): T[] => Array.from({ length: end }, (_, j) => value(j));

const COLUMNS: Record<string, unknown[]> = {
  bag: all((i) => `bag ${Math.floor(i / 7)}`),
  label: all((i) => (Math.floor(i / 7) % 3 === 0 ? 1 : 0)),
  double: all((i) => i / 7 - 10),
  holes: some((i) => i * 0.5),
  float: some((i) => i / 4),
  int: some((i) => ((i * 7919) % 1000) - 500),
  long: some((i) => BigInt(i) * 9007199254740993n - 2n ** 62n),
  unsigned: some((i) => 2n ** 64n - 1n - BigInt(i)),
  flag: some((i) => i % 3 === 0),
  decimal: some((i) => (i * i - 5000) / 100),
  text: some((i) => `text \ufeff${(i * i) % 13}`),
  day: some((i) => new Date((i * 100 - 700) * 86_400_000).toISOString().slice(0, 10)),
  moment: some((i) => {
    const micros = i * 1_000_001;
    const text = new Date(Math.floor(micros / 1000)).toISOString();
    return text.replace("Z", `${String(micros % 1000).padStart(3, "0")}Z`);
  }),
  list: some((i) => upTo(i % 5, (j) => (j === 2 ? null : j / 8))),
  matrix: some((i) => upTo(i % 4, (j) => (j === 2 ? null : upTo(j, (k) => (j * k) / 8)))),
};

describe("a column is read as it was written", () => {
  for (const name of readdirSync(folder)) {
    it(name, async () => {
      const file = await openParquet(toSource(new Uint8Array(readFileSync(`${folder}/${name}`))));
      const columns = file.schema.children.map((column) => column.name);
      const values = new Map<string, unknown[]>(columns.map((column) => [column, []]));
      for await (const group of file.groups([...columns.keys()])) {
        columns.forEach((column, k) => {
          values.get(column)?.push(...Array.from(group.values[k]));
        });
      }
      for (const column of columns) expect({ [column]: values.get(column) }).toEqual({ [column]: COLUMNS[column] });
    });
  }
});
