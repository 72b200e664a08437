import { describe, expect, it } from "vitest";
import type { BagSet } from "../../src/bags/bag-set.js";
import { contentHash } from "../../src/bags/content-hash.js";
import { bagHashes } from "../../src/bags/copies/bag-hashes.js";
import type { Label } from "../../src/bags/label.js";
import { countedNotes, joinedCounts, matchTraining, newBags } from "../../src/evaluation/training-match.js";
import { trainingBags } from "../../src/learners/shared/training-bags.js";
import type { Model } from "../../src/model/model.js";
import { bagSet } from "../bags/make.js";

const values = (i: number) => [[Math.sin(i) * 7, Math.cos(i) * 3, i / 3]];
const labels: Label[] = ["positive", "positive", "unlabeled", "unlabeled", "unlabeled", "negative"];
const bags = bagSet(
  labels.map((_, i) => values(i)),
  { labels },
);

/** As much of a model as says what it was trained on. */
async function trainedOn(all: BagSet, negatives: "use" | "drop" | "unlabeled") {
  const used = trainingBags(all, { negatives });
  const training = {
    positive: used.positives,
    unlabeled: used.bags.size - used.positives - used.negatives,
    ...(used.negatives > 0 && { negative: used.negatives }),
    dataHash: await contentHash(all),
  };
  const card = { options: { negatives }, training } as unknown as Model["card"];
  return { card, trainedOn: bagHashes(used.bags).sort() };
}

describe("matchTraining", () => {
  it.each(["use", "drop", "unlabeled"] as const)(
    "knows the training bags in other groups: negatives %s",
    async (way) => {
      const model = await trainedOn(bags, way);
      const grouped = bagSet(
        labels.map((_, i) => values(i)),
        { labels, groups: ["a", "a", "b", "b", "c", "c"] },
      );
      for (const same of [bags, grouped, bags.subset([5, 4, 3, 2, 1, 0])]) {
        const match = await matchTraining(model, same);
        expect(match).toMatchObject({ exact: true, trainedOn: [0, 1, 2, 3, 4, 5], near: null });
        expect(match.dataHash).toBe(await contentHash(same));
        expect(newBags(same, match)).toBeUndefined();
      }
    },
  );

  it("tells which bags were trained on where others are new, and the others apart", async () => {
    const model = await trainedOn(bags, "use");
    const mixed = bagSet([values(20), values(3), values(21)], { ids: ["x", "y", "z"] });
    const match = await matchTraining(model, mixed);
    expect(match).toMatchObject({ exact: false, trainedOn: [1] });
    expect(newBags(mixed, match)?.ids()).toEqual(["x", "z"]);
  });

  it("is not exact for other labels, nor for a part of the bags", async () => {
    const model = await trainedOn(bags, "use");
    const relabelled = bags.withLabels(labels.map((label) => (label === "negative" ? "unlabeled" : label)));
    expect((await matchTraining(model, relabelled)).exact).toBe(false);
    expect((await matchTraining(model, bags.subset([0, 1, 2, 3]))).exact).toBe(false);
  });

  it("does not know where a model keeps no hashes", async () => {
    const model = { ...(await trainedOn(bags, "use")), trainedOn: new Float64Array(0) };
    expect((await matchTraining(model, bags)).exact).toBe(true);
    expect(await matchTraining(model, bags.subset([0, 2]))).toMatchObject({ exact: false, trainedOn: null });
  });
});

describe("the notes on scores of several parts", () => {
  it("count over all parts, whether these have training bags or not", () => {
    const parts = [
      { size: 40, held: 40, own: 0 },
      { size: 100, held: 5, own: 0 },
      { size: 1000, held: 0, own: 0 },
    ];
    expect(countedNotes(joinedCounts(parts)).map(({ message }) => message)).toEqual([
      "45 of 1,140 bags were in the training data: their scores are from fits that had not seen them (held out)",
    ]);
    expect(countedNotes(joinedCounts([]))).toEqual([]);
  });
});
