import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TrialRecord } from "../../../src/entries/lab.js";
import { begin, type JournalHeader, openJournal } from "../../../src/experiment/folder/journal.js";
import { toLine } from "../../../src/experiment/folder/log.js";
import { HEADER, record } from "../make-records.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-journal-"));
  path = join(folder, "results.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plan = Array.from({ length: 6 }, (_, k) => ({ id: `id-${k}` }));
const written = () => readFileSync(path, "utf8");

/** Opens, adds records, closes; gives the ids that were there before. */
async function session(
  records: readonly TrialRecord[],
  header: JournalHeader = HEADER,
  grid = plan,
): Promise<string[]> {
  const journal = await openJournal(path, header, grid);
  const before = [...journal.done.keys()];
  for (const each of records) journal.append(each);
  journal.close();
  return before;
}

describe("a journal", () => {
  it("begins with a header, and has a line for each trial in the order of finishing", async () => {
    expect(await session([record(4), record(0)])).toEqual([]);
    expect(written()).toBe(toLine(HEADER) + toLine(record(4)) + toLine(record(0)));
  });

  it("gives back all finished trials, and takes more", async () => {
    await session([record(4), record(0)]);
    expect(await session([record(1)])).toEqual(["id-4", "id-0"]);
    const journal = await openJournal(path, HEADER, plan);
    journal.close();
    expect([...journal.done.values()]).toEqual([record(4), record(0), record(1)]);
  });

  it("cuts a torn last line off, wherever it was torn, and loses no other", async () => {
    await session([record(0), record(1), record(2)]);
    const whole = readFileSync(path);
    const start = whole.length - Buffer.byteLength(toLine(record(2)));
    for (let length = start; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect(await session([record(2)]), `torn at ${length}`).toEqual(["id-0", "id-1"]);
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
  });

  it.each([
    ["zeros", "\0\0\0\0"],
    ["zeros with a line end", "\0\0\0\0\n"],
    ["a line with another checksum", toLine(record(5)).replace('"solved"', '"Solved"')],
    ["an empty line", "\n"],
  ])("cuts %s at the end off", async (_, tail) => {
    await session([record(0)]);
    const before = written();
    appendFileSync(path, tail);
    expect(await session([])).toEqual(["id-0"]);
    expect(written()).toBe(before);
  });

  it("names a trial that is there twice, as in files that were joined, and leaves the file as it was", async () => {
    await session([record(0), record(1)]);
    const joined = written() + toLine(record(0)) + toLine(record(2));
    writeFileSync(path, joined);
    await expect(session([])).rejects.toMatchObject({ code: "journal", where: { file: path, line: 4 } });
    writeFileSync(path, joined + toLine(HEADER) + toLine(record(3)));
    await expect(session([])).rejects.toMatchObject({ code: "journal" });
    expect(written()).toBe(joined + toLine(HEADER) + toLine(record(3)));
  });

  it.each([
    ["a header", () => toLine({ ...HEADER, options: null })],
    ["a trial", () => toLine(HEADER) + toLine({ ...record(0), spec: null }) + toLine(record(1))],
  ])("names %s without what belongs to it, although its checksum is right", async (_, text) => {
    writeFileSync(path, text());
    await expect(session([])).rejects.toMatchObject({ name: "InputError", code: "journal" });
  });

  it("begins anew in an empty file", async () => {
    writeFileSync(path, "");
    expect(await session([record(1)])).toEqual([]);
    expect(await session([])).toEqual(["id-1"]);
  });

  it("names a damaged line in the middle, and leaves the file as it was", async () => {
    await session([record(0), record(1), record(2)]);
    const lines = written().split("\n");
    lines[2] = lines[2].replace('"solved"', '"Solved"');
    writeFileSync(path, lines.join("\n"));
    const before = written();
    await expect(session([])).rejects.toMatchObject({ code: "journal", where: { file: path, line: 3 } });
    expect(written()).toBe(before);
  });

  it("refuses a file that is no journal, and leaves it as it was", async () => {
    for (const text of ["hello", "hello\n", "bag,label\na,1\n", `${toLine({ id: "a" })}`, `x\n${toLine(record(0))}`]) {
      writeFileSync(path, text);
      await expect(session([]), text).rejects.toMatchObject({ name: "InputError", where: { file: path, line: 1 } });
      expect(written()).toBe(text);
    }
  });

  it.each<[string, Partial<JournalHeader>, RegExp]>([
    ["version", { bagwise: "9.9.9" }, /0\.1\.0, not 9\.9\.9/],
    ["kind", { experiment: "labels" }, /paper, not labels/],
    ["seed", { options: { unlabeled: 180, seed: 2 } }, /seed 1, not 2/],
    ["set of options", { options: { unlabeled: 180 } }, /seed 1, not undefined/],
    ["content of the data", { data: { musk1: "bb" } }, /musk1/],
    ["set of data", { data: { fox: "aa" } }, /musk1/],
  ])("refuses to go on with another %s, and says where else to go", async (_, change, message) => {
    await session([record(0)]);
    const before = written();
    await expect(session([], { ...HEADER, ...change })).rejects.toThrow(message);
    await expect(session([], { ...HEADER, ...change })).rejects.toThrow(/--out\.$/);
    expect(written()).toBe(before);
  });

  it("refuses trials that are not in the grid, and names one", async () => {
    await session([record(0), record(5, { dataset: "musk1" })]);
    await expect(session([], HEADER, plan.slice(0, 5))).rejects.toThrow(
      /line 3: .*\(musk1, pu-skc, prior 0\.1, 20 labelled bags, paper, trial 6\)/,
    );
  });

  it("goes on with a larger grid, and with more data sets in the header", async () => {
    await session([record(0), record(1)]);
    const larger = { ...HEADER, data: { musk1: "aa", fox: "cc" } };
    const more = [...plan, { id: "id-6" }];
    expect(await session([record(6, { dataset: "fox" })], larger, more)).toEqual(["id-0", "id-1"]);
    expect(written()).toBe(toLine(larger) + [record(0), record(1), record(6, { dataset: "fox" })].map(toLine).join(""));
    expect(readdirSync(folder)).toEqual(["results.jsonl"]);
  });

  it("can be written anew in another order, whole", async () => {
    await session([record(4), record(0)]);
    const length = await begin(path, HEADER, [record(0), record(4)]);
    expect(written()).toBe(toLine(HEADER) + toLine(record(0)) + toLine(record(4)));
    expect(length).toBe(readFileSync(path).length);
    expect(await session([])).toEqual(["id-0", "id-4"]);
  });

  it("is one sentence when the file cannot be opened", async () => {
    await expect(openJournal(folder, HEADER, plan)).rejects.toMatchObject({
      name: "InputError",
      where: { file: folder },
    });
  });

  it("does not lose the last whole line to a torn one behind it", async () => {
    await session([record(0), record(1)]);
    appendFileSync(path, toLine(record(2)));
    truncateSync(path, readFileSync(path).length - 1);
    expect(await session([])).toEqual(["id-0", "id-1"]);
  });
});
