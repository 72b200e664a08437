import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printed, refusal } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const QUICK = ["--method", "pu-skc", "--degree", "1", "--lambda", "0.1", "--bootstrap", "0", "--prior", "0.3"];

const run = (...args: readonly string[]) => printed(args);

const refused = (...args: readonly string[]) => refusal(args);
const json = async (...args: readonly string[]) => JSON.parse(await run(...args, "--json"));
const flat = (text: string) => text.replace(/\s+/g, " ");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-threshold-"));
  const shape = ["--bags", "90", "--labeled", "20", "--dimensions", "4", "--distance", "3"];
  await run("synth", at("bags.csv"), ...shape, "--seed", "1");
  await run("synth", at("new.csv"), ...shape, "--seed", "2");
  await run("train", at("bags.csv"), "--out", at("m.model"), ...QUICK);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise threshold", () => {
  it("shows the threshold and what each rule would give, and writes nothing", async () => {
    const before = readFileSync(at("m.model"));
    const text = await run("threshold", at("m.model"));
    expect(text).toMatch(/^Now +0\.000 \(default\)$/m);
    for (const rule of ["default", "prior", "risk", "recall=0.9", "budget=10", "budget=50"])
      expect(text).toMatch(new RegExp(`^ +${rule} +-?\\d`, "m"));
    expect(text).not.toContain("budget=200");
    expect(readFileSync(at("m.model"))).toEqual(before);
    const { rules, now } = await json("threshold", at("m.model"));
    expect(now).toMatchObject({ value: 0, rule: "default" });
    const budget = rules.find(({ rule }: { rule: string }) => rule === "budget=10").chosen;
    expect(Math.round(budget.expected.positiveRate.value * 70)).toBe(10);
  });

  it("chooses by a rule, says why, and writes only where it is told to", async () => {
    const before = readFileSync(at("m.model"));
    const text = await run("threshold", at("m.model"), "--by", "recall=0.8");
    expect(text).toMatch(/^Chosen +-?\d.* \(recall=0\.8\)$/m);
    expect(flat(text)).toContain("expected recall of at least 0.8");
    expect(text).toContain("Nothing was written");
    expect(readFileSync(at("m.model"))).toEqual(before);
    expect(await run("threshold", at("m.model"), "--by", "recall=0.8", "--out", at("r.model"))).toMatch(
      /Model written to .*r\.model/,
    );
    const shown = await run("threshold", at("r.model"));
    expect(shown).toMatch(/^Now .*\(recall=0\.8\)$/m);
    expect(shown).toMatch(/^ +now +-?\d/m);
  });

  it("writes onto the model itself only with --in-place", async () => {
    copyFileSync(at("m.model"), at("own.model"));
    const told = await refused("threshold", at("own.model"), "--by", "score=2", "--out", at("own.model"));
    expect(told).toContain("--in-place");
    expect(
      await refused("threshold", at("own.model"), "--by", "score=2", "--out", at("x.model"), "--in-place"),
    ).toContain("Leave one");
    expect(await refused("threshold", at("own.model"), "--in-place")).toContain("--by precision=0.8");
    expect(await refused("threshold", at("m.model"), at("new.csv"), "--by", "prior", "--out", at("new.csv"))).toContain(
      "the file of bags",
    );
    await run("threshold", at("own.model"), "--by", "score=2", "--in-place");
    expect((await json("threshold", at("own.model"))).now).toMatchObject({
      value: 2,
      rule: "score=2",
      reason: expect.stringMatching(/\d+ of 70/),
    });
    await run("threshold", at("own.model"), "--by", "default", "--in-place");
    expect(readFileSync(at("own.model"))).toEqual(readFileSync(at("m.model")));
  });

  it("takes the bags of a file for a budget, labelled ones apart, and predict then calls just those positive", async () => {
    copyFileSync(at("m.model"), at("b.model"));
    const { threshold } = await json("threshold", at("b.model"), at("new.csv"), "--by", "budget=7", "--in-place");
    expect(threshold.reason).toMatch(/^the 7 highest of 70 bags to review;/);
    const ranked = await json("rank", at("b.model"), at("new.csv"), "--top", "8");
    expect(ranked.threshold).toMatchObject({ rule: "budget=7" });
    expect(ranked.bags.map(({ score }: { score: number }) => score >= threshold.value)).toEqual([
      ...new Array(7).fill(true),
      false,
    ]);
    expect(flat(await run("rank", at("b.model"), at("new.csv")))).toContain(
      "(budget=7): the 7 highest of 70 bags to review",
    );
    const { bags } = await json("predict", at("b.model"), at("new.csv"));
    for (const { score, predicted } of bags) expect(predicted).toBe(score >= threshold.value ? "positive" : "negative");
    const summary = await run("predict", at("b.model"), at("new.csv"), "--out", at("p.csv"));
    expect(flat(summary)).toMatch(/called positive from a score of/);
    expect(await run("predict", at("m.model"), at("new.csv"), "--out", at("p.csv"))).not.toContain("Called positive");
  });

  it("decides by new bags where a file is given, and not by bags that it was trained on", async () => {
    const own = await json("threshold", at("m.model"), "--by", "prior");
    const other = await json("threshold", at("m.model"), at("new.csv"), "--by", "prior");
    expect(other.threshold.value).not.toBe(own.threshold.value);
    expect(await refused("threshold", at("m.model"), at("bags.csv"), "--by", "prior")).toMatch(
      /bags\.csv: .*trained on these bags/,
    );
    // Of both, only what is new counts.
    const [header, ...rows] = readFileSync(at("bags.csv"), "utf8").trim().split("\n");
    const renamed = rows.map((row) => row.replace(/^[^,]*/, (id) => `old-${id}`));
    writeFileSync(at("both.csv"), `${readFileSync(at("new.csv"), "utf8").trim()}\n${renamed.join("\n")}\n`);
    expect(header.split(",")[0]).toBe("bag");
    const both = await json("threshold", at("m.model"), at("both.csv"), "--by", "prior");
    expect(both.threshold).toEqual(other.threshold);
    expect(both.notes.map(({ code }: { code: string }) => code)).toContain("trained-on");
  });

  it("takes another prior, a share or a range", async () => {
    const rate = async (prior: string) =>
      (await json("threshold", at("m.model"), "--by", "prior", "--prior", prior)).threshold.expected.positiveRate.value;
    expect(Math.abs((await rate("0.1")) - 0.1)).toBeLessThanOrEqual(0.5 / 70);
    expect(Math.abs((await rate("0.4..0.6")) - 0.5)).toBeLessThanOrEqual(0.5 / 70);
  });

  it("says what is wrong and what to do", async () => {
    expect(await refused("threshold", at("m.model"), "--by", "best")).toMatch(
      /--by is "best"\. Give one of default, prior/,
    );
    expect(await refused("threshold", at("m.model"), "--by", "precision=1", "--prior", "0.01")).toMatch(
      /precision of 1: .*0\.01 .*0\.\d+\. .*at most 0\.\d+/,
    );
    expect(await refused("threshold", at("m.model"), "--by", "prior", "--prior", "30%")).toContain("Write 0.3 instead");
  });

  it("works for a model without held-out scores, by new bags", async () => {
    await run("train", at("bags.csv"), "--out", at("mil.model"), "--method", "pu-mil", "--epochs", "1");
    expect(await refused("threshold", at("mil.model"))).toMatch(/pu-mil .*threshold MODEL FILE/);
    expect(await refused("threshold", at("mil.model"), "--by", "recall=0.9")).toContain("new to the model");
    expect(await refused("threshold", at("mil.model"), at("new.csv"), "--by", "prior")).toContain("--prior");
    const text = await run("threshold", at("mil.model"), at("new.csv"));
    expect(text).toMatch(/Prior, risk, precision=0\.8, precision=0\.9 .*--prior/);
    const { threshold } = await json("threshold", at("mil.model"), at("new.csv"), "--by", "prior", "--prior", "0.3");
    expect(threshold.expected.positiveRate.value).toBeCloseTo(0.3, 1);
  });
});

