import { describe, expect, it } from "vitest";
import { synthesise } from "../../src/bags/synthesise.js";
import { studyPrior } from "../../src/evaluation/prior-study.js";
import { studiedBags } from "../../src/evaluation/prior-study-run.js";
import type { TrainingProgress } from "../../src/learners/learner.js";
import { PRIOR_METHOD_NAMES } from "../../src/prior/estimators/method.js";
import { trainingSet } from "../learners/make.js";

describe("a study of the prior", () => {
  it("has, if you ask, every estimator, and more predicted positives for a larger prior", async () => {
    const bags = trainingSet();
    const steps: number[] = [];
    const onProgress = ({ step, done }: TrainingProgress) => step === "sensitivity" && steps.push(done);
    const study = await studyPrior(bags, { seed: 1, estimators: true }, { onProgress });
    expect(study.unlabeled).toBe(bags.unlabeled().size);
    expect(study.estimates.map(({ method }) => method).sort()).toEqual([...PRIOR_METHOD_NAMES].sort());
    const counts = study.sensitivity.map(({ predictedPositive }) => predictedPositive);
    expect(counts[counts.length - 1]).toBeGreaterThan(counts[0]);
    expect(steps).toEqual(study.sensitivity.map((_, k) => k));
  });

  it("believes in less where the user knows more", async () => {
    const bags = trainingSet();
    const [alone, audited] = await Promise.all([
      studyPrior(bags, { seed: 1 }),
      studyPrior(bags, { seed: 1, priorAtMost: 0.6, audited: { positive: 3, reviewed: 10 } }),
    ]);
    expect(audited.summary.sd).toBeLessThan(alone.summary.sd);
    expect(audited.summary.high).toBeLessThan(0.6);
    expect(audited.known).toEqual({ low: 0, high: 0.6, audit: { positive: 3, reviewed: 10 } });
    expect(audited.estimates).toEqual([]);
    const exact = await studyPrior(bags, { seed: 1, prior: 0.3 });
    expect(exact.belief).toEqual({ points: [0.3], weights: [1] });
  });

  it("takes answers as labels, but not in a single set, whose share of labelled bags means something", async () => {
    const bags = trainingSet();
    const [first, second] = bags.unlabeled().ids();
    const audited = [
      { bag: first, label: "positive" },
      { bag: second, label: "negative" },
    ] as const;
    const study = await studyPrior(bags, { audited });
    expect(study.unlabeled).toBe(bags.unlabeled().size - 2);
    expect(study.known.audit).toEqual({ positive: 1, reviewed: 2 });
    const single = await studyPrior(bags, { audited, scenario: "single-set" });
    expect(single.unlabeled).toBe(bags.unlabeled().size);
    // 10 of the 30 bags are labelled positive.
    expect(single.belief.points[0]).toBeGreaterThan(1 / 3);
  });

  it("finds contradictions before it works", async () => {
    const started: number[] = [];
    const study = studyPrior(
      trainingSet(),
      { prior: 0.5, priorAtMost: 0.3 },
      { onProgress: ({ done }) => started.push(done) },
    );
    await expect(study).rejects.toThrow(/0\.5 is not at most 0\.3/);
    expect(started).toEqual([]);
  });

  it("stops when the signal says so", async () => {
    await expect(studyPrior(trainingSet(), {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it("gives the estimators a sample of very many bags, and says how many", () => {
    const { bags } = synthesise({ bags: 400, labeled: 40, dimensions: 1, bagSize: [1, 1] });
    const sizes = (set: typeof bags) => [set.positive().size, set.unlabeled().size];
    expect(studiedBags(bags, {}).bags).toBe(bags);
    expect(studiedBags(bags, {}).notes).toEqual([]);
    const twoSamples = studiedBags(bags, { seed: 1 }, 100);
    expect(sizes(twoSamples.bags)).toEqual([40, 60]);
    expect(twoSamples.notes).toMatchObject([{ code: "studied-on-sample" }]);
    expect(twoSamples.notes[0].message).toContain("40 of 40 positive and 60 of 360 unlabeled");
    // In a single set the share of labelled bags carries the prior.
    expect(sizes(studiedBags(bags, { scenario: "single-set" }, 100).bags)).toEqual([10, 90]);
    expect(studiedBags(bags, { seed: 1 }, 100).bags.ids()).toEqual(twoSamples.bags.ids());
  });
});
