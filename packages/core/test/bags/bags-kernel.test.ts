import fc from "fast-check";
import { expect, it } from "vitest";
import { BagSet } from "../../src/bags/bag-set.js";
import { bagHashes, plainSums } from "../../src/bags/copies/bag-hashes.js";
import { hashSums, summarised } from "../../src/bags/kernel/bags-kernel.js";
import { installBagsKernel } from "../../src/bags/kernel/installed.js";
import { random } from "../../src/base/random.js";
import { LARGEST } from "../../src/kernels/statistic/check-bags.js";
import { minMaxMean } from "../../src/kernels/statistic/min-max-mean.js";
import { statisticsOf } from "../../src/kernels/statistic/statistics.js";

/** Values that are easily mixed up, and ordinary ones. */
const SPECIAL = [0, -0, 1, -1, 5e-324, -5e-324, 1e120, -1e120];

function bagsOf(seed: number, columns: number, sizes: readonly number[], special: readonly number[] = SPECIAL): BagSet {
  const generator = random(seed);
  const offsets = [0];
  for (const size of sizes) offsets.push(offsets[offsets.length - 1] + size);
  const data = Float64Array.from({ length: offsets[offsets.length - 1] * columns }, () =>
    generator.below(3) === 0 ? special[generator.below(special.length)] : generator.normal(),
  );
  return BagSet.from({
    data,
    offsets,
    ids: sizes.map((_, i) => `b${i}`),
    labels: sizes.map(() => "unlabeled" as const),
    features: Array.from({ length: columns }, (_, j) => `f${j}`),
  });
}

const always = { simd: true, few: 0 };
const columnsOf = (bags: BagSet) => Uint32Array.from(bags.features.keys()).reverse();
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 });

it("hashes in WebAssembly are those of the plain loop, for neighbours and chosen bags, with NaN and empty bags", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 9 }), sizes, (seed, columns, some) => {
      const payload = new Float64Array(Uint32Array.of(7, 0xfff00000).buffer)[0];
      const odd = [...SPECIAL, Number.NaN, payload, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      const bags = bagsOf(seed, columns, [...some, 0, 3], odd);
      const chosen = bags.filter((i) => (i + seed) % 3 !== 0);
      for (const set of [bags, chosen])
        expect(hashSums(set, columnsOf(set), always)).toEqual(plainSums(set, columnsOf(set)));
    }),
    { seed: 1, numRuns: 100 },
  );
});

it("summaries in WebAssembly have the bits of the plain ones", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 9 }), sizes, (seed, columns, some) => {
      const bags = bagsOf(seed, columns, some);
      for (const set of [bags, bags.filter((i) => (i + seed) % 3 !== 0)]) {
        const wanted = new Float64Array(set.size * 3 * columns);
        for (let i = 0; i < set.size; i++)
          minMaxMean.write(
            { data: set.data, start: set.startOf(i), size: set.sizeOf(i), width: columns },
            wanted,
            i * 3 * columns,
          );
        const found = new Float64Array(wanted.length);
        expect(summarised(set, LARGEST, found, always)).toBe(true);
        expect(new BigInt64Array(found.buffer)).toEqual(new BigInt64Array(wanted.buffer));
      }
    }),
    { seed: 2, numRuns: 100 },
  );
});

it("one bad value anywhere, or an empty bag, is noticed", () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.integer({ min: 1, max: 9 }),
      sizes,
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e121, -1e121),
      (seed, columns, some, bad) => {
        const bags = bagsOf(seed, columns, some);
        const data = bags.toMatrix();
        data[seed % data.length] = bad;
        const out = new Float64Array(3 * columns * (some.length + 1));
        expect(summarised(bags.withMatrix(data), LARGEST, out, always)).toBe(false);
        expect(summarised(bagsOf(seed, columns, [...some, 0]), LARGEST, out, always)).toBe(false);
      },
    ),
    { seed: 3, numRuns: 100 },
  );
});

it("many bags take several visits, and a bag that is too large is left to the plain loop", () => {
  const bags = bagsOf(
    1,
    3,
    Array.from({ length: 9000 }, (_, i) => 1 + (i % 5)),
  );
  expect(hashSums(bags, columnsOf(bags))).toEqual(plainSums(bags, columnsOf(bags)));
  const large = bagsOf(1, 2, [5, 20_000]);
  expect(hashSums(large, columnsOf(large))).toBeUndefined();
  expect(summarised(large, LARGEST, new Float64Array(12))).toBe(false);
});

it("few values and machines without WebAssembly are left to the plain loop", () => {
  const bags = bagsOf(1, 3, [2, 3]);
  expect(hashSums(bags, columnsOf(bags))).toBeUndefined();
  expect(hashSums(bags, columnsOf(bags), { simd: false, few: 0 })).toBeUndefined();
});

it("once installed, bags have the same hashes and the same statistics, and the same errors", () => {
  const bags = bagsOf(5, 7, [3, 1, 400, 20]);
  const bad = bags.withMatrix(bags.toMatrix().fill(Number.NaN, 100, 101));
  const all = () => ({
    hashes: bagHashes(bags),
    statistics: statisticsOf("min-max-mean", bags),
    error: (() => {
      try {
        return statisticsOf("min-max-mean", bad);
      } catch (error) {
        return String(error);
      }
    })(),
  });
  const before = all();
  let used = 0;
  installBagsKernel({
    hashSums: (...given) => {
      used++;
      return hashSums(...given);
    },
    summarised: (...given) => {
      used++;
      return summarised(...given);
    },
  });
  expect(all()).toEqual(before);
  expect(used).toBe(3);
});
