import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BagSet } from "@bagwise/core/bags";
import { inFolder } from "@bagwise/engines/disk";
import type { ReadOptions } from "@bagwise/files";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBags } from "../../../src/node/files/read-bags.js";
import { writeBags } from "../../../src/node/files/write-bags.js";

/** What has a meaning to a shell, a pattern, an address, SQL or a page. */
const SIGNS = [
  "[1]",
  "[",
  "]",
  "[!a]",
  "[a-z]",
  "*",
  "**",
  "?",
  "{a,b}",
  "'",
  '"',
  "%20",
  "%",
  "\\",
  " ",
  "#",
  "&",
  "$x",
];
const MORE = [
  "=",
  "~",
  "\u00e9",
  "e\u0301",
  "\n",
  "!",
  ":",
  "duckdb:",
  "file:",
  "-",
  ";",
  "k=v",
  "..",
  "a",
  "b",
  "1",
  "2",
];
const pieces = fc.array(fc.constantFrom(...SIGNS, ...MORE), { minLength: 1, maxLength: 5 });
/** A name of a file or folder that may stand alone: not hidden, as those in folders are left out. */
const names = pieces.map((all) => all.join("")).filter((name) => !name.startsWith("."));

/** Names that this one would fit as a pattern, or after something has decoded it; they end as it does. */
function decoys(name: string): string[] {
  const ways = [
    name.replace(/\[!?([^\]])[^\]]*\]/g, "$1"),
    name.replace(/\*+/g, "x").replaceAll("?", "y"),
    name.replace(/\{a,b\}/g, "a"),
    name.replaceAll("%20", " "),
    name.replaceAll("\\", ""),
    name.replaceAll("\\", "/"),
    name.replace(/^duckdb:|^file:/, ""),
    name.normalize("NFC"),
    name.normalize("NFD"),
    name.replace(/^~|#.*$/g, ""),
  ];
  const end = /[\w.]*$/.exec(name)?.[0] ?? "";
  return [...new Set(ways)].filter((way) => way !== name && way.endsWith(end) && !/(^|\/)(\.|$)|^\//.test(way));
}

const bagsOf = (word: string) =>
  BagSet.from([
    { id: `${word} 1`, label: 1, instances: [[1], [2]] },
    { id: `${word} 2`, instances: [[3]] },
  ]);
const [right, wrong] = [bagsOf("right"), bagsOf("wrong")];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-paths-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs some work in a new folder, whose own name is hostile too. */
async function inNew<Result>(work: (own: string) => Promise<Result>): Promise<Result> {
  const own = join(mkdtempSync(join(folder, "n")), "o[1] 'w*n");
  mkdirSync(own);
  return await inFolder(own, async () => await work(own));
}

/** Writes bags there, and says whether it could: a decoy may be a folder. */
async function put(own: string, path: string, bags: typeof right): Promise<boolean> {
  if (existsSync(join(own, path))) return false;
  mkdirSync(join(own, path, ".."), { recursive: true });
  await writeBags(bags, path, path.endsWith("tsv") ? { format: "csv" } : {});
  return true;
}

async function wordsIn(path: string, options: ReadOptions = {}): Promise<string[]> {
  const bags = await readBags(path, { bag: "bag", label: "label", ...options });
  return [...new Set([...bags.ids()].map((id) => id.replace(/ \d$/, "")))];
}

/** DuckDB has no way to write a backslash in a pattern. */
const isRefused = (error: unknown) => expect(error).toMatchObject({ code: "bad-path", name: "InputError" });
const mayBeRefused = (name: string) => name.includes("\\");

