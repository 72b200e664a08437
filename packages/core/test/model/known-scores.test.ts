import fc from "fast-check";
import { expect, it } from "vitest";
import { BagSet } from "../../src/bags/bag-set.js";
import { random } from "../../src/base/random.js";
import { KnownScores } from "../../src/model/known-scores.js";

function bagsOf(sizes: readonly number[]): BagSet {
  return BagSet.from(
    sizes.map((size, i) => ({ id: `b${i}`, label: "unlabeled" as const, instances: Array(size).fill([i, 1]) })),
    { features: ["x", "y"] },
  );
}

it("finds the score of any known bag again, in any order and subset, and no other", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }),
      fc.nat(1000),
      (sizes, seed) => {
        const bags = bagsOf(sizes);
        const generator = random(seed);
        const shuffled = Array.from(sizes.keys()).sort(() => generator.normal());
        const known = bags.subset(shuffled.filter((i) => i % 4 !== 3));
        const scores = Float64Array.from({ length: known.size }, (_, k) => Number(known.idOf(k).slice(1)));
        const memory = new KnownScores(known, scores);
        const filled = known.filter((i) => known.sizeOf(i) > 0);
        expect(memory.of(filled)).toEqual(Float64Array.from(filled.ids(), (id) => Number(id.slice(1))));
        if (bags.size >= 4 && bags.sizeOf(3) > 0) expect(memory.of(bags)).toBeUndefined();
        expect(memory.of(bagsOf(sizes))).toBeUndefined();
      },
    ),
    { seed: 4, numRuns: 100 },
  );
});
