import { random } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdInstances } from "../../../../src/shared/concept/instances/hold.js";

const normals = (length: number, seed: number) => {
  const generator = random(seed);
  return Float64Array.from({ length }, () => generator.normal());
};

const shape = fc.record({
  rows: fc.integer({ min: 0, max: 13 }),
  features: fc.integer({ min: 1, max: 7 }),
  seed: fc.nat(999),
});

describe.each(["simd", "plain"] as const)("instances held by the %s back end", (backend) => {
  it("have the distances and sums of their definition", () => {
    fc.assert(
      fc.property(shape, ({ rows, features, seed }) => {
        const data = normals(rows * features, seed);
        const [point, weights] = [normals(features, seed + 1), normals(features, seed + 2).map(Math.abs)];
        const held = holdInstances(data, features, { backend });
        const each = (i: number, j: number) => data[i * features + j] - point[j];
        const distances = held.distances(point, weights);
        expect(distances).toHaveLength(rows);
        for (let i = 0; i < rows; i++)
          expect(distances[i]).toBeCloseTo(
            weights.reduce((sum, weight, j) => sum + weight * each(i, j) ** 2, 0),
            10,
          );
        held.slopes.set(normals(rows, seed + 3));
        const { first, second } = held.moments(point);
        for (let j = 0; j < features; j++) {
          const sum = (power: number) =>
            held.slopes.reduce((total, slope, i) => total + slope * each(i, j) ** power, 0);
          expect(first[j]).toBeCloseTo(sum(1), 10);
          expect(second[j]).toBeCloseTo(sum(2), 10);
        }
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it("can be replaced one by one", () => {
    const [data, other] = [normals(15, 1), normals(3, 2)];
    const held = holdInstances(data, 3, { backend });
    held.replace(4, other);
    const changed = data.slice();
    changed.set(other, 12);
    const [point, weights] = [normals(3, 3), Float64Array.of(1, 2, 3)];
    const wanted = holdInstances(changed, 3, { backend }).distances(point, weights);
    expect(held.distances(point, weights)).toEqual(wanted);
    // The given numbers stay as they are.
    expect(data).toEqual(normals(15, 1));
  });
});

it("both back ends give the same bits, with slopes of 0 too", () => {
  fc.assert(
    fc.property(shape, fc.nat(3), ({ rows, features, seed }, every) => {
      const data = normals(rows * features, seed);
      const [point, weights] = [normals(features, seed + 1), normals(features, seed + 2)];
      const [simd, plain] = (["simd", "plain"] as const).map((backend) => {
        const held = holdInstances(data, features, { backend });
        const distances = held.distances(point, weights).slice();
        held.slopes.set(normals(rows, seed + 3).map((slope, i) => (every > 0 && i % (4 * every) < 4 ? 0 : slope)));
        const { first, second } = held.moments(point);
        return { distances, first: first.slice(), second: second.slice() };
      });
      expect(simd).toEqual(plain);
    }),
    { seed: 6, numRuns: 100 },
  );
});
