import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BagSet, synthesise } from "@bagwise/core/bags";
import { sourceNamed } from "@bagwise/engines";
import type { ReadOptions } from "@bagwise/files";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBags, readFileParts } from "../../../src/node/files/read-bags.js";
import { writeBags } from "../../../src/node/files/write-bags.js";

/** Several pieces of a mebibyte, or row groups. */
const NAMES = ["plain.csv", "careful.csv", "bags.jsonl", "bags.parquet", "bags.arrow", "bags.csv.gz"] as const;
const OPTIONS: ReadOptions = { bag: "bag", label: "label" };

let folder: string;
const at = (name: string) => join(folder, name);
const before = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-changed-"));
  const [{ bags }, other] = [5, 6].map((seed) => synthesise({ bags: 1600, dimensions: 12, seed }));
  for (const name of NAMES) {
    await writeBags(bags, at(name));
    await writeBags(other.bags, at(`other-${name}`));
  }
  // A column of texts, so that the file is held and read again.
  const shown = readFileSync(at("plain.csv"), "utf8")
    .replace(/$/gm, ",red")
    .replace(",red", ",colour")
    .replace(/,red$/, "");
  writeFileSync(at("careful.csv"), shown);
  for (const name of NAMES) before.set(name, valuesOf([await readBags(at(name), OPTIONS)]));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function valuesOf(sets: readonly BagSet[]): string {
  return sets
    .flatMap((bags) => Array.from(bags, ({ id, label, values }) => `${id} ${label} ${[...values].join()}`))
    .join("\n");
}

/** What another program does to a file, `part` of the way through it. */
const CHANGES: Readonly<Record<string, (path: string, part: number) => void>> = {
  grows: (path) => appendFileSync(path, readFileSync(path).subarray(-400)),
  "is cut": (path, part) => truncateSync(path, Math.floor(part * readFileSync(path).length)),
  "is written in place": (path, part) => {
    const file = openSync(path, "r+");
    const [at, size] = [Math.floor(part * readFileSync(path).length * 0.9), 3];
    writeSync(file, "1,1".slice(0, size), at);
    closeSync(file);
  },
  "is replaced": (path) => {
    copyFileSync(path.replace(/([^/]+)$/, "other-$1").replace("other-now-", "other-"), `${path}.new`);
    renameSync(`${path}.new`, path);
  },
};

async function whole(path: string, options: ReadOptions): Promise<BagSet[]> {
  return [await readBags(path, options)];
}

async function inParts(path: string, options: ReadOptions): Promise<BagSet[]> {
  const parts: BagSet[] = [];
  for await (const part of readFileParts(path, options, { values: 5000 })) parts.push(part);
  return parts;
}

describe("a file that another program changes while it is read", () => {
  for (const name of NAMES)
    it(`is refused, or read as it was: ${name}`, async () => {
      const { recipe } = await readBags(at(name), OPTIONS);
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(CHANGES)),
          fc.constantFrom(whole, inParts),
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
          async (change, read, when, part) => {
            const path = at(`now-${name}`);
            copyFileSync(at(name), path);
            // Long ago: what is written in one tick of the clock looks alike.
            utimesSync(path, 1e9, 1e9);
            let changed = false;
            const onProgress = ({ bytes, total = 1 }: { bytes: number; total: number | undefined }) => {
              if (changed || bytes / total < when) return;
              changed = true;
              CHANGES[change](path, part);
            };
            await read(path, { ...OPTIONS, ...(read === inParts && { recipe }), onProgress }).then(
              (bags) => expect(valuesOf(bags) === before.get(name), `${change} ${changed}`).toBe(true),
              (error: unknown) => {
                refused++;
                expect(error).toMatchObject({ name: "InputError", where: { file: path } });
              },
            );
          },
        ),
        { numRuns: 8, seed: 3512 },
      );
      expect(refused).toBeGreaterThan(1);
    }, 60_000);

  it("is refused by its time alone, before it is read and between two passes", async () => {
    const { fileSource } = await import("../../../../engines/src/disk/file-source.js");
    const path = at("twice.csv");
    copyFileSync(at("plain.csv"), path);
    utimesSync(path, 1e9, 1e9);
    const source = await fileSource(path);
    for await (const _ of source.bytes());
    await source.slice?.(0, 100);
    utimesSync(path, 1e9, 1e9 + 1);
    const reading = async () => {
      for await (const _ of source.bytes());
    };
    await expect(reading()).rejects.toMatchObject({ code: "changed", where: { file: path } });
    await expect(source.slice?.(0, 100)).rejects.toMatchObject({ code: "changed", where: { file: path } });
  });

  it("is refused by what DuckDB reads, too, and one that comes later is not read", async () => {
    const pattern = at("part-*.csv");
    for (const k of [1, 2]) writeFileSync(at(`part-${k}.csv`), `bag,label,x\nb${k},1,1\n`);
    utimesSync(at("part-2.csv"), 1e9, 1e9);
    const engine = await (await sourceNamed(pattern))?.connect({});
    const rows = async () => {
      const found: unknown[] = [];
      const answer = await engine?.run("SELECT bag FROM bags ORDER BY bag");
      for await (const { columns } of answer?.batches ?? []) found.push(...Array.from(columns[0]));
      return found;
    };
    try {
      expect(await rows()).toEqual(["b1", "b2"]);
      writeFileSync(at("part-3.csv"), "bag,label,x\nb3,1,1\n");
      expect(await rows()).toEqual(["b1", "b2"]);
      writeFileSync(at("part-2.csv"), "bag,label,x\nb9,1,1\n");
      await expect(rows()).rejects.toMatchObject({ code: "changed", where: { file: at("part-2.csv") } });
    } finally {
      await engine?.close();
    }
  });
});
