import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

let folder: string;
/** Ids of bags by their label in the file. */
let positive: string[];
let unlabeled: string[];
const at = (name: string) => join(folder, name);
const prior = (...args: string[]) => cliHere(["prior", at("bags.csv"), ...args]);
const priorJson = async (...args: string[]) => {
  const { status, stdout, stderr } = await prior("--json", ...args);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-prior-"));
  const shape = ["--bags", "40", "--labeled", "10", "--dimensions", "3", "--distance", "4", "--seed", "1"];
  expect((await cliHere(["synth", at("bags.csv"), ...shape])).status).toBe(0);
  const [header, ...rows] = readFileSync(at("bags.csv"), "utf8").trim().split("\n");
  const [bag, label] = ["bag", "label"].map((name) => header.split(",").indexOf(name));
  const named = (wanted: string) => [
    ...new Set(rows.map((row) => row.split(",")).flatMap((row) => (row[label] === wanted ? [row[bag]] : []))),
  ];
  positive = named("1");
  unlabeled = named("0");
  expect([positive.length, unlabeled.length]).toEqual([10, 30]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise prior", () => {
  it("shows the belief alone, as train has it", async () => {
    const { status, stdout } = await prior();
    expect(status).toBe(0);
    expect(stdout).not.toContain("estimator");
    const { summary, estimates, sensitivity } = await priorJson();
    expect([estimates, sensitivity]).toEqual([[], []]);
    const trained = await cliHere(["train", at("bags.csv"), "--out", at("same.model"), "--json"]);
    const { value, low, high } = JSON.parse(trained.stdout).prior;
    expect({ value, low, high }).toEqual({ value: summary.mean, low: summary.low, high: summary.high });
  });

  it("shows, with --estimators, the belief first, then the estimators, then what depends on the prior", async () => {
    const { status, stdout } = await prior("--estimators");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Share of positives among the 30 unlabeled bags/);
    expect(stdout).toMatch(/0\.\d\d to 0\.\d\d \(90 % interval\), perhaps 0\.\d\d, from the data\n/);
    const parts = ["█", "├", "0.5", "What helps most: ", "estimator ", "How many of the 30 pu-skc"].map((part) =>
      stdout.indexOf(part),
    );
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts[0]).toBeGreaterThan(0);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("combines what the data say with a range and an audit", async () => {
    const alone = await priorJson();
    const most = await priorJson("--prior-at-most", "0.4");
    const both = await priorJson("--prior", "0.1..0.4", "--audited", "5/20");
    expect(alone.known).toEqual({});
    expect(alone.belief.weights).toHaveLength(200);
    expect(most.summary.high).toBeLessThan(0.4);
    expect(both.known).toEqual({ low: 0.1, high: 0.4, audit: { positive: 5, reviewed: 20 } });
    const width = ({ summary }: typeof alone) => summary.high - summary.low;
    expect(width(both)).toBeLessThan(width(most));
    expect(width(both)).toBeLessThan(width(alone));
    expect(both.picture.length).toBeGreaterThan(2);
    // Ten bags are left to review.
    expect(both.advice.audits.map(({ reviewed }: { reviewed: number }) => reviewed)).toEqual([10]);
  });

  it("takes an exact prior as it is, and says that an audit adds nothing to it", async () => {
    const { stdout } = await prior("--prior", "0.3", "--audited", "7/30");
    expect(stdout).toMatch(/^ {2}0\.3, /m);
    const { known, notes } = await priorJson("--prior", "0.3", "--audited", "7/30");
    expect(known.value).toBe(0.3);
    expect(notes.map(({ code }: { code: string }) => code)).toContain("audit-unused");
  });

  it("reads reviewed bags from a file, as counts and as labels", async () => {
    const rows = [
      [unlabeled[0], 1],
      [unlabeled[1], -1],
      [unlabeled[2], ""],
      [unlabeled[3], -1],
      [positive[0], 1],
    ];
    writeFileSync(
      at("reviewed.csv"),
      `\uFEFFbag,who,label\r\n${rows.map(([id, label]) => `${id},me,${label}\r\n`).join("\r\n")}`,
    );
    const found = await priorJson("--audited", at("reviewed.csv"));
    expect(found.known.audit).toEqual({ positive: 1, reviewed: 3 });
    expect(found.notReviewed).toBe(1);
    expect(found.unlabeled).toBe(27);
    expect(found.notes.map(({ code }: { code: string }) => code)).toContain("audit-labelled");
    const single = await priorJson("--audited", at("reviewed.csv"), "--scenario", "single-set");
    expect(single.unlabeled).toBe(30);
    expect(single.summary.low).toBeGreaterThan(0.25);
  });
});

