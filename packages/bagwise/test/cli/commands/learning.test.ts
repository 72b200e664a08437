import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { puSkc } from "@bagwise/core/learners";
import { decodeProblem, encodeProblem, isMachine, type Problem, prepare, solve } from "@bagwise/core/solver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBags } from "../../../src/node/files/read-bags.js";
import { dataFolder, missing } from "../../require-all.js";
import { cliBuilt, cliHere, printed } from "../run-cli.js";

let folder: string;
/** What `train` says of m.model, which it made with no option but --out. */
let trained: { learner: string; prior: { value: number; low: number; high: number; belief: object } };
const at = (name: string) => join(folder, name);

/** Runs a command in the folder that must do well; what it printed. */
const run = (...args: readonly string[]) => printed(args, { cwd: folder });

const runJson = async (...args: readonly string[]) => JSON.parse(await run(...args, "--json"));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-learning-"));
  const shape = ["--dimensions", "4", "--distance", "5"];
  await run("synth", "bags.csv", "--bags", "60", "--labeled", "15", "--prior", "0.3", "--seed", "1", ...shape);
  await run("synth", "test.csv", "--bags", "80", "--prior", "0.4", "--reveal", "--seed", "2", ...shape);
  await run("synth", "other.csv", "--bags", "20", "--dimensions", "6", "--seed", "3");
  trained = await runJson("train", "bags.csv", "--out", "m.model");
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the learning commands, one after the other", () => {
  it("find what was put in", async () => {
    expect(await runJson("inspect", "bags.csv")).toMatchObject({ bags: 60, positive: 15, unlabeled: 45 });
    const prior = await runJson("prior", "bags.csv", "--estimators");
    expect(prior.unlabeled).toBe(45);
    for (const { method, value, low, high } of prior.estimates) {
      expect(low, method).toBeLessThanOrEqual(value);
      expect(high, method).toBeGreaterThanOrEqual(value);
    }
    const counts = prior.sensitivity.map((point: { predictedPositive: number }) => point.predictedPositive);
    expect(counts[0]).toBeLessThan(counts[counts.length - 1]);
    // Training believes what `prior` shows.
    expect(trained.learner).toBe("auto");
    expect(prior.belief).toEqual(trained.prior.belief);
    expect(prior.summary).toMatchObject({
      mean: trained.prior.value,
      low: trained.prior.low,
      high: trained.prior.high,
    });
    const skc = await runJson("train", "bags.csv", "--out", "skc.model", "--method", "pu-skc");
    const used = ({ method }: { method: string }) => method === skc.prior.method;
    // Ranges are of the bags, and no estimator knows them.
    const { ranges: _, ...estimated } = skc.prior;
    expect(prior.estimates.find(used)).toMatchObject(estimated);
    const text = await run("prior", "other.csv", "--scenario", "single-set", "--seed", "4", "--estimators");
    expect(text).toMatch(/ratio +\d\.\d{3}.* to \d\.\d\d/);
    expect(text).toMatch(/prior 0\.90 +\d+ +█/);
  });

  it("train --details shows the verdict, the ranking, then the prior, then what was chosen and why, and what to do next", async () => {
    const text = await run("train", "bags.csv", "--out", "text.model", "--details");
    const titles = [
      /^Verdict +The positive bags/m,
      /^Data +60 bags: 15 positive, 45 unlabeled/m,
      /^The most likely unlabeled bags/m,
      /^Share of positives among the (45 )?unlabeled bags/m,
      /^ {2}0\.\d\d to 0\.\d\d \(90 % interval\), perhaps 0\.\d\d, from the data/m,
      /^What was chosen, and why/m,
      /^ {2}Decision: /m,
      /^Certificate +solved: relative duality gap (below )?\d/m,
      /^Expected +AUC 0\.\d/m,
      /^Next: bagwise rank text\.model bags\.csv/m,
    ];
    const places = titles.map((title) => text.search(title));
    expect(places).not.toContain(-1);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    const { bags } = await runJson("rank", "m.model", "bags.csv", "--top", "3");
    for (const [k, { bag }] of bags.entries()) expect(text).toMatch(new RegExp(`^ *${k + 1} +${bag} `, "m"));
    expect(readFileSync(at("text.model"))).toEqual(readFileSync(at("m.model")));
  });

  it("train --method pu-skc says what it found, chose and proved, and what to do next", async () => {
    const text = await run("train", "bags.csv", "--out", "text.model", "--method", "pu-skc", "--details");
    for (const title of ["Data", "Method", "Kernel", "Prior", "Chosen", "Certificate", "Expected", "Theorem 1"])
      expect(text).toMatch(new RegExp(`^${title} `, "m"));
    expect(text).toMatch(/60 bags: 15 positive, 45 unlabeled/);
    expect(text).toMatch(/45 of 45 problems certified/);
    expect(text).toMatch(/\d\*/);
    expect(text).toMatch(/solved: relative duality gap (below )?\d/);
    expect(text).toMatch(/Next: bagwise rank text\.model bags\.csv/);
  });

  it("train --json has what programs want", async () => {
    const found = await runJson(
      "train",
      "bags.csv",
      "--out",
      "json.model",
      "--method",
      "pu-skc",
      "--prior",
      "bbe",
      "--degree",
      "1,2",
      "--lambda",
      "0.1,0.01",
    );
    expect(found.prior).toMatchObject({
      method: "bbe",
      value: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
    });
    expect(found.certificate.status).toBe("solved");
    expect(found.certificate.relativeGap).toBeLessThanOrEqual(1e-8);
    expect(found).toMatchObject({ model: "json.model", bytes: readFileSync(at("json.model")).length });
    expect(found.risks).toHaveLength(4);
    expect(found.options).toEqual({ prior: "bbe", degree: [1, 2], lambda: [0.1, 0.01] });
  });

  it("rank gives the likeliest first, without those known already", async () => {
    const { bags, ranked } = await runJson("rank", "m.model", "bags.csv", "--top", "10");
    expect(ranked).toBe(45);
    expect(bags).toHaveLength(10);
    bags.forEach((bag: { bag: string; rank: number; score: number; known: string }, k: number) => {
      expect(Object.keys(bag).sort()).toEqual(["bag", "heldOut", "known", "probability", "rank", "score"]);
      expect([bag.rank, bag.known]).toEqual([k + 1, "unlabeled"]);
      if (k > 0) expect(bag.score).toBeLessThanOrEqual(bags[k - 1].score);
    });
    expect((await runJson("rank", "m.model", "bags.csv", "--all")).ranked).toBe(60);
    const text = await run("rank", "m.model", "bags.csv", "--top", "3");
    expect(text).toContain(bags[0].bag);
    expect(text).toMatch(/^The first 3 of 45 bags/m);
  });

  it("predict gives score, answer and probability of every bag, printed or written", async () => {
    const { bags } = await runJson("predict", "m.model", "test.csv");
    const rows = (await run("predict", "m.model", "test.csv")).trim().split("\n");
    expect(rows[0]).toBe("bag,score,predicted,probability,heldOut");
    expect(rows).toHaveLength(81);
    rows.slice(1).forEach((row, i) => {
      const [bag, score, predicted, probability, held] = row.split(",");
      const answer = {
        bag,
        score: Number(score),
        predicted,
        probability: Number(probability),
        heldOut: held === "yes",
      };
      expect(answer).toEqual(bags[i]);
    });
    expect(await run("predict", "m.model", "test.csv", "--out", "scores.csv")).toMatch(
      /80 bags scored, \d+ predicted positive/,
    );
    expect(readFileSync(at("scores.csv"), "utf8").trim().split("\n")).toEqual(rows);
  });

  it.each([
    ["lsdd", []],
    // One width, one lambda: its search has tests of its own.
    ["dsdd", ["--width", "2", "--lambda", "0.01"]],
    ["pu-mil", []],
  ])("%s trains, ranks and gives the scores of instances", async (method, options) => {
    const report = await run(
      "train",
      "bags.csv",
      "--out",
      `${method}.model`,
      "--details",
      "--method",
      method,
      ...options,
    );
    expect(report).toMatch(/Prior +not needed by this method/);
    expect(report).toMatch(/Certificate +solved/);
    expect((await runJson("rank", `${method}.model`, "bags.csv")).bags).toHaveLength(20);
    const { bags } = await runJson("predict", `${method}.model`, "test.csv", "--instances");
    for (const { score, instances, key } of bags) expect(instances[key - 1]).toBe(score);
    const rows = (await run("predict", `${method}.model`, "test.csv", "--instances")).trim().split("\n");
    expect(rows[0]).toBe("bag,instance,place,score,key");
    expect(rows.filter((row) => row.endsWith(",yes"))).toHaveLength(80);
    expect(rows).toHaveLength(1 + bags.reduce((sum: number, bag: { instances: [] }) => sum + bag.instances.length, 0));
    expect((await runJson("evaluate", `${method}.model`, "test.csv")).auc).toBeGreaterThan(0.6);
  });

  it("a baseline that is told the prior gives probabilities and measures", async () => {
    const { prior, measures, calibration } = await runJson(
      "train",
      "bags.csv",
      "--out",
      "p.model",
      "--method",
      "lsdd",
      "--prior",
      "0.3",
    );
    expect(prior).toMatchObject({ value: 0.3, method: "given" });
    expect(measures.recall.value).toBeGreaterThan(0);
    const { probabilities } = calibration;
    expect(probabilities).toEqual([...probabilities].sort((a: number, b: number) => a - b));
  });

  it("evaluate compares with the truth, and with a constant guess", async () => {
    const found = await runJson("evaluate", "m.model", "test.csv");
    for (const name of ["accuracy", "balancedAccuracy", "auc", "averagePrecision", "precision", "f1"])
      expect(found[name], name).toBeGreaterThan(0.7);
    // Without a word about the prior, few bags are called positive.
    expect(found.recall).toBeGreaterThan(0.5);
    expect(found.auc).toBeGreaterThan(0.9);
    expect(found.constantGuess).toBe(Math.max(found.positive, found.negative) / 80);
    const { truePositive, falsePositive, trueNegative, falseNegative } = found.confusion;
    expect(truePositive + falsePositive + trueNegative + falseNegative).toBe(80);
    const text = await run("evaluate", "m.model", "test.csv");
    expect(text).toMatch(/accuracy +\d\.\d{3} +\d\.\d{3} to \d\.\d{3} +\d\.\d{3} \(always (positive|negative)\)/);
    expect(text).toMatch(/truly positive +\d+ +\d+/);
    expect(text.replace(/\s+/g, " ")).toMatch(
      /^Evaluated \S*m\.model, by \d+ positive and \d+ negative bags of \S*test\.csv; .*--trained-on Threshold /,
    );
  });

  it("give a program the problem of a training, which has the same certificate when it is solved again", async () => {
    const again = async (loss: Problem["loss"], tolerance?: number) => {
      const files: Uint8Array[] = [];
      const { card } = await puSkc({ prior: 0.3, loss }).fit(await readBags(at("bags.csv")), {
        onProblem: (problem) => files.push(encodeProblem(problem)),
      });
      const problem = decodeProblem(files[0]);
      if (isMachine(problem)) throw new Error("it is no machine");
      const { phiP, phiU, prior, lambda } = problem;
      expect([phiP.rows, phiU.rows, phiU.cols, prior]).toEqual([15, 45, 60, 0.3]);
      return {
        card,
        solution: solve(prepare(phiP, phiU, { prior }), {
          lambda,
          loss,
          ...(tolerance !== undefined && { tolerance }),
        }),
      };
    };
    const { card, solution } = await again("double-hinge");
    expect(solution).toMatchObject(card.certificate);
    // The double hinge is solved exactly at once; other losses stop earlier.
    const early = await again("logistic", 1e-2);
    expect(early.solution.iterations).toBeLessThan(early.card.certificate.iterations);
  });

  it("score a file with its features in another order the same", async () => {
    const lines = readFileSync(at("test.csv"), "utf8").trim().split("\n");
    const swapped = lines.map((line) => {
      const cells = line.split(",");
      return [...cells.slice(0, -2), cells[cells.length - 1], cells[cells.length - 2]].join(",");
    });
    writeFileSync(at("swapped.csv"), `${swapped.join("\n")}\n`);
    expect(await run("predict", "m.model", "swapped.csv")).toBe(await run("predict", "m.model", "test.csv"));
  });
});

