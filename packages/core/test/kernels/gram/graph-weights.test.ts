import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random } from "../../../src/base/random.js";
import { gram } from "../../../src/kernels/gram/gram.js";
import { graphWeights } from "../../../src/kernels/gram/graph-weights.js";
import type { Kernel } from "../../../src/kernels/kernel.js";
import { represent } from "../../../src/kernels/represent.js";
import { fromRows, matrix } from "../../../src/linalg/matrix.js";
import { bagSet, nested } from "../../bags/make.js";
import { difference, naiveGraphWeights, someBags } from "../make.js";

type Rows = readonly (readonly number[])[];

function weightsOf(...bags: readonly Rows[]): number[] {
  const sizes = bags.map((bag) => bag.length);
  const offsets = Uint32Array.from([0, ...sizes.map((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0))]);
  return [...graphWeights({ rows: fromRows(bags.flat()), offsets })];
}

function expectClose(got: readonly number[], wanted: readonly number[], tolerance = 1e-12): void {
  expect(got.length).toBe(wanted.length);
  for (const [k, value] of got.entries()) expect(Math.abs(value - wanted[k])).toBeLessThanOrEqual(tolerance);
}

describe("the weights of miGraph", () => {
  it("count a crowd of similar instances like a single one", () => {
    expectClose(weightsOf([[0], [0.1], [-0.1], [10]]), [1 / 6, 1 / 6, 1 / 6, 1 / 2]);
    expectClose(weightsOf([[0], [1], [10], [11]]), [1 / 4, 1 / 4, 1 / 4, 1 / 4]);
  });

  it("are equal in a bag of one, of two, and of equal instances", () => {
    expect(weightsOf([[3]], [[1], [9]])).toEqual([1, 0.5, 0.5]);
    expectClose(weightsOf([[2], [2], [2]]), [1 / 3, 1 / 3, 1 / 3]);
  });

  it("give copies together the weight of the original", () => {
    expectClose(weightsOf([[1], [1], [5]]), [1 / 4, 1 / 4, 1 / 2]);
  });

  it("take a distance that equals the mean as not near, whatever the order", () => {
    const corners = [0, 1, 2, 3].map((j) => [0, 1, 2, 3].map((k) => (j === k ? 0.1 : 0.7)));
    for (const order of [corners, corners.toReversed(), [...corners.slice(2), ...corners.slice(0, 2)]])
      expect(weightsOf(order)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it("are those of plain loops, of each bag alone, and follow their instances into another order", () => {
    const value = fc.oneof(fc.double({ min: -5, max: 5, noNaN: true }), fc.integer({ min: -1, max: 1 }));
    const bag = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(bag, bag, fc.integer(), (first, second, seed) => {
        const wanted = [...naiveGraphWeights(first), ...naiveGraphWeights(second)];
        expectClose(weightsOf(first, second), wanted);
        const order = [...random(seed).permutation(first.length)];
        expectClose(
          weightsOf(order.map((i) => first[i])),
          order.map((i) => wanted[i]),
        );
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it("are found in blocks for a large bag", () => {
    const generator = random(3);
    const size = 1600;
    const rows = matrix(
      size,
      2,
      Float64Array.from({ length: 2 * size }, () => generator.normal()),
    );
    const weights = graphWeights({ rows, offsets: Uint32Array.of(0, size) });
    const plain = naiveGraphWeights(Array.from({ length: size }, (_, i) => [...rows.data.subarray(2 * i, 2 * i + 2)]));
    expectClose([...weights], plain);
  });
});

describe("the graph kernel", () => {
  const kernel: Kernel = { type: "graph", kernel: { type: "gaussian", width: 2 } };

  it("does not depend on the order of the instances", () => {
    const bags = someBags(60, 3);
    const shuffled = bagSet(nested(bags).map((rows, i) => [...random(i).permutation(rows.length)].map((k) => rows[k])));
    const before = gram(kernel, represent(kernel, bags));
    expect(difference(gram(kernel, represent(kernel, shuffled)), before.data)).toBeLessThan(1e-12);
  });

  it("is the set kernel in bags of one or two instances", () => {
    const bags = bagSet([
      [[0, 1]],
      [
        [2, 3],
        [1, 1],
      ],
      [
        [5, 5],
        [5, 5],
      ],
    ]);
    const set: Kernel = { type: "set", kernel: kernel.kernel };
    expect(difference(gram(kernel, represent(kernel, bags)), gram(set, represent(set, bags)).data)).toBeLessThan(1e-14);
  });

  it("refuses a bag of more than 20,000 instances and names it", () => {
    const bags = bagSet([[[1]], Array.from({ length: 20_001 }, (_, i) => [i])]);
    expect(() => represent(kernel, bags)).toThrow(bags.idOf(1));
  });
});
