import fc from "fast-check";
import { expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { matrix } from "../../../src/linalg/matrix.js";
import { forestScores, joinedForests } from "../../../src/scorers/forest/forest.js";
import { answerOf, flatForest, randomForest } from "./make.js";

it("a row gets the mean of what the trees say of it, whatever other rows there are", () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 4 }), (seed, columns) => {
      const generator = random(seed);
      const { drawn, forest } = randomForest(generator, columns);
      const rows = matrix(150, columns);
      for (let k = 0; k < rows.data.length; k++) rows.data[k] = generator.normal();
      const scores = forestScores(forest, rows);
      for (const i of [0, 63, 64, 149]) {
        const row = rows.data.subarray(i * columns, (i + 1) * columns);
        const wanted = drawn.reduce<number>((sum, tree) => sum + answerOf(tree, row), 0) / drawn.length;
        expect(scores[i]).toBe(wanted);
        expect(forestScores(forest, matrix(1, columns, row))[0]).toBe(wanted);
      }
    }),
    { seed: 1, numRuns: 30 },
  );
});

it("a value that equals the threshold goes left", () => {
  const forest = flatForest([{ column: 0, threshold: 2, left: 0.25, right: 1 }], 1);
  expect([...forestScores(forest, matrix(3, 1, Float64Array.of(1, 2, 2.5)))]).toEqual([0.25, 0.25, 1]);
});

it("joined forests are the forest of all their trees", () => {
  const generator = random(3);
  const parts = Array.from({ length: 3 }, () => randomForest(generator, 2, 4));
  expect(joinedForests(parts.map(({ forest }) => forest))).toEqual(
    flatForest(
      parts.flatMap(({ drawn }) => drawn),
      2,
    ),
  );
});
