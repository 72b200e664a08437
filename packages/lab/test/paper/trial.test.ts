import { learnerByName } from "@bagwise/core/learners";
import { describe, expect, it } from "vitest";
import { dataSetByName, drawBags, METHODS, methodByName, runTrial } from "../../../bagwise/src/entries/lab.js";
import { learnerSeed } from "../../src/trials/trial.js";
import { originals, specOf } from "../make.js";

const bags = originals();

describe("runTrial", () => {
  it("gives what drawing, training and counting by hand give", async () => {
    const spec = specOf();
    const { result } = await runTrial(bags, spec);
    const { training, test } = drawBags(bags, spec);
    const options = methodByName("pu-skc").options({
      dataset: dataSetByName("elephant"),
      truePrior: 0.3,
      priorEstimate: "true",
      centres: 100,
      seed: learnerSeed(spec),
    });
    const model = await learnerByName("pu-skc").create(options).fit(training);
    const predictions = model.predict(test);
    const right = predictions.filter(({ predicted }, i) => predicted === test.labelOf(i)).length;
    const positive = predictions.filter(({ predicted }) => predicted === "positive").length;
    expect(result.accuracy).toBe(right / test.size);
    expect(result.positiveRate).toBe(positive / test.size);
    expect(result.usedPrior).toBe(0.3);
    expect(result.status).toBe("solved");
    expect(result.chosen).toMatchObject({ degree: model.card.chosen.degree, lambda: model.card.chosen.lambda });
    expect(result.auc).toBeGreaterThan(0.7);
  });

  it("is the same in every run but for the time", async () => {
    const spec = specOf({ priorEstimate: "as-printed", trial: 3 });
    const first = await runTrial(bags, spec);
    const second = await runTrial(bags, spec);
    expect(JSON.stringify(second.result)).toBe(JSON.stringify(first.result));
    expect(Object.keys(first.timing)).toEqual(["draw", "train", "score"]);
  });

  it("estimates the printed prior from the raw kernel of degree 1, s.s' + 1, with the data set's eta", async () => {
    const spec = specOf({ priorEstimate: "as-printed" });
    // Values so large that the data set's eta does not drown them.
    const large = bags.withMatrix(bags.toMatrix().map((value) => 30 * value));
    const { training } = drawBags(large, spec);
    const statistics = Array.from(training, ({ size, instance }) => {
      const rows = Array.from({ length: size }, (_, j) => [...instance(j)]);
      return [Math.min, Math.max].flatMap((extreme) => rows[0].map((_, j) => extreme(...rows.map((row) => row[j]))));
    });
    const phi = statistics.map((a) => statistics.map((b) => 1 + dot(a, b)));
    const rowsOf = (label: string) => phi.filter((_, i) => training.labelOf(i) === label);
    const [positive, unlabeled] = [rowsOf("positive"), rowsOf("unlabeled")];
    const second = phi.map((_, l) => phi.map((_, m) => mean(positive.map((row) => row[l] * row[m]))));
    const first = phi.map((_, l) => mean(unlabeled.map((row) => row[l])));
    const weights = solved(
      second.map((row, l) => row.map((value, m) => value + (l === m ? dataSetByName("elephant").eta : 0))),
      first,
    );
    const prior =
      1 /
      (2 * dot(first, weights) -
        dot(
          weights,
          second.map((row) => dot(row, weights)),
        ));
    expect(prior).toBeGreaterThan(0.001);
    expect(prior).toBeLessThan(0.999);
    const { result } = await runTrial(large, spec);
    expect(result.usedPrior).toBeCloseTo(prior, 6);
  });

  it.each(METHODS.map(({ name }) => name))("runs %s, with a result that survives JSON", async (method) => {
    const { result } = await runTrial(bags, specOf({ method, unlabeled: 20, test: 20 }));
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    for (const value of [result.accuracy, result.balancedAccuracy, result.auc, result.averagePrecision]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
    expect(typeof result.status).toBe("string");
  });

  it("times drawing, training and scoring in seconds by the clock it is given", async () => {
    const times = [1000, 1500, 3500, 3600];
    const { timing } = await runTrial(bags, specOf(), { now: () => times.shift() ?? Number.NaN });
    expect(timing).toEqual({ draw: 0.5, train: 2, score: 0.1 });
  });

  it("tells its progress and stops when it is told to", async () => {
    const steps: string[] = [];
    await runTrial(bags, specOf(), { onProgress: ({ step }) => steps.push(step) });
    expect(steps.length).toBeGreaterThan(0);
    const controller = new AbortController();
    const running = runTrial(bags, specOf(), { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(running).rejects.toThrow(/abort/i);
    await expect(runTrial(bags, specOf(), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it("refuses a method or a data set that there is not", async () => {
    await expect(runTrial(bags, specOf({ method: "svm" }))).rejects.toThrow(/no method "svm"/);
    await expect(runTrial(bags, specOf({ dataset: "wolf" }))).rejects.toThrow(/no data set "wolf"/);
  });
});

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, j) => sum + value * b[j], 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Gaussian elimination of a positive definite system. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (const [k, pivot] of rows.entries()) {
    for (const [i, row] of rows.entries()) {
      if (i === k) continue;
      const factor = row[k] / pivot[k];
      for (let j = k; j < row.length; j++) row[j] -= factor * pivot[j];
    }
  }
  return rows.map((row, i) => row[rows.length] / row[i]);
}
