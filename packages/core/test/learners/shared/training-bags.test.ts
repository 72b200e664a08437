import { describe, expect, it } from "vitest";
import { refusal } from "../../../../bagwise/test/learners/contract.js";
import type { BagSet } from "../../../src/bags/bag-set.js";
import type { Label } from "../../../src/bags/label.js";
import { NEGATIVE_USES, trainingBags } from "../../../src/learners/shared/training-bags.js";
import { bagSet } from "../../bags/make.js";

const labels: Label[] = ["negative", "unlabeled", "positive", "negative", "positive", "unlabeled"];
const ids = ["f", "e", "d", "c", "b", "a"];
const bags = bagSet(
  labels.map((_, i) => [[i]]),
  { labels, ids },
);

describe("the bags to train on", () => {
  it("are the positive, the unlabeled and the negative ones in turn, by their ids, when negatives are used", () => {
    const found = trainingBags(bags, { negatives: "use" });
    expect(found.bags.ids()).toEqual(["b", "d", "a", "e", "c", "f"]);
    expect(found.bags.labels()).toEqual(["positive", "positive", "unlabeled", "unlabeled", "negative", "negative"]);
    expect(found).toMatchObject({ positives: 2, negatives: 2, notes: [] });
  });

  it("have the negatives among the unlabeled, or not at all, and say so", () => {
    const kept = trainingBags(bags, { negatives: "unlabeled" });
    expect(kept.bags.ids()).toEqual(["b", "d", "a", "c", "e", "f"]);
    expect(kept.bags.labels().slice(2)).toEqual(new Array(4).fill("unlabeled"));
    expect(kept).toMatchObject({ negatives: 0, notes: [{ code: "negatives" }] });
    const dropped = trainingBags(bags, { negatives: "drop" });
    expect(dropped.bags.ids()).toEqual(["b", "d", "a", "e"]);
    expect(dropped).toMatchObject({ negatives: 0, notes: [{ code: "negatives" }] });
  });

  it.each(NEGATIVE_USES)("are the same without negatives, whatever is to be done with them (%s)", (negatives) => {
    const without = bags.filter((i) => bags.labelOf(i) !== "negative");
    const found = trainingBags(without, { negatives });
    expect(found.bags.ids()).toEqual(["b", "d", "a", "e"]);
    expect(found).toMatchObject({ positives: 2, negatives: 0, notes: [] });
  });

  it("are refused with negatives where these are, and without a positive or an unlabeled bag", async () => {
    const only = (...wanted: Label[]) => bags.filter((i) => wanted.includes(bags.labelOf(i)));
    const codeOf = async (from: BagSet, negatives: "refuse" | "use") =>
      (await refusal(() => trainingBags(from, { negatives }))).code;
    expect(await codeOf(bags, "refuse")).toBe("known-negatives");
    expect(await codeOf(only("unlabeled", "negative"), "use")).toBe("no-positive");
    expect(await codeOf(only("positive"), "use")).toBe("no-unlabeled");
    expect(await codeOf(only("positive", "negative"), "use")).toBe("no-unlabeled");
  });

  it("name the option, not a flag, in what to do about negatives", async () => {
    const positiveAndNegative = bags.filter((i) => bags.labelOf(i) !== "unlabeled");
    for (const [from, negatives] of [
      [bags, "refuse"],
      [positiveAndNegative, "use"],
    ] as const) {
      const { message, remedy } = await refusal(() => trainingBags(from, { negatives }));
      expect(message).toMatch(/^2 bags /);
      expect(remedy).toContain("the option negatives");
      expect(remedy).not.toContain("--");
    }
  });
});
