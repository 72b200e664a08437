import { type BagSet, bagHashes } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { explain } from "@bagwise/core/explain";
import type { Model } from "@bagwise/core/model";
import { describe, expect, it } from "vitest";
import { freshSet, trainingSet, withoutIntervals } from "../../../core/test/learners/make.js";
import { LEARNERS } from "../../src/learners.js";
import { expectHonest } from "./contract.js";

const bags = trainingSet({ bags: 14, labeled: 5 });
const fresh = freshSet({ bags: 8 });

type Change = (value: number, at: number) => number;
const changed = (set: BagSet, change: Change) => set.withMatrix(set.toMatrix().map(change));
const order = (model: Model, set: BagSet) => model.rank(set).map(({ bag }) => bag);

const EXTREMES: [string, Change][] = [
  ["1e160", (x) => x * 1e160],
  ["1e300", (x) => x * 1e300],
  ["the largest numbers", (x) => (Math.max(-8, Math.min(8, x)) / 8) * Number.MAX_VALUE],
  ["1e-170", (x) => x * 1e-170],
  ["1e-300", (x) => x * 1e-300],
  ["the smallest numbers", (x) => Math.round(x) * 5e-324],
  ["very different features", (x, at) => x * [1e300, 1, 1e-300][at % 3]],
  ["a tiny feature", (x, at) => x * [1, 1e-200, 1][at % 3]],
  ["one huge value", (x, at) => (at === 7 ? 1.7e308 : x)],
];

describe.each(LEARNERS.map((entry) => [entry.description.name, entry] as const))("%s", (_, entry) => {
  const create = withoutIntervals(entry);

  it.each(EXTREMES)("trains, scores and explains with values of %s", async (_, change) => {
    const [training, test] = [changed(bags, change), changed(fresh, change)];
    const model = await create({}).fit(training);
    expectHonest(model, test);
    expect(model.card.notes.map(({ code }) => code)).toContain("extreme-values");
    expect(model.trainedOn).toEqual(bagHashes(training).sort());
    for (const { contributions } of await explain(model, test))
      expect([...contributions].every(Number.isFinite)).toBe(true);
  });

  it.each([
    ["large", 2 ** 200, 2 ** 1000],
    ["small", 2 ** -200, 2 ** -900],
  ])("answers alike whether values are %s or beyond computing with", async (_, some, more) => {
    const [one, other] = await Promise.all([some, more].map((unit) => create({}).fit(changed(bags, (x) => x * unit))));
    expect(
      order(
        other,
        changed(fresh, (x) => x * more),
      ),
    ).toEqual(
      order(
        one,
        changed(fresh, (x) => x * some),
      ),
    );
  });

  it("refuses a bag whose values are too large for the model, and names it", async () => {
    const model = await create({}).fit(bags);
    for (const huge of [1e155, 1e200, Number.MAX_VALUE]) {
      for (const change of [() => huge, () => -huge, (x: number, at: number) => (at === 0 ? huge : x)]) {
        const set = changed(fresh.subset([3]), change);
        const work = () => model.predict(set);
        expect(work).toThrow(InputError);
        expect(work).toThrow(
          expect.objectContaining({ code: "value-too-large", where: { bag: fresh.idOf(3), field: "f1" } }),
        );
      }
    }
    for (const large of [1e50, 1e119])
      expectHonest(
        model,
        changed(fresh, (x) => x * large),
      );
  });
});
