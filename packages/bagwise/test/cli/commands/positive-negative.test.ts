import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registerLearner } from "@bagwise/core/learners";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedMeansEntry } from "../../../../core/test/learners/signed-means.js";
import { cliHere, printed, refusal } from "../run-cli.js";

const remove = registerLearner(signedMeansEntry);
const folder = mkdtempSync(join(tmpdir(), "bagwise-signed-"));
afterAll(() => {
  remove();
  rmSync(folder, { recursive: true, force: true });
});
const run = (command: string) => printed(command.split(" "), { cwd: folder });
const refused = (command: string) => refusal(command.split(" "), { cwd: folder });
const json = async (command: string) => JSON.parse(await run(`${command} --json`));
/** The text of a page, without pictures and scripts. */
const textOf = (page: string) =>
  readFileSync(join(folder, page), "utf8")
    .replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("a model from positive and negative bags alone", () => {
  /** Each bag with its label, 1 or -1, and its held-out score. */
  let bags: { label: number; score: number }[] = [];
  beforeAll(async () => {
    await run("synth signed.csv --bags 80 --distance 3 --reveal --seed 5");
    await run("synth new.csv --bags 60 --distance 3 --reveal --seed 6");
    await run("train signed.csv --method signed-means --out m.model");
    const lines = readFileSync(join(folder, "signed.csv"), "utf8").trimEnd().split("\n").slice(1);
    const labels = new Map(lines.map((line) => [line.split(",")[0], Number(line.split(",")[1])]));
    const predicted: { bags: { bag: string; score: number; heldOut: boolean }[] } =
      await json("predict m.model signed.csv");
    expect(predicted.bags.every(({ heldOut }) => heldOut)).toBe(true);
    bags = predicted.bags.map(({ bag, score }) => ({ label: labels.get(bag) ?? 0, score }));
  });
  const count = (label: number, from: number) => bags.filter((bag) => bag.label === label && bag.score >= from).length;

  it("speaks of negative bags, and offers only what works without unlabeled ones", async () => {
    for (const flags of ["", " --details", " --prior 0.3"]) {
      const text = await run(`train signed.csv --method signed-means --out again.model${flags}`);
      expect(text).toMatch(/outscore \d+ % of the\s+negative\s+bags/);
      expect(text).not.toMatch(/unlabeled|NaN|audit|--prior 0.1/);
    }
  });

  it("is evaluated by its held-out bags and their labels", async () => {
    const { confusion, accuracy, auc, source, bags: size } = await json("evaluate m.model");
    const [right, wrong] = [count(1, 0), count(-1, 0)];
    expect(confusion).toMatchObject({ truePositive: right, falsePositive: wrong });
    expect([source, size]).toEqual(["held-out", bags.length]);
    const positives = bags.filter(({ label }) => label === 1);
    const negatives = bags.filter(({ label }) => label === -1);
    expect(accuracy).toBeCloseTo((right + negatives.length - wrong) / bags.length, 12);
    const pairs = positives.flatMap((one) =>
      negatives.map((other) => (one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0)),
    );
    expect(auc).toBeCloseTo(pairs.reduce((sum: number, pair) => sum + pair, 0) / pairs.length, 12);
    expect(await run("evaluate m.model")).toContain("truly negative");
    expect((await json("evaluate m.model signed.csv --folds 3")).source).toBe("cross-fitted");
  });

  it("has thresholds by counts: the precision of a rule is that of the held-out bags", async () => {
    const { threshold } = await json("threshold m.model --by precision=0.8");
    const [right, wrong] = [count(1, threshold.value), count(-1, threshold.value)];
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.8);
    expect(threshold.expected.precision.value).toBeCloseTo(right / (right + wrong), 12);
    for (const rule of ["recall=0.9", "risk", "prior"]) {
      const text = await run(`threshold m.model --by ${rule}`);
      expect(text).toMatch(/held-out\s+negative\s+bags/);
      expect(text).not.toContain("NaN");
    }
    const fewest = Math.min(
      ...bags.map(({ score }) => bags.filter((bag) => (bag.label === 1) !== bag.score >= score).length),
    );
    const { value } = (await json("threshold m.model --by risk")).threshold;
    expect(bags.filter((bag) => (bag.label === 1) !== bag.score >= value).length).toBeLessThanOrEqual(fewest);
    expect(await run("threshold m.model")).not.toMatch(/NaN|Infinity/);
    expect(await run("threshold m.model new.csv --by recall=0.8")).not.toContain("NaN");
  });

  it("has probabilities whose mean is the share of positives", async () => {
    const share = bags.filter(({ label }) => label === 1).length / bags.length;
    for (const method of ["monotone", "sigmoid"]) {
      await run(`calibrate m.model --method ${method} --out c.model --force`);
      const found: { bags: { probability: number }[] } = await json("predict c.model signed.csv");
      const mean = found.bags.reduce((sum, { probability }) => sum + probability, 0) / found.bags.length;
      expect(Math.abs(mean - share), method).toBeLessThan(0.03);
    }
    await run("calibrate m.model new.csv --out c.model --force");
  });

  it("is told that the share of positives is known where you state one", async () => {
    for (const command of [
      "evaluate m.model --prior 0.3",
      "threshold m.model --by risk --prior 0.3",
      "calibrate m.model --prior 0.3",
      "report m.model signed.csv --prior 0.3 --out x.html",
    ])
      expect(await refused(command)).toContain("the labels of all bags are known");
    expect(await refused("evaluate m.model --top 5")).toContain("--top");
    expect(await refused("audit m.model signed.csv --out a.csv")).toContain("no unlabeled bag to audit");
    expect(await refused("threshold m.model --by budget=5")).toContain("no bag to review");
  });

  it("has a report that counts, and estimates nothing", async () => {
    for (const [command, page] of [
      ["report m.model signed.csv --out with.html", "with.html"],
      ["report m.model --out without.html", "without.html"],
    ]) {
      await run(command);
      const text = textOf(page);
      expect(text).toContain("Counted on held-out bags, whose labels are all known.");
      expect(text).toContain("All training bags have a label.");
      expect(text).not.toMatch(/NaN|0 unlabeled|unlabeled bags are expected/);
    }
  });

  it("ranks and explains new bags", async () => {
    expect((await json("rank m.model new.csv --top 3")).bags).toHaveLength(3);
    expect(await run("explain m.model new.csv --top 1")).toContain("Score");
  });

  it("says that nothing separates positive from negative bags, not from unlabeled ones", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `b${i},${i % 2 === 0 ? 1 : -1},${((i * 7919) % 41) / 8}`);
    writeFileSync(join(folder, "noise.csv"), `bag,label,x\n${rows.join("\n")}\n`);
    const equal = Array.from({ length: 20 }, (_, i) => `b${i},${i % 2 === 0 ? 1 : -1},1`);
    writeFileSync(join(folder, "equal.csv"), `bag,label,x\n${equal.join("\n")}\n`);
    for (const file of ["noise.csv", "equal.csv"]) {
      const text = await run(`train ${file} --method signed-means --use x --out n.model --force`);
      expect(text.replace(/\s+/g, " ")).toMatch(
        /[Nn]othing (separates|tells) the positive bags from the negative ones/,
      );
    }
  });
});

