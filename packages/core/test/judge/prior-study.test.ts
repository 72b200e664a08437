import { describe, expect, it } from "vitest";
import { synthesise } from "../../src/bags/synthesise.js";
import { studyPrior } from "../../src/judge/prior-study.js";
import { studiedBags } from "../../src/judge/prior-study-run.js";
import type { TrainingProgress } from "../../src/learners/learner.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
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

  it("counts the predicted positives of ten trainings with one fixed setting", async () => {
    const bags = trainingSet();
    const { sensitivity } = await studyPrior(bags, { estimators: true });
    expect(sensitivity.map(({ prior }) => prior)).toEqual([0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    for (const { prior, predictedPositive } of sensitivity.slice(2, 5)) {
      const model = await puSkc({ degree: 1, lambda: 1e-3, prior }).fit(bags);
      const called = model.predict(bags.unlabeled()).filter(({ predicted }) => predicted === "positive");
      expect(predictedPositive).toBe(called.length);
    }
  });

  it("knows that an audit is no larger than the unlabeled bags, and how many are left to review", async () => {
    const bags = trainingSet();
    const audited = (reviewed: number) => studyPrior(bags, { audited: { positive: 1, reviewed } });
    await expect(audited(bags.unlabeled().size + 1)).rejects.toMatchObject({ code: "audit-size" });
    const whole = await audited(bags.unlabeled().size);
    // Nothing is left, so no further audit is proposed.
    expect(JSON.stringify(whole.advice)).not.toMatch(/more (unlabeled )?bags/);
  });

  it("says that nothing could be held out, and that bags are alike", async () => {
    const codes = async (set: ReturnType<typeof trainingSet>) => (await studyPrior(set)).notes.map(({ code }) => code);
    const few = await codes(trainingSet({ bags: 8, labeled: 1 }));
    expect(few).toContain("prior-no-evidence");
    expect(await codes(trainingSet())).not.toContain("prior-no-evidence");
    expect(await codes(trainingSet())).not.toContain("alike");
  });

  it("has a sample of seed 0 unless you say otherwise", () => {
    const bags = trainingSet({ bags: 300, labeled: 40, dimensions: 1, bagSize: [1, 1] });
    const ids = (options: object) => studiedBags(bags, options, 100).bags.ids();
    expect(ids({})).toEqual(ids({ seed: 0 }));
    expect(ids({})).not.toEqual(ids({ seed: 1 }));
  });
});