describe("bagwise train", () => {
  const options = ["--method", "pu-skc", "--prior", "0.3", "--lambda", "0.1,0.01"];
  const bytesOf = async (name: string, ...args: readonly string[]) => {
    await run("train", "bags.csv", "--out", name, ...options, ...args);
    return readFileSync(at(name));
  };

  it("writes the same bytes for the same seed, with one thread or two", async () => {
    const first = await bytesOf("one.model", "--seed", "5");
    expect(await bytesOf("two.model", "--seed", "5", "--workers", "1")).toEqual(first);
    const threads = ["train", "bags.csv", "--out", "three.model", ...options, "--seed", "5", "--workers", "2"];
    expect(await cliBuilt(threads, { cwd: folder })).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(at("three.model"))).toEqual(first);
    expect(await bytesOf("four.model", "--seed", "6")).not.toEqual(first);
  });

  it("takes every option of the learner", async () => {
    const found = await runJson(
      ...[
        "train",
        "bags.csv",
        "--out",
        "all.model",
        "--method",
        "pu-skc",
        "--prior",
        "pe",
        "--eta",
        "0.1",
        "--folds",
        "3",
      ],
      ...["--kernel", "min-max-mean-polynomial", "--scaling", "min-max", "--loss", "logistic", "--penalty", "rkhs"],
      ...[
        "--degree",
        "2",
        "--lambda",
        "0.1",
        "--landmarks",
        "20",
        "--landmark-way",
        "random",
        "--scenario",
        "single-set",
      ],
      ...["--negatives", "drop", "--seed", "8"],
    );
    expect(found).toMatchObject({
      chosen: { degree: 2, lambda: 0.1, loss: "logistic", penalty: "rkhs" },
      prior: { method: "pe" },
      training: { centres: 20 },
      options: { landmarkWay: "random", scenario: "single-set", eta: 0.1 },
    });
    expect(found.risks[0].folds).toBe(3);
  });

  it("keeps groups together", async () => {
    const lines = readFileSync(at("bags.csv"), "utf8").trim().split("\n");
    const patients = lines.map((line, i) => `${line},${i === 0 ? "patient" : `p${Number(line.slice(4, 7)) % 4}`}`);
    writeFileSync(at("grouped.csv"), `${patients.join("\n")}\n`);
    const found = await runJson("train", "grouped.csv", "--out", "g.model", "--group", "patient", ...options);
    expect(found.risks[0].folds).toBe(4);
  });

  const data = dataFolder();
  it.skipIf(missing("the paper's data sets (a folder named by BAGWISE_DATA)", data))(
    "learns from Musk1 with its negatives unlabeled",
    async () => {
      const musk = join(data ?? "", "musk1.csv");
      for (const method of ["auto", "pu-skc"]) {
        const args = ["--method", method, "--out", at("musk.model")];
        const refused = await cliHere(["train", musk, ...args]);
        expect(refused.status).toBe(2);
        expect(refused.stderr).toMatch(/45 bags .*--negatives/);
        const found = await runJson("train", musk, ...args, "--negatives", "unlabeled", "--prior", "0.2");
        expect(found.certificate.status).toBe("solved");
        expect(found.training).toMatchObject({ positive: 47, unlabeled: 45 });
        expect((await runJson("evaluate", "musk.model", musk)).auc).toBeGreaterThan(0.8);
      }
    },
  );
});
