import { describe, expect, it } from "vitest";
import { studyPrior } from "../../src/learners/index.js";
import { PRIOR_METHOD_NAMES } from "../../src/prior/index.js";
import { trainingSet } from "./make.js";

describe("a study of the prior", () => {
  it("has every estimator, and more predicted positives for a larger prior", async () => {
    const bags = trainingSet();
    const steps: number[] = [];
    const study = await studyPrior(bags, { seed: 1 }, { onProgress: ({ done }) => steps.push(done) });
    expect(study.unlabeled).toBe(bags.unlabeled().size);
    expect(study.estimates.map(({ method }) => method).sort()).toEqual([...PRIOR_METHOD_NAMES].sort());
    const counts = study.sensitivity.map(({ predictedPositive }) => predictedPositive);
    expect(counts[counts.length - 1]).toBeGreaterThan(counts[0]);
    expect(steps).toEqual(study.sensitivity.map((_, k) => k));
  });

  it("stops when the signal says so", async () => {
    await expect(studyPrior(trainingSet(), {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
