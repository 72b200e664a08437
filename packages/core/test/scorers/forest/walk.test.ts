import fc from "fast-check";
import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { plainSums } from "../../../src/scorers/forest/forest.js";
import { walkedSums } from "../../../src/scorers/forest/walk.js";
import { flatForest, randomForest } from "./make.js";

it("the walk of eight rows at a time gives the bits of the plain walk, forest after forest", () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 40 }),
      (seed, columns, count) => {
        const generator = random(seed);
        const forests = [randomForest(generator, columns).forest, randomForest(generator, columns).forest];
        const rows = matrix(count, columns);
        for (let k = 0; k < rows.data.length; k++)
          rows.data[k] = generator.below(50) === 0 ? Number.NaN : generator.normal();
        for (const forest of [...forests, ...forests])
          expect(walkedSums(forest, rows, { simd: true, few: 1 })).toEqual(plainSums(forest, rows));
      },
    ),
    { seed: 1, numRuns: 60 },
  );
});

it("more rows than fit at once, and rows with very many columns, give the same bits, too", () => {
  const generator = random(3);
  for (const [columns, count] of [
    [3, 9001],
    [5000, 20],
  ]) {
    const { forest } = randomForest(generator, columns);
    const rows = matrix(count, columns);
    for (let k = 0; k < rows.data.length; k++) rows.data[k] = generator.normal();
    expect(walkedSums(forest, rows, { simd: true })).toEqual(plainSums(forest, rows));
  }
});

it("without WebAssembly, and for few rows, there is only the plain walk", () => {
  const forest = flatForest([{ column: 0, threshold: 2, left: 0.25, right: 1 }], 1);
  expect(walkedSums(forest, matrix(100, 1), { simd: false })).toBeUndefined();
  expect(walkedSums(forest, matrix(3, 1), { simd: true })).toBeUndefined();
  expect(walkedSums(forest, matrix(3, 1), { simd: true, few: 1 })).toEqual(Float64Array.of(0.25, 0.25, 0.25));
});
