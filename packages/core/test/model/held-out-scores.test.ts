import { describe, expect, it } from "vitest";
import { BagSet } from "../../src/bags/bag-set.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { auto } from "../../src/learners/auto/auto.js";
import { lsdd } from "../../src/learners/lsdd/lsdd.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import { Model } from "../../src/model/model.js";
import { decodeModel, encodeModel } from "../../src/model/model-file.js";

const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 3, distance: 3, bagSize: [1, 4], seed: 5 });
const fresh = synthesise({ bags: 10, labeled: 3, dimensions: 3, distance: 3, bagSize: [1, 4], seed: 6 }).bags;
const MODELS = {
  auto: auto().fit(bags),
  "pu-skc": puSkc({ degree: 1, lambda: 0.1, bootstrap: 0 }).fit(bags),
  lsdd: lsdd({ prior: 0.3 }).fit(bags),
};

describe.each(Object.entries(MODELS))("scores while held out, of %s", (_, fitted) => {
  it("are those that the model keeps, for each bag its own, also from a file", async () => {
    const model = decodeModel(encodeModel(await fitted));
    const found = model.predict(bags, { heldOut: true });
    expect(found.every(({ heldOut }) => heldOut)).toBe(true);
    // Within a label they are kept in the order of the ids.
    for (const label of ["positive", "unlabeled"] as const) {
      const some = found.filter((_, i) => bags.labelOf(i) === label).sort((a, b) => (a.bag < b.bag ? -1 : 1));
      expect(some.map(({ score }) => score)).toEqual([...(model.heldOut?.[label] ?? [])]);
    }
    expect(found.map(({ score }) => score)).not.toEqual([...model.scores(bags)]);
  });

  it("decide answer, probability and rank, and do not depend on order, names or company", async () => {
    const model = await fitted;
    const found = new Map(model.predict(bags, { heldOut: true }).map((each) => [each.bag, each]));
    const ranked = model.rank(bags.subset([7, 3, 30, 1]), { heldOut: true });
    for (const { bag, score, probability, heldOut } of ranked)
      expect({ score, probability, heldOut }).toEqual({
        score: found.get(bag)?.score,
        probability: found.get(bag)?.probability,
        heldOut: true,
      });
    for (const { score, predicted } of found.values())
      expect(predicted).toBe(score >= model.threshold ? "positive" : "negative");
    const renamed = BagSet.from({
      data: bags.toMatrix(),
      offsets: [0, ...Array.from(bags, ({ start, size }) => start + size)],
      ids: bags.ids().map((id) => `x${id}`),
      labels: bags.labels(),
      features: bags.features,
    });
    expect(model.predict(renamed, { heldOut: true }).map(({ score }) => score)).toEqual(
      [...found.values()].map(({ score }) => score),
    );
  });

  it("are not asked for by default, and new bags have none", async () => {
    const model = await fitted;
    expect(model.predict(bags).map(({ score, heldOut }) => [score, heldOut])).toEqual(
      Array.from(model.scores(bags), (score) => [score, false]),
    );
    expect(model.predict(fresh, { heldOut: true })).toEqual(model.predict(fresh));
  });

  it("leave the witness to the model's own score", async () => {
    const model = await fitted;
    const [own] = model.rank(bags.subset([4]));
    const [held] = model.rank(bags.subset([4]), { heldOut: true });
    expect(held.witness).toEqual(own.witness);
  });
});

describe("a model", () => {
  it("ranks some bags among others, with their numbers in the whole set", async () => {
    const model = await MODELS.auto;
    const among = (i: number) => bags.labelOf(i) === "unlabeled";
    const ranked = model.rank(bags, { among, top: 5 });
    expect(ranked.map(({ bag }) => bag)).toEqual(model.rank(bags.unlabeled(), { top: 5 }).map(({ bag }) => bag));
    for (const { bag, index } of ranked) expect(bags.idOf(index)).toBe(bag);
  });

  it("that does not know whose its held-out scores are gives its own", async () => {
    const parts = (await MODELS.auto).parts();
    const { hashes: _, ...heldOut } = parts.heldOut ?? { hashes: undefined };
    const model = decodeModel(encodeModel(new Model({ ...parts, heldOut: heldOut as typeof parts.heldOut })));
    expect(model.predict(bags, { heldOut: true })).toEqual(model.predict(bags));
  });
});