describe("what bagwise prior says", () => {
  it("what an audit found, so that a misread file shows, and takes 0 as it is told to", async () => {
    writeFileSync(at("zeros.csv"), `bag,label\n${unlabeled[0]},1\n${unlabeled[1]},0\n${unlabeled[2]},\n`);
    const file = ["--audited", at("zeros.csv")];
    const meant = await cliHere(["prior", at("bags.csv"), ...file, "--unlabeled", "0"]);
    expect(meant.stdout).toContain("Audit: 1 positive, 0 negative, 2 not reviewed");
  });

  it("of statements that contradict each other", async () => {
    const { notes } = await priorJson("--prior-at-most", "0.2", "--audited", "24/30");
    expect(notes.map(({ code }: { code: string }) => code)).toContain("prior-against-audit");
    const { stdout } = await prior("--prior-at-most", "0.2", "--audited", "24/30");
    expect(stdout).not.toContain("known well enough");
  });

  it("once where several estimators say the same", async () => {
    expect((await cliHere(["synth", at("one.csv"), "--bags", "12", "--labeled", "1"])).status).toBe(0);
    const { stdout } = await cliHere(["prior", at("one.csv"), "--estimators"]);
    const text = stdout.replace(/\s+/g, " ");
    expect(text.match(/only one positive/g)).toHaveLength(1);
    expect(text).toContain("a guess");
    expect(text).not.toMatch(/(0\.\d\d) to \1 /);
  });
});

describe("what bagwise prior refuses", () => {
  it.each<[string[], string, RegExp]>([
    [["--prior", "0.4..0.1"], "option", /0\.1\.\.0\.4/],
    [["--prior", "30%"], "option", /Write 0\.3 /],
    [["--prior", "1.2"], "option", /prior is "1\.2"/],
    [["--prior-at-most", "0"], "option", /--prior-at-most is "0"/],
    [["--prior", "0.5", "--prior-at-most", "0.2"], "prior-contradiction", /0\.5 .* 0\.2/],
    [["--audited", "31/30"], "audit", /31\/30/],
    [["--audited", "0/0"], "audit", /0\/0/],
    [["--audited", "31/31"], "audit-size", /31 bags.* 30 /],
    [["--audited", "7"], "option", /7\/30/],
    [["--audited", "no-such-file.csv"], "no-such-file", /no-such-file\.csv: .*7\/30.*CSV/],
    [["--prior-at-most", "0.1", "--scenario", "single-set"], "prior-contradiction", /0\.25 /],
  ])("%j", async (args, code, message) => {
    const { stderr, ...found } = await prior(...args);
    expect(found).toMatchObject({ status: 2, code });
    expect(stderr).toMatch(message);
  });

  it.each<[string, () => string, string, RegExp]>([
    ["an unknown bag", () => "bag,label\nnobody,1\n", "audit-unknown-bag", /line 2, bag "nobody": /],
    [
      "a positive reviewed as negative",
      () => `bag,label\n\n${positive[0]},-1\n`,
      "audit-contradiction",
      /line 3, .*negative.*positive/,
    ],
    [
      "two answers",
      () => `bag,label\n"${unlabeled[0]}",1\n${unlabeled[0]},-1\n`,
      "audit-contradiction",
      /line 3, .*negative.*positive.*line 2/,
    ],
    [
      "a value nobody named",
      () => `bag,label\n${unlabeled[0]},maybe\n`,
      "label-value",
      /line 2, column 2 \("label"\): .*"maybe".*--positive maybe/,
    ],
    ["0 for an answer", () => `bag,label\n${unlabeled[0]},1\n${unlabeled[1]},0\n`, "audit-zero", /line 3, .*Write -1/],
    ["a word for no", () => `bag,label\n${unlabeled[0]},inactive\n`, "label-value", /--negative inactive/],
    ["no header", () => `${unlabeled[0]},1\n`, "no-bag-column", /line 1: .*bag,label/],
    [
      "all bags in it",
      () => `bag,label\n${unlabeled.map((id, i) => `${id},${i < 9 ? 1 : -1}\n`).join("")}`,
      "audit-complete",
      /answers\.csv: 30 .*--audited .*9\/30/,
    ],
    ["no answer", () => `bag,label\n${unlabeled[0]},\n`, "audit-empty", /answers\.csv: /],
    ["no label column", () => `bag,name\n${unlabeled[0]},x\n`, "no-label-column", /"name"/],
    ["no bag column", () => "thing,label\nx,1\n", "no-bag-column", /bag,label/],
    ["an empty file", () => "", "empty", /answers\.csv: /],
  ])("a file with %s", async (_, text, code, message) => {
    writeFileSync(at("answers.csv"), text());
    const { stderr, ...found } = await prior("--audited", at("answers.csv"));
    expect(found).toMatchObject({ status: 2, code });
    expect(stderr).toMatch(message);
  });

  it("reads the file's columns and values as the flags say", async () => {
    writeFileSync(at("named.csv"), `who;verdict\n${unlabeled[0]};yes\n${unlabeled[1]};no\n`);
    // The flags name columns of the file of bags. This file lacks them, and guessing finds none.
    const { stderr, code } = await prior("--audited", at("named.csv"), "--positive", "yes", "--negative", "no");
    expect(code).toBe("no-bag-column");
    expect(stderr).toContain("named.csv, line 1: ");
    writeFileSync(at("named.csv"), `bag;verdict;label\n${unlabeled[0]};a;yes\n${unlabeled[1]};b;no\n`);
    const { known } = await priorJson("--audited", at("named.csv"), "--positive", "1,yes", "--negative", "no");
    expect(known.audit).toEqual({ positive: 1, reviewed: 2 });
  });
});
