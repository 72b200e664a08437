import { describe, expect, it } from "vitest";
import { fromRows, type Matrix } from "../../../../bagwise/src/entries/linalg.js";
import { random } from "../../../src/base/random.js";
import { momentsOf, viewScale } from "../../../src/kernels/views/scale.js";

/** Three features: minima, maxima and means, each part with its own spread. */
function statistics(factors: readonly number[] = [1, 1, 1]): Matrix {
  const generator = random(3);
  return fromRows(
    Array.from({ length: 30 }, () =>
      [1, 3, 2].flatMap((part) => factors.map((factor, j) => factor * part * (j + 1) * generator.normal())),
    ),
  );
}

const scaleOf = (x: Matrix, groups?: Uint32Array[]) => viewScale(momentsOf(x), { groups });

describe("the scale of the views", () => {
  it("is the deviation of each column, and the direction of the mean has normal scores", () => {
    const x = statistics();
    const { scale, direction } = scaleOf(x);
    expect(scale).toEqual(momentsOf(x).deviation);
    expect(direction).toEqual(new Float64Array(3));
  });

  it("takes a spread in the last digits of a feature for none", () => {
    const x = fromRows(Array.from({ length: 9 }, (_, i) => [-1e9, 1e9, (i % 3) * 0.1]));
    const { scale } = scaleOf(x);
    for (const each of scale) expect(each).toBe(2 ** 1000);
    const clear = fromRows(Array.from({ length: 9 }, (_, i) => [-1e6, 1e6, (i % 3) * 0.1]));
    expect(scaleOf(clear).scale[2]).toBeLessThan(1);
  });
});

describe("the scale of features that are not equally reliable", () => {
  const reliability = Float64Array.of(1, 1 / 4, 1 / 16);

  it("is larger for less reliable ones, in all three parts, and the most reliable keeps its own", () => {
    const x = statistics();
    const own = scaleOf(x).scale;
    const { scale, direction } = viewScale(momentsOf(x), { reliability });
    for (const part of [0, 3, 6]) {
      expect(scale[part]).toBe(own[part]);
      expect(scale[part + 1]).toBeCloseTo(2 * own[part + 1], 12);
      expect(scale[part + 2]).toBeCloseTo(4 * own[part + 2], 12);
    }
    expect(direction).toEqual(new Float64Array(3));
  });

  it("stays that of no spread for a feature without any", () => {
    const { scale } = viewScale(momentsOf(statistics([1, 0, 1])), { reliability });
    expect(scale[7]).toBe(2 ** 1000);
  });

  it("does not change features that are scaled together", () => {
    const groups = [Uint32Array.of(1, 2)];
    const x = statistics();
    expect(viewScale(momentsOf(x), { groups, reliability })).toEqual(viewScale(momentsOf(x), { groups }));
  });
});

describe("features that are scaled together", () => {
  const group = [Uint32Array.of(0, 1, 2)];

  it("have one divisor for the direction, and others between it and their own", () => {
    const x = statistics();
    const own = scaleOf(x).scale;
    const { scale, direction } = scaleOf(x, group);
    const median = [...own.subarray(6)].sort((a, b) => a - b)[1];
    expect([...direction]).toEqual([median, median, median]);
    for (const j of [0, 1, 2]) expect(scale[6 + j]).toBeCloseTo(Math.sqrt(own[6 + j] * median), 12);
  });

  it("follow a common change of unit, and a foreign unit spoils none of the others", () => {
    const plain = scaleOf(statistics(), group);
    const other = scaleOf(statistics([4, 4, 4]), group);
    expect(other.scale).toEqual(plain.scale.map((each) => 4 * each));
    expect(other.direction).toEqual(plain.direction.map((each) => 4 * each));
    // The feature of the largest spread has a unit of its own.
    const foreign = scaleOf(statistics([1, 1, 1e6]), group);
    for (const c of [0, 1, 3, 4, 6, 7]) expect(foreign.scale[c]).toBe(plain.scale[c]);
    expect(foreign.direction).toEqual(plain.direction);
  });

  it("have the common divisor if they had no spread, and none has a say if none had", () => {
    const { scale, direction } = scaleOf(statistics([0, 1, 1]), group);
    expect(scale[6]).toBeCloseTo(direction[0], 12);
    const none = scaleOf(statistics([0, 0, 0]), group);
    expect([...none.scale, ...none.direction]).toEqual(new Array(12).fill(2 ** 1000));
  });
});
