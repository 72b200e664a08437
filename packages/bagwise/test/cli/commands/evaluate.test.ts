import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere, printed } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const placed = (args: readonly string[]) => args.map((arg) => (/\.(csv|model)$/.test(arg) ? at(arg) : arg));

const run = (...args: readonly string[]) => printed(placed(args));

/** The same in one line: where lines break depends on how long the names of files are. */
const runFlat = async (...args: readonly string[]) => (await run(...args)).replace(/\s+/g, " ");

const runJson = async (...args: readonly string[]) => JSON.parse(await run(...args, "--json"));
const quick = ["--bootstrap", "60"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-evaluate-"));
  const shape = ["--dimensions", "4", "--distance", "4"];
  await run("synth", "bags.csv", "--bags", "90", "--labeled", "20", "--prior", "0.3", "--seed", "1", ...shape);
  await run("synth", "new.csv", "--bags", "70", "--labeled", "15", "--prior", "0.3", "--seed", "2", ...shape);
  await run("synth", "truth.csv", "--bags", "60", "--prior", "0.4", "--reveal", "--seed", "3", ...shape);
  await run("train", "bags.csv", "--out", "auto.model");
  await run("train", "bags.csv", "--out", "lsdd.model", "--method", "lsdd");
  await run("synth", "one.csv", "--bags", "20", "--labeled", "1", "--seed", "4", ...shape);
  await run("train", "one.csv", "--out", "one.model");
  await run("train", "bags.csv", "--out", "mil.model", "--method", "pu-mil", "--epochs", "2");
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("evaluate MODEL", () => {
  it("says what held-out bags and the prior say, with intervals, top and sensitivity", async () => {
    const found = await runJson("evaluate", "auto.model", ...quick);
    expect(found).toMatchObject({
      source: "held-out",
      file: null,
      positive: 20,
      unlabeled: 70,
      level: 0.9,
      bootstrap: 60,
    });
    for (const name of ["auc", "precision", "recall", "accuracy", "leeLiu", "positiveRate"]) {
      const { value, low, high, clipped } = found.measures[name];
      expect(low, name).toBeLessThanOrEqual(value);
      expect(high, name).toBeGreaterThanOrEqual(value);
      expect(typeof clipped).toBe("boolean");
    }
    expect(found.top.map(({ k }: { k: number }) => k)).toEqual([10, 20, 50]);
    expect(found.sensitivity).toHaveLength(10);
    expect(found.prior.belief).toBeDefined();
    const text = await runFlat("evaluate", "auto.model", ...quick);
    expect(text).toMatch(/held-out scores of 20 positive and 70 unlabeled bags/);
    expect(text).toMatch(/AUC +\d\.\d\d +\d\.\d\d to \d\.\d\d/);
    expect(text).toMatch(/If the prior were different/);
  });

  it("counts positives at any top, at any level", async () => {
    const found = await runJson("evaluate", "auto.model", "--top", "7,33", "--level", "0.5", ...quick);
    expect(found.top.map(({ k }: { k: number }) => k)).toEqual([7, 33]);
    const wide = await runJson("evaluate", "auto.model", "--top", "33", "--level", "0.99", ...quick);
    expect(wide.top[0].high - wide.top[0].low).toBeGreaterThan(found.top[1].high - found.top[1].low);
    expect(await run("evaluate", "auto.model", "--level", "0.5", ...quick)).toMatch(/50 % interval/);
  });

  it("takes the prior that it is told", async () => {
    expect((await runJson("evaluate", "auto.model", "--prior", "0.25", ...quick)).prior).toEqual({
      value: 0.25,
      low: 0.25,
      high: 0.25,
    });
    const { prior } = await runJson("evaluate", "lsdd.model", "--prior", "0.2..0.4", ...quick);
    expect(prior.value).toBeCloseTo(0.3, 6);
    expect(await runFlat("evaluate", "auto.model", "--prior", "0.25", ...quick)).toMatch(/0\.25 .*exact/);
  });

  it("gives the same bytes for the same seed", async () => {
    const args = ["evaluate", "auto.model", "--seed", "4", ...quick];
    expect(await run(...args)).toBe(await run(...args));
  });
});

describe("evaluate MODEL FILE", () => {
  it("uses the held-out scores of the file that it was trained on", async () => {
    const [alone, file] = [
      await runJson("evaluate", "auto.model"),
      await runJson("evaluate", "auto.model", "bags.csv"),
    ];
    expect(file.measures).toEqual(alone.measures);
    expect(file.source).toBe("held-out");
    expect(file.notes.map(({ code }: { code: string }) => code)).toContain("trained-on");
  });

  it("judges a model by new positive and unlabeled bags", async () => {
    const found = await runJson("evaluate", "auto.model", "new.csv", ...quick);
    expect(found).toMatchObject({ source: "new bags", positive: 15, unlabeled: 55 });
    expect(await runFlat("evaluate", "auto.model", "new.csv", ...quick)).toMatch(
      /15 positive and 55 unlabeled bags of /,
    );
  });

  it("compares with the truth where it is known, with intervals", async () => {
    const { intervals, ...found } = await runJson("evaluate", "auto.model", "truth.csv");
    expect(found).toMatchObject({ source: "truth", bags: 60 });
    for (const name of ["accuracy", "precision", "recall", "auc"]) {
      expect(intervals[name].low, name).toBeLessThanOrEqual(found[name]);
      expect(intervals[name].high, name).toBeGreaterThanOrEqual(found[name]);
    }
    expect(await run("evaluate", "auto.model", "truth.csv")).toMatch(/90 % interval/);
  });

  it("trains the method anew without each fold, also one that holds nothing out by itself", async () => {
    const found = await runJson("evaluate", "mil.model", "bags.csv", "--folds", "3", "--prior", "0.3", ...quick);
    expect(found).toMatchObject({ source: "cross-fitted", positive: 20, unlabeled: 70, threshold: 0 });
    const text = await runFlat("evaluate", "auto.model", "bags.csv", "--folds", "2", ...quick);
    expect(text).toMatch(/cross-validated on .*bags\.csv/);
  });

  it("says which of the scores stand at the threshold of the model", async () => {
    await run("threshold", "auto.model", "--by", "score=1.5", "--out", "high.model");
    const [high, usual] = [await runJson("evaluate", "high.model"), await runJson("evaluate", "auto.model")];
    expect(high.threshold).toBe(1.5);
    expect(high.measures.positiveRate.value).toBeLessThan(usual.measures.positiveRate.value);
    expect(high.measures.auc.value).toBe(usual.measures.auc.value);
  });
});

describe("evaluate, where little is known", () => {
  it("says without a prior what needs none, and what one would add", async () => {
    const found = await runJson("evaluate", "lsdd.model", ...quick);
    expect(Object.keys(found.measures)).toEqual(["recall", "positiveRate", "leeLiu"]);
    expect(found).toMatchObject({ prior: null, source: "held-out", positive: 20, unlabeled: 70 });
    expect(found.sensitivity).toHaveLength(9);
    const text = await runFlat("evaluate", "lsdd.model", ...quick);
    expect(text).toMatch(/Prior not known\. .*--prior 0\.3.*0\.1\.\.0\.4/);
    expect(text).toMatch(/recall \d\.\d\d \d\.\d\d to \d\.\d\d/);
    expect(text).toMatch(/If the prior were prior AUC/);
  });

  it("prints no interval without a bootstrap", async () => {
    const text = await run("evaluate", "auto.model", "--bootstrap", "0", "--prior", "0.3");
    expect(text).toMatch(/^ +recall +\d\.\d\d +- +\w/m);
    expect(text).not.toMatch(/\d to \d/);
    expect(await run("evaluate", "auto.model", "truth.csv", "--bootstrap", "0")).not.toMatch(/\d to \d/);
  });

  it("marks the prior that was taken among others, with the values of the first table", async () => {
    const text = await run("evaluate", "auto.model", "--prior", "0.3", ...quick);
    const value = (name: string) => text.match(new RegExp(`^ +${name} +(\\d\\.\\d\\d) `, "m"))?.[1];
    const row = text.match(/^ +0\.30 +(\S+) +(\S+) +(\S+) .*<- as above$/m)?.slice(1, 4);
    expect(row?.map((cell) => cell.replace("*", ""))).toEqual(["AUC", "precision", "accuracy"].map(value));
  });

  it("follows the advice that it gives for labels -1 with folds", async () => {
    const args = ["auto.model", "truth.csv", "--folds", "2", "--positive", "1", "--unlabeled=-1,0"];
    expect(await runJson("evaluate", ...args, ...quick)).toMatchObject({ source: "cross-fitted", negative: 0 });
  });

  it("has the numbers that training and thresholds have", async () => {
    const { measures } = await runJson("evaluate", "auto.model");
    const { measures: trained } = await runJson("train", "bags.csv", "--out", "again.model");
    expect(measures).toEqual(trained);
    const { rules } = await runJson("threshold", "auto.model");
    const { precision, recall } = rules[0].chosen.expected;
    expect({ precision, recall }).toEqual({ precision: measures.precision, recall: measures.recall });
  });
});

describe("evaluate, where it cannot", () => {
  it.each([
    [["evaluate", "mil.model", "--prior", "0.3"], "no-held-out", ["mil.model", "pu-mil", "--folds"]],
    [["evaluate", "one.model"], "no-held-out", ["one.model"]],
    [["evaluate", "one.model", "one.csv", "--folds", "2"], "folds", ["one.csv"]],
    [["evaluate", "auto.model", "--trained-on", "bags.csv"], "option", ["--trained-on"]],
    [
      ["evaluate", "auto.model", "bags.csv", "--folds", "2", "--trained-on", "bags.csv"],
      "option",
      ["--trained-on", "--folds"],
    ],
    [["evaluate", "auto.model", "truth.csv", "--folds", "3"], "no-unlabeled", ["truth.csv", "--unlabeled"]],
    [["evaluate", "lsdd.model", "truth.csv", "--folds", "3"], "known-negatives", ["lsdd", "--unlabeled"]],
    [["evaluate", "auto.model", "new.csv", "--groups", "foo"], "commander.invalidArgument", ["--groups", "auto"]],
    [["evaluate", "auto.model", "--folds", "3"], "option", ["--folds"]],
    [["evaluate", "auto.model", "bags.csv", "--folds", "99"], "folds", ["20", "99"]],
    [["evaluate", "auto.model", "bags.csv", "--folds", "1"], "commander.invalidArgument", ["--folds"]],
    [["evaluate", "auto.model", "--prior", "30%"], "option", ["--prior", "30%", "0.3"]],
    [["evaluate", "auto.model", "--top", "71"], "option", ["--top", "71", "70"]],
    [["evaluate", "auto.model", "--top", "x"], "commander.invalidArgument", ["--top"]],
    [["evaluate", "auto.model", "--level", "1"], "option", ["--level"]],
    [["evaluate", "auto.model", "--bootstrap", "-1"], "option", ["--bootstrap"]],
  ])("%j is refused in one sentence", async (args, expected, named) => {
    const { status, stdout, stderr, code } = await cliHere(placed(args));
    expect({ status, stdout, code }).toEqual({ status: 2, stdout: "", code: expected });
    for (const part of named) expect(stderr).toContain(part);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