describe("a method for positive and negative bags, on positive and unlabeled ones", () => {
  beforeAll(async () => {
    await run("synth pu.csv --bags 100 --distance 4 --seed 3");
    await run("train pu.csv --method signed-means --out pu.model");
  });

  it("says that it takes unlabeled bags for negative", async () => {
    const { notes } = await json("train pu.csv --method signed-means --out pu2.model");
    expect(notes.map(({ code }: { code: string }) => code)).toContain("unlabeled-as-negative");
  });

  it("needs the prior for measures, thresholds by it and probabilities", async () => {
    expect((await json("evaluate pu.model")).prior).toBeNull();
    expect((await json("evaluate pu.model --prior 0.3")).measures.auc.value).toBeGreaterThan(0.7);
    expect(await refused("threshold pu.model --by precision=0.5")).toContain("prior");
    expect(await run("threshold pu.model --by precision=0.5 --prior 0.3")).toContain("unlabeled");
    expect(await refused("calibrate pu.model")).toContain("prior");
    await run("calibrate pu.model --prior 0.3");
  });

  it("writes the model even if the threshold needs a prior that the data do not tell", async () => {
    const command = "train pu.csv --method signed-means --threshold precision=0.5 --out kept.model";
    expect((await cliHere(command.split(" "), { cwd: folder })).code).toBe("no-prior");
    expect((await json("rank kept.model pu.csv --top 2")).bags).toHaveLength(2);
  });
});

it("a method for positive and unlabeled bags names the other kind where there are only labels 1 and -1", async () => {
  expect(await refused("train signed.csv --out x.model")).toContain("a method that learns from positive and negative");
});

it("a given prior of a method without a distribution is shown as given, not as a guess", async () => {
  const text = await run("train pu.csv --method lsdd --prior 0.3 --out l.model");
  expect(text).toContain("0.3 of the 90 unlabeled bags, given by you");
});
