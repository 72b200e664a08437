import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { bagHashes } from "../../../src/bags/copies/bag-hashes.js";
import { headOf } from "../../../src/bags/copies/equal-bags.js";
import { random } from "../../../src/base/random.js";
import { partsHold, trainingBagsIn, trainingBagsSoFar } from "../../../src/model/held-out-scores.js";
import type { ModelCard } from "../../../src/model/model.js";
import { bagSet } from "../../bags/make.js";

/** Bags of one instance with these values, of which few are different if `digits` are few. */
function drawn(count: number, seed: number, digits: number): BagSet {
  const generator = random(seed);
  const value = () => Number(generator.uniform().toFixed(digits));
  return bagSet(Array.from({ length: count }, () => [Array.from({ length: 3 }, value)]));
}

/** What matters of a model that was trained on these bags. */
function trainedOn(bags: BagSet) {
  const training = { positive: 0, unlabeled: bags.size };
  return { card: { options: {}, training } as unknown as ModelCard, trainedOn: bagHashes(bags).sort() };
}

function inParts(model: ReturnType<typeof trainedOn>, bags: BagSet, size: number) {
  const head = headOf(bags);
  const seen: number[] = [];
  const parts = [];
  for (let first = 0; first < bags.size; first += size) {
    const numbers = Array.from({ length: Math.min(size, bags.size - first) }, (_, k) => first + k);
    const part = trainingBagsSoFar(model, bags.subset(numbers), { head, first });
    seen.push(...(part.seen ?? []).map((i) => first + i));
    parts.push(part);
  }
  return { seen, holds: partsHold(model, parts) };
}

describe("training bags in the parts of a file", () => {
  it("are those in the whole file, or the parts say that they do not know", () => {
    let held = 0;
    for (const digits of [1, 2, 3, 4, 8])
      for (const size of [7, 100, 1500]) {
        const model = trainedOn(drawn(150, 1, digits));
        const bags = drawn(1300, 1, digits);
        const { seen, holds } = inParts(model, bags, size);
        if (!holds) continue;
        held++;
        expect(seen).toEqual(trainingBagsIn(model, bags));
      }
    expect(held).toBeGreaterThan(8);
  });

  it("are not known from parts if all bags are the training bags and some may be equal by chance", () => {
    const bags = drawn(200, 3, 1);
    expect(inParts(trainedOn(bags), bags, 50).holds).toBe(false);
    const distinct = drawn(200, 3, 9);
    expect(inParts(trainedOn(distinct), distinct, 50)).toEqual({ seen: [...distinct].map((_, i) => i), holds: true });
  });
});
