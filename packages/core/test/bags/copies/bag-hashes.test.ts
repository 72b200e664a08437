import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bagHashes } from "../../../src/bags/copies/bag-hashes.js";
import { duplicates } from "../../../src/bags/copies/duplicates.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { anyBags, bagSet, FIXED, nested } from "../make.js";

const WORD = 2n ** 32n;
const low = (x: bigint) => ((x % WORD) + WORD) % WORD;
const turn = (x: bigint, bits: bigint) => low(x << bits) | (low(x) >> (32n - bits));
const mix = (x: bigint) => {
  const a = low((low(x) ^ (low(x) >> 16n)) * 0x85ebca6bn);
  const b = low((a ^ (a >> 13n)) * 0xc2b2ae35n);
  return b ^ (b >> 16n);
};

/** The definition in whole numbers of any size, without a bit trick of JavaScript. */
function byDefinition(bag: number[][], features: string[]): number {
  const columns = features.map((_, j) => j).sort((i, j) => (features[i] < features[j] ? -1 : 1));
  let names = BigInt(features.length);
  for (const j of columns)
    for (const char of `${features[j]}\n`) names = turn((names ^ BigInt(char.codePointAt(0) ?? 0)) * 0xcc9e2d51n, 15n);
  const seed = mix(names);
  let [first, second] = [0n, 0n];
  for (const row of bag) {
    let [h, g] = [0x9e3779b9n, 0x85ebca6bn];
    for (const j of columns) {
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, row[j] === 0 ? 0 : row[j]);
      const [high, less] = [BigInt(view.getUint32(0)), BigInt(view.getUint32(4))];
      h = low(turn((h ^ less) * 0xcc9e2d51n, 15n) + high);
      g = low(turn((g ^ high) * 0x1b873593n, 13n) + less);
    }
    first = low(first + mix(h ^ (g >> 1n)));
    second = low(second + mix(g + 0x27d4eb2fn));
  }
  const top = mix(second ^ low(BigInt(bag.length) * 0x9e3779b1n) ^ seed) % 2n ** 21n;
  return Number(top * WORD + mix(first ^ seed));
}

describe("bagHashes", () => {
  it("follows its definition, because the numbers stand in model files", () => {
    fc.assert(
      fc.property(anyBags(), (bags) => {
        const expected = nested(bags).map((bag) => byDefinition(bag, [...bags.features]));
        expect([...bagHashes(bags)]).toEqual(expected);
      }),
      FIXED,
    );
  });

  it("is the same whatever the order of instances and features", () => {
    const rows = [
      [1, 2, 3],
      [-4, 5, 6],
      [7, 0, 9],
    ];
    const turned = [...rows].reverse().map(([a, b, c]) => [c, a, b]);
    const [one] = bagHashes(bagSet([rows], { features: ["x", "y", "z"] }));
    const [other] = bagHashes(bagSet([turned], { features: ["z", "x", "y"] }));
    expect(other).toBe(one);
  });

  it("tells bags apart by a value, a repeated instance, the names and the place of a value", () => {
    const of = (bag: number[][], features = ["x", "y"]) => bagHashes(bagSet([bag], { features }))[0];
    const variants = [
      of([[1, 2]]),
      of([[2, 1]]),
      of([[1, 2 + Number.EPSILON * 2]]),
      of([
        [1, 2],
        [1, 2],
      ]),
      of([[1, 2]], ["x", "z"]),
      of([
        [1, 2],
        [3, 4],
      ]),
      of([
        [1, 4],
        [3, 2],
      ]),
    ];
    expect(new Set(variants).size).toBe(variants.length);
  });

  it("takes 0 for -0 and NaN for NaN, and gives whole numbers below 2^53", () => {
    const hashes = bagHashes(bagSet([[[0, Number.NaN]], [[-0, -Number.NaN]], [[1, 1]]]));
    expect(hashes[0]).toBe(hashes[1]);
    for (const hash of hashes) expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true);
  });

  it("is that of the bags alone, in a view as in a copy", () => {
    const { bags } = synthesise({ bags: 30, seed: 2 });
    const all = bagHashes(bags);
    const chosen = [7, 3, 20];
    expect([...bagHashes(bags.subset(chosen))]).toEqual(chosen.map((i) => all[i]));
  });

  it("has no collision and no bit that is stuck in 100,000 small bags", () => {
    const generator = random(3);
    const bags = bagSet(Array.from({ length: 100_000 }, () => [[Math.floor(generator.uniform() * 2 ** 30), 1]]));
    const hashes = bagHashes(bags);
    expect(new Set(hashes).size).toBe(bags.size - repeated(bags));
    for (let bit = 0; bit < 53; bit++) {
      const share = hashes.filter((hash) => Math.floor(hash / 2 ** bit) % 2 === 1).length / hashes.length;
      // Six standard deviations of a fair coin.
      expect(Math.abs(share - 0.5), `bit ${bit}`).toBeLessThan((6 * 0.5) / Math.sqrt(hashes.length));
    }
  });
});

/** How many bags are beyond the first of their kind. */
function repeated(bags: Parameters<typeof duplicates>[0]): number {
  return duplicates(bags).reduce((sum, cluster) => sum + cluster.length - 1, 0);
}
