import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run.js";
import { Collected, printed, refusal } from "../run-cli.js";

const NAMES = [
  "\x1b[2J",
  "\x1b]0;t\x07",
  "\x9b31m",
  "\u202egnp",
  "a\nb",
  "t\tab",
  "\x7f",
  '=HYPERLINK("x")',
  "@SUM(1)",
];
const FEATURES = ["f\x1b[2J\u202e", "=g\n"];
const BAGS = 36;
const id = (k: number) => `${NAMES[k % NAMES.length]}${k}`;
const unlabeled = Array.from({ length: BAGS }, (_, k) => k).filter((k) => k % 3 > 0);

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-hostile-"));
  const rows = Array.from({ length: BAGS }, (_, k) => ({
    bag: id(k),
    label: k % 3 === 0 ? 1 : 0,
    [FEATURES[0]]: ((k * 7) % 11) + (k % 3 === 0 ? 6 : 0),
    [FEATURES[1]]: (k * 5) % 13,
  }));
  writeFileSync(at("bags.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await printed(["train", at("bags.jsonl"), "--out", at("m.model"), "--prior", "0.3"]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("names from a file reach no terminal as they are", () => {
  const model = ["m.model", "bags.jsonl"];
  it.each([
    ["train", "bags.jsonl", "--out", "again.model", "--prior", "0.3"],
    ["rank", ...model],
    ["rank", ...model, "--witness", "--json"],
    ["predict", ...model],
    ["predict", ...model, "--json"],
    ["explain", ...model, "--top", "20"],
    ["explain", ...model, "--bag-id", "\x1b[2Jnone"],
    ["audit", ...model, "-n", "5", "--out", "drawn.csv", "--json"],
  ])("%s %s %s %s", async (...args) => {
    const [stdout, stderr] = [0, 1].map(() => Object.assign(new Collected(), { isTTY: true, columns: 80 }));
    await runCli(args, { cwd: folder, stdout, stderr, env: { NO_COLOR: "1" } });
    const text = stdout.text() + stderr.text();
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/u);
    expect(text).toMatch(/\\(?:x|u00)[19]b/);
    // A name is never two lines.
    if (args[0] === "rank" && !args.includes("--json")) expect(text.split("\n\n")[0].split("\n")).toHaveLength(21);
  });
});

describe("a CSV for a spreadsheet", () => {
  const rowsOf = (text: string) => Papa.parse<string[]>(text.trim()).data;

  it("has no formula with --safe-csv, and the same numbers; without it the names are as they are", async () => {
    for (const args of [["predict"], ["explain", "--all"]]) {
      const call = [...args, at("m.model"), at("bags.jsonl"), "--out"];
      await printed([...call, at("plain.csv")]);
      await printed([...call, at("safe.csv"), "--safe-csv"]);
      const [plain, safe] = ["plain.csv", "safe.csv"].map((name) => rowsOf(readFileSync(at(name), "utf8")));
      expect(plain.some(([name]) => name.startsWith("="))).toBe(true);
      expect(safe.every(([name]) => !/^[=@]/.test(name))).toBe(true);
      expect(safe.map(([, ...rest]) => rest)).toEqual(plain.map(([, ...rest]) => rest));
    }
  });

  it("goes to standard output for --out -", async () => {
    for (const args of [["predict"], ["explain", "--all"]]) {
      const call = [...args, at("m.model"), at("bags.jsonl"), "--out"];
      await printed([...call, at("file.csv")]);
      expect(await printed([...call, "-"], { cwd: folder })).toBe(readFileSync(at("file.csv"), "utf8"));
    }
    expect(existsSync(at("-"))).toBe(false);
  });

  it("of an audit is always safe, and its answers find their bags", async () => {
    const call = ["audit", at("m.model"), at("bags.jsonl")];
    await printed([...call, "-n", "24", "--out", at("audit.csv")]);
    const [header, ...rows] = rowsOf(readFileSync(at("audit.csv"), "utf8"));
    expect(rows).toHaveLength(unlabeled.length);
    expect(rows.filter(([name]) => name.startsWith("'")).length).toBeGreaterThan(3);
    expect(rows.every(([name]) => !/^[=@]/.test(name))).toBe(true);
    // As it is, and as a spreadsheet gives it back that takes the apostrophe for its own.
    for (const strip of [false, true]) {
      const filled = rows.map(([name, , code], k) => [strip ? name.replace(/^'/, "") : name, k % 4 ? "-1" : "1", code]);
      writeFileSync(at("answers.csv"), Papa.unparse([header, ...filled]));
      const estimate = JSON.parse(await printed([...call, "--answers", at("answers.csv"), "--json"]));
      expect(estimate).toMatchObject({ reviewed: unlabeled.length, positive: 6 });
    }
  });
});

describe("an audit of more bags than there are", () => {
  it.each([["train", "--out", "x.model"], ["train", "--out", "x.model", "--method", "pu-skc"], ["prior"]])(
    "is refused with both numbers by %s",
    async (command, ...flags) => {
      const text = await refusal([command, at("bags.jsonl"), ...flags, "--audited", "25/25"], { cwd: folder });
      expect(text).toMatch(/25 bags.* 24 /);
    },
  );
});
