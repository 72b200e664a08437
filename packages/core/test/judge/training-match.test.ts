import { describe, expect, it } from "vitest";
import type { BagSet } from "../../src/bags/bag-set.js";
import { contentHash } from "../../src/bags/content-hash.js";
import { bagHashes } from "../../src/bags/copies/bag-hashes.js";
import type { Label } from "../../src/bags/label.js";
import {
  countedNotes,
  joinedCounts,
  matchNotes,
  matchTraining,
  newBags,
  scoreCounts,
} from "../../src/judge/training-match.js";
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

describe("what is said of training bags", () => {
  const noHashes = { trainedOn: new Float64Array(0) };
  const three = bagSet([values(1), values(2), values(3)]);
  const said = (match: object) =>
    matchNotes(noHashes, three, { trainedOn: [], near: null, chance: [], unseen: 0, ...match } as never, undefined).map(
      ({ message }) => message,
    );

  it("counts one or many bags", () => {
    expect(said({ chance: [0] })).toEqual([
      "1 of 3 bags is equal to a training bag in so few values that it may be chance, so it counts as new",
    ]);
    expect(said({ chance: [0, 1] })).toEqual([
      "2 of 3 bags are equal to training bags in so few values that it may be chance, so they count as new",
    ]);
    expect(said({ near: [1] })).toEqual([
      "1 of 3 bags is a near-copy of training bags, so these measures are too good",
    ]);
    expect(said({ near: [0, 1, 2] })).toEqual([
      "all 3 bags are near-copies of training bags, so these measures are too good",
    ]);
    expect(said({ trainedOn: [0] })[0]).toMatch(/^1 of 3 bags was in the training data\. /);
    expect(said({ trainedOn: [0, 2] })[0]).toMatch(/^2 of 3 bags were in the training data\. /);
    expect(said({ unseen: 1 })[0]).toMatch(/^1 bag was not checked/);
    expect(said({ unseen: 2 })[0]).toMatch(/^2 bags were not checked/);
  });

  it("comes in the order of what matters, and knows what other files lack", () => {
    const starts = said({ trainedOn: [0], near: [1], chance: [2], unseen: 4 }).map((message) => message.slice(0, 21));
    expect(starts).toEqual([
      "1 of 3 bags was in th",
      "1 of 3 bags is a near",
      "1 of 3 bags is equal ",
      "4 bags were not check",
    ]);
    const lacking = (trainedOn: Float64Array) =>
      matchNotes({ trainedOn }, three, { trainedOn: [], near: null, chance: [], unseen: 0 } as never, {
        bags: three,
        name: "t.csv",
      })[0].message;
    expect(lacking(Float64Array.of(1))).toBe(
      "1 of the 1 training bag of the model is not in t.csv: it is another file, or it has changed",
    );
    expect(lacking(Float64Array.of(1, 2))).toMatch(/^2 of the 2 training bags of the model are not in t\.csv/);
  });

  it("has nothing to look for where all are the training bags", async () => {
    const model = await trainedOn(bags, "use");
    expect(await matchTraining(model, bags, { training: bags })).toMatchObject({ near: [], chance: [], unseen: 0 });
    expect(await matchTraining(model, bags)).toMatchObject({ exact: true, near: null, chance: [], unseen: 0 });
  });

  it("counts training bags among scores of which none is held out", async () => {
    const model = await trainedOn(bags, "use");
    const scored = (heldOut: boolean) => labels.map(() => ({ heldOut }));
    expect(scoreCounts(model, bags, scored(false))).toEqual({ size: 6, held: 0, own: 6 });
    expect(scoreCounts(model, bags, scored(true))).toEqual({ size: 6, held: 6, own: 0 });
    const one = scored(false).with(0, { heldOut: true });
    expect(scoreCounts(model, bags, one)).toEqual({ size: 6, held: 1, own: 0 });
  });
});
