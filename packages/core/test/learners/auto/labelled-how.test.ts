import { describe, expect, it } from "vitest";
import { BagSet } from "../../../src/bags/bag-set.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { InputError } from "../../../src/base/errors.js";
import { studyPrior } from "../../../src/judge/prior-study.js";
import { auto } from "../../../src/learners/auto/auto.js";
import type { AutoOptions } from "../../../src/learners/auto/options.js";

const { bags } = synthesise({ bags: 90, labeled: 30, prior: 0.3, distance: 4, dimensions: 3, seed: 6 });

/** The same bags with a last feature that is the same in a bag. */
function withColumn(of: (i: number) => number): BagSet {
  const width = bags.dimension;
  const data = Array.from(bags).flatMap(({ index, size, instance }) =>
    Array.from({ length: size }, (_, j) => [...instance(j), of(index)]).flat(),
  );
  const offsets = [0];
  for (let i = 0; i < bags.size; i++) offsets.push(offsets[i] + bags.sizeOf(i));
  expect(data.length).toBe(offsets[bags.size] * (width + 1));
  return BagSet.from({ data, offsets, ids: bags.ids(), labels: bags.labels(), features: [...bags.features, "e"] });
}

const code = async (work: () => Promise<unknown>) => {
  const error = await work().catch((each: unknown) => each);
  return error instanceof InputError ? error.code : error;
};
const SINGLE: AutoOptions = { scenario: "single-set", propensity: "e", bootstrap: 0 };

describe("labels of the easiest positives", () => {
  it("give a lower bound: the interval is open above and keeps its lower end", async () => {
    const [usual, bound] = await Promise.all(
      (["random", "easiest"] as const).map((labelledHow) => auto({ labelledHow, bootstrap: 0 }).fit(bags)),
    );
    expect(usual.card.prior?.high).toBeLessThan(0.6);
    expect(bound.card.prior?.high).toBeGreaterThan(0.7);
    expect(Math.abs((bound.card.prior?.low ?? 1) - (usual.card.prior?.low ?? 0))).toBeLessThan(0.1);
    expect(bound.card.options.labelledHow).toBe("easiest");
    expect(bound.card.notes.map((note) => note.code)).toContain("labelled-easiest");
    const order = (model: typeof usual) => model.rank(bags.unlabeled()).map(({ bag }) => bag);
    expect(order(bound)).toEqual(order(usual));
  });

  it("are the same for the study of the prior, and never known well enough", async () => {
    const { summary, known, advice } = await studyPrior(bags, { labelledHow: "easiest" });
    const { card } = await auto({ labelledHow: "easiest", bootstrap: 0 }).fit(bags);
    expect([summary.mean, summary.low, summary.high]).toEqual([card.prior?.value, card.prior?.low, card.prior?.high]);
    expect(known).toEqual({ labelledHow: "easiest" });
    expect(advice.text.join(" ")).not.toContain("well enough");
  });
});

describe("a column of propensities", () => {
  it("tells the prior of a single set, and is not learned from", async () => {
    const model = await auto(SINGLE).fit(withColumn(() => 0.5));
    const { value, low, high, method } = model.card.prior ?? { value: 0, low: 0, high: 0, method: "" };
    expect(method).toBe("propensities");
    expect(value).toBeCloseTo(60 / 90, 1);
    expect(high - low).toBeLessThan(0.3);
    expect(model.card.notes.map((note) => note.code)).toContain("propensity-used");
    expect(model.predict(bags.unlabeled())).toHaveLength(60);
    const { summary } = await studyPrior(
      withColumn(() => 0.5),
      { scenario: "single-set", propensity: "e" },
    );
    expect(summary.mean).toBe(value);
  });

  it("needs a probability for labelled positives alone", async () => {
    const blank = withColumn((i) => (bags.labelOf(i) === "positive" ? 0.5 : -1));
    expect((await auto(SINGLE).fit(blank)).card.prior?.method).toBe("propensities");
    for (const wrong of [0, -0.1, 1.01])
      expect(await code(() => auto(SINGLE).fit(withColumn(() => wrong)))).toBe("propensity");
    expect(await code(() => auto(SINGLE).fit(bags))).toBe("propensity");
  });

  it.each([
    { ...SINGLE, scenario: "case-control" },
    { ...SINGLE, labelledHow: "easiest" },
    { ...SINGLE, propensity: "" },
  ] as const)("is refused where it means nothing: %j", (options) => {
    expect(() => auto(options)).toThrow(InputError);
  });
});
