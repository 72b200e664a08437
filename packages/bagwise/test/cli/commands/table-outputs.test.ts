import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileSource } from "@bagwise/engines/disk";
import { type OutputTable, tableFormatByEnding, writeTable } from "@bagwise/files/table";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvTexts, readTexts } from "../../../../files/src/format/table/read-texts.js";
import { printed } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const run = (...args: string[]) => printed(args, { cwd: folder });
const json = async (...args: string[]) => JSON.parse(await run(...args, "--json"));

const ENDINGS = ["csv", "csv.gz", "tsv", "json", "jsonl", "parquet", "xlsx", "arrow"];

/** Bags of sentences: a text for each instance, and a title for each bag. */
function sentences(): string {
  const lines = ["bag,label,title,text,x,y"];
  for (let i = 0; i < 30; i++) {
    const positive = i < 20 && i % 2 === 0;
    for (let j = 0; j < 3; j++) {
      const far = positive && j === 1 ? 4 : 0;
      const x = far + Math.sin(7 * i + 3 * j);
      lines.push(
        `b${i},${positive && i < 14 ? 1 : 0},Title ${i},"sentence ${j}, of ${i}",${x},${Math.cos(5 * i + j) + far}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

async function table(name: string) {
  const { columns, rows } = await readTexts(await fileSource(at(name)));
  return { columns, rows: rows.map(({ fields }) => fields) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-tables-"));
  writeFileSync(at("bags.csv"), sentences());
  await run("train", "bags.csv", "--show", "title,text", "-o", "m.model");
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the ending of an output", () => {
  /** What a call prints as CSV, the same for all endings. */
  const asCsv = new Map<string, ReturnType<typeof run>>();
  const printedOnce = (...call: string[]) => {
    const key = call.join(" ");
    const known = asCsv.get(key) ?? run(...call, "-o", "-");
    asCsv.set(key, known);
    return known;
  };

  it.each(ENDINGS)("gives the same table and the same numbers as .%s", async (ending) => {
    for (const [name, ...call] of [
      ["scores", "predict", "m.model", "bags.csv", "--witness"],
      ["ranking", "rank", "m.model", "bags.csv", "--all"],
      ["why", "explain", "m.model", "bags.csv", "--all"],
    ]) {
      const plain = csvTexts(await printedOnce(...call), { file: "stdout" });
      await run(...call, "-o", `${name}.${ending}`);
      expect(await table(`${name}.${ending}`)).toEqual({
        columns: plain.columns,
        rows: plain.rows.map(({ fields }) => fields),
      });
    }
  });

  it("of rank --out has the whole list, or as much as -n says", async () => {
    const { ranked } = await json("rank", "m.model", "bags.csv");
    await run("rank", "m.model", "bags.csv", "-o", "all.csv");
    expect((await table("all.csv")).rows).toHaveLength(ranked);
    await run("rank", "m.model", "bags.csv", "-n", "3", "-o", "few.jsonl");
    expect((await table("few.jsonl")).rows).toHaveLength(3);
  });
});

describe("an audit", () => {
  it.each(ENDINGS)("is drawn, filled in and read as .%s", async (ending) => {
    const call = ["audit", "m.model", "bags.csv"];
    await run(...call, "-n", "12", "-o", `audit.${ending}`);
    const { columns, rows } = await table(`audit.${ending}`);
    expect(columns).toEqual(["bag", "label", "title", "text", "audit"]);
    const bag = rows[0][0].slice(1);
    expect(rows[0].slice(1, 4)).toEqual([
      "",
      `Title ${bag}`,
      [0, 1, 2].map((j) => `sentence ${j}, of ${bag}`).join(" | "),
    ]);
    // As a spreadsheet saves it: numbers where it can.
    const filled: OutputTable = { columns, rows: rows.map(([id, , ...rest], k) => [id, k % 3 ? -1 : 1, ...rest]) };
    const pieces: Uint8Array[] = [];
    const gzip = ending.endsWith(".gz");
    for await (const piece of writeTable(filled, tableFormatByEnding(`x.${ending}`), { gzip })) pieces.push(piece);
    writeFileSync(at(`answers.${ending}`), Buffer.concat(pieces));
    const found = await json(...call, "--answers", `answers.${ending}`);
    expect(found).toMatchObject({ reviewed: 12, positive: 4, notReviewed: 0 });
    const quick = ["--method", "pu-skc", "--degree", "1", "--lambda", "0.1", "--bootstrap", "0"];
    const { audit } = await json(
      "train",
      "bags.csv",
      "-o",
      "audited.model",
      "--audited",
      `answers.${ending}`,
      ...quick,
    );
    expect(audit).toMatchObject({ positive: 4, reviewed: 12 });
  });

  it("in other letters begins with the mark by which Excel knows UTF-8, and is read with it", async () => {
    writeFileSync(at("äöü.csv"), sentences().replaceAll("Title", "Überschrift"));
    await run("audit", "m.model", "äöü.csv", "-n", "5", "-o", "marked.csv");
    expect([...readFileSync(at("marked.csv")).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await table("marked.csv")).columns[0]).toBe("bag");
  });
});

describe("bags that the model was trained on", () => {
  it("have held-out scores in rank and predict, marked, and a note says so", async () => {
    const { bags, notes } = await json("predict", "m.model", "bags.csv");
    expect(bags.every(({ heldOut }: { heldOut: boolean }) => heldOut)).toBe(true);
    expect(notes.map(({ code }: { code: string }) => code)).toContain("held-out-scores");
    await run("predict", "m.model", "bags.csv", "-o", "held.jsonl");
    expect((await table("held.jsonl")).rows.every((row) => row[4] === "yes")).toBe(true);
    const scores = new Map(bags.map(({ bag, score }: { bag: string; score: number }) => [bag, score]));
    const ranked = await json("rank", "m.model", "bags.csv", "--all");
    for (const { bag, score, heldOut } of ranked.bags) expect([score, heldOut]).toEqual([scores.get(bag), true]);
    expect(await run("rank", "m.model", "bags.csv")).toMatch(/held out/);
    const [told] = (await json("explain", "m.model", "bags.csv", "b2")).bags;
    expect(told.whileHeldOut.score).toBe(scores.get("b2"));
    expect(told.score).not.toBe(told.whileHeldOut.score);
  });

  it("are known by their values in another file, among new ones", async () => {
    const [header, ...lines] = sentences().trim().split("\n");
    const some = lines.slice(0, 6).map((line) => `seen-${line}`);
    const others = lines.slice(0, 6).map((line) => `new-${line}5`);
    writeFileSync(at("mixed.csv"), [header, ...others, ...some].join("\n"));
    const { bags } = await json("predict", "m.model", "mixed.csv");
    expect(bags.map(({ heldOut }: { heldOut: boolean }) => heldOut)).toEqual([false, false, true, true]);
  });

  it("keep the model's own scores if it has no others, and a note says so", async () => {
    await run("train", "bags.csv", "--method", "pu-mil", "-o", "mil.model");
    const { bags, notes } = await json("predict", "mil.model", "bags.csv");
    expect(bags.some(({ heldOut }: { heldOut: boolean }) => heldOut)).toBe(false);
    expect(notes.map(({ code }: { code: string }) => code)).toContain("in-sample-scores");
  });
});

describe("what a file shows of its bags and instances", () => {
  it("is in rank: the title, and with --witness the sentence", async () => {
    const { bags } = await json("rank", "m.model", "bags.csv", "-n", "1", "--witness");
    const [{ bag, witness, shown }] = bags;
    const i = Number(bag.slice(1));
    expect(shown.title).toBe(`Title ${i}`);
    expect(witness.shown.text).toBe(`sentence ${witness.instance - 1}, of ${i}`);
    expect(witness.place).toBe(`line ${3 * i + witness.instance + 1}`);
    const text = await run("rank", "m.model", "bags.csv", "-n", "1", "--witness");
    for (const part of [`Title ${i}`, witness.shown.text, witness.place]) expect(text).toContain(part);
    expect(await run("rank", "m.model", "bags.csv", "-n", "1")).not.toContain("sentence");
  });

  it("is in explain, which names an instance by its line", async () => {
    const { bags } = await json("explain", "m.model", "bags.csv", "b2");
    const [{ witness, places, shown }] = bags;
    expect([shown.title, places]).toEqual(["Title 2", ["line 8", "line 9", "line 10"]]);
    const text = await run("explain", "m.model", "bags.csv", "b2");
    for (const part of ["Title 2", "sentence 0, of 2", "sentence 1, of 2", ...places]) expect(text).toContain(part);
    expect(text).not.toMatch(/\binstance \d/);
    expect(text).toContain(`of ${witness.place}`);
  });

  it("is in predict --out, beside the columns of its own", async () => {
    await run("predict", "m.model", "bags.csv", "-o", "shown.csv");
    const { columns, rows } = await table("shown.csv");
    expect(columns).toEqual(["bag", "score", "predicted", "probability", "heldOut", "title"]);
    expect(rows[5][5]).toBe("Title 5");
  });
});

describe("bagwise explain", () => {
  it("says that no instance decides where the answer stays without any of them", async () => {
    await run("threshold", "m.model", "--by", "score=-50", "-o", "lenient.model");
    const told = await json("explain", "lenient.model", "bags.csv", "b15");
    expect(told.bags[0]).toMatchObject({ predicted: "positive", witness: { decides: false } });
    const text = await run("explain", "lenient.model", "bags.csv", "b15");
    expect(text).toContain("no single instance decides");
    expect(text).not.toContain("because");
  });

  it("takes ids as arguments or with --bag-id, each once", async () => {
    const ids = async (...args: string[]) =>
      (await json("explain", "m.model", "bags.csv", ...args)).bags.map(({ bag }: { bag: string }) => bag);
    expect(await ids("b3", "b1", "--bag-id", "b7", "--bag-id", "b3")).toEqual(["b3", "b1", "b7"]);
    expect(await ids("b3", "--all")).toEqual(["b3"]);
  });
});