describe.skipIf(process.platform === "win32")("what exists is read as itself", () => {
  it.each(["csv", "jsonl", "json", "parquet", "arff", "svmlight", "xlsx", "arrow", "csv.gz"])(
    "a file of %s with any name is written there, alone, and read again",
    async (ending) => {
      await fc.assert(
        fc.asyncProperty(names, async (stem) => {
          await inNew(async (own) => {
            const name = `${stem}.${ending}`;
            for (const decoy of decoys(name)) await put(own, decoy, wrong);
            const before = readdirSync(own);
            await writeBags(right, name);
            expect(readdirSync(own).sort()).toEqual([...before, name].sort());
            expect(await wordsIn(name, ending === "svmlight" ? { bag: undefined, label: undefined } : {})).toEqual([
              "right",
            ]);
          });
        }),
        { numRuns: 25, seed: 3501 },
      );
    },
    60_000,
  );

  it.each([
    ["a file that DuckDB reads", (stem: string, ending: string) => [`${stem}.${ending}`, `duckdb:${stem}.${ending}`]],
    ["a folder", (stem: string, ending: string) => [`${stem}/part.${ending}`, stem]],
    [
      "a folder that DuckDB is asked for",
      (stem: string, ending: string) => [`${stem}/part.${ending}`, `duckdb:${stem}`],
    ],
    ["a part of a folder", (stem: string, ending: string) => [`all/${stem}.${ending}`, "all"]],
    [
      "a folder before a pattern",
      (stem: string, ending: string) => [`${stem}/part.${ending}`, `./${stem}/p*.${ending}`],
    ],
  ])(
    "%s of any name is read by DuckDB as itself",
    async (_, place) => {
      await fc.assert(
        fc.asyncProperty(names, fc.constantFrom("parquet", "csv"), async (stem, ending) => {
          await inNew(async (own) => {
            const [path, asked] = place(stem, ending);
            await put(own, path, right);
            if (!path.startsWith("all/")) for (const decoy of decoys(path)) await put(own, decoy, wrong);
            await wordsIn(asked).then(
              (words) => expect(words, asked).toEqual(["right"]),
              (error: unknown) => {
                if (!mayBeRefused(stem)) throw error;
                isRefused(error);
              },
            );
          });
        }),
        { numRuns: 25, seed: 3502 },
      );
    },
    60_000,
  );

  it("a database of any name is opened as itself", async () => {
    await fc.assert(
      fc.asyncProperty(names, async (stem) => {
        await inNew(async (own) => {
          const fill = async (name: string, word: string) => {
            if (name.includes("/") || existsSync(join(own, name))) return;
            const instance = await DuckDBInstance.create(join(own, name));
            const connection = await instance.connect();
            await connection.run(`CREATE TABLE t AS SELECT '${word} 1' AS bag, 1 AS label, 0.5 AS x`);
            connection.closeSync();
            instance.closeSync();
          };
          await fill(`${stem}.db`, "right");
          for (const decoy of decoys(`${stem}.db`)) await fill(decoy, "wrong");
          expect(await wordsIn(`duckdb:${stem}.db`, { table: "t" })).toEqual(["right"]);
        });
      }),
      { numRuns: 12, seed: 3503 },
    );
  }, 60_000);

  it("a name is a pattern if nothing has it", async () => {
    await inNew(async (own) => {
      await put(own, "p1.csv", right);
      await put(own, "p2.csv", wrong);
      expect(await wordsIn("p[12].csv")).toEqual(expect.arrayContaining(["right", "wrong"]));
      await put(own, "p[12].csv", right);
      expect(await wordsIn("p[12].csv")).toEqual(["right"]);
      expect(await wordsIn("duckdb:p[12].csv")).toEqual(["right"]);
    });
  });

  it("a folder named like a value replaces no column, unless it is below the one that you name", async () => {
    await inNew(async (own) => {
      await writeBags(BagSet.from([{ id: "right 1", label: 1, instances: [[1]] }]), "../one.csv");
      mkdirSync(join(own, "bag=7"));
      renameSync(join(own, "../one.csv"), join(own, "bag=7/part.csv"));
      expect(await wordsIn("duckdb:bag=7/part.csv")).toEqual(["right"]);
      expect(await wordsIn("bag=7")).toEqual(["right"]);
      expect(await wordsIn("bag=7/*.csv")).toEqual(["right"]);
      expect(await wordsIn("*/part.csv")).toEqual(["7"]);
      expect(await wordsIn(".")).toEqual(["7"]);
    });
  });
});