describe("bagwise train --threshold", () => {
  it("keeps the threshold in the model and shows it with its reason", async () => {
    const text = await run(
      "train",
      at("bags.csv"),
      "--out",
      at("t.model"),
      ...QUICK,
      "--threshold",
      "risk",
      "--details",
    );
    expect(flat(text)).toMatch(/Threshold -?\d\S* \(risk\): .*risk, -?0\.\d+ .*0\.3;/);
    expect(flat(text)).toContain("Expected at a threshold of 0: precision");
    expect((await json("threshold", at("t.model"))).now.rule).toBe("risk");
    const auto = await run(
      "train",
      at("bags.csv"),
      "--out",
      at("t.model"),
      "--bootstrap",
      "0",
      "--threshold",
      "budget=5",
    );
    expect(flat(auto)).toContain("(budget=5): the 5 highest of 70 unlabeled bags");
    expect(await run("train", at("bags.csv"), "--out", at("t.model"), ...QUICK)).not.toMatch(/^Threshold/m);
  });

  it("refuses a rule that is none before it reads, and keeps the model where a rule cannot be followed", async () => {
    expect(await refused("train", at("none.csv"), "--out", at("u.model"), "--threshold", "best")).toContain(
      '--threshold is "best"',
    );
    const told = await refused(
      "train",
      at("bags.csv"),
      "--out",
      at("u.model"),
      "--method",
      "lsdd",
      "--threshold",
      "prior",
    );
    expect(told).toMatch(/^bagwise: --threshold prior .*lsdd .*--prior/);
    expect(existsSync(at("u.model"))).toBe(false);
    const late = await refused(
      "train",
      at("bags.csv"),
      "--out",
      at("u.model"),
      ...QUICK,
      "--threshold",
      "precision=1",
      "--prior",
      "0.001",
    );
    expect(late).toMatch(/no threshold reaches.*The model was written to .*u\.model with the usual threshold/);
    expect((await json("threshold", at("u.model"))).now.rule).toBe("default");
  });

  it.each([
    ["lsdd", ["--threshold", "risk"], /which lsdd does not estimate/],
    ["dsdd", ["--calibrate", "monotone"], /--calibrate monotone needs the share of positives, which dsdd does not/],
    ["pu-mil", ["--threshold", "recall=0.9"], /pu-mil.*bagwise threshold MODEL FILE/],
    ["pu-mil", ["--calibrate", "sigmoid"], /pu-mil.*bagwise calibrate MODEL FILE/],
  ])("knows before it trains what %s cannot do with %j", async (method, args, message) => {
    expect(await refused("train", at("bags.csv"), "--out", at("v.model"), "--method", method, ...args)).toMatch(
      message,
    );
    expect(existsSync(at("v.model"))).toBe(false);
  });

  it("follows the rules that need no prior without one", async () => {
    await run("train", at("bags.csv"), "--out", at("w.model"), "--method", "lsdd", "--threshold", "recall=0.8");
    expect((await json("threshold", at("w.model"))).now.rule).toBe("recall=0.8");
  });
});
