import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eigenSymmetric, fromRows, type Matrix, matrix } from "../../../../bagwise/src/entries/linalg.js";
import { InputError } from "../../../src/base/errors.js";
import { random } from "../../../src/base/random.js";
import { statisticsOf } from "../../../src/kernels/statistic/statistics.js";
import { prepareViews } from "../../../src/kernels/views/fit.js";
import { viewRows, weightedRows } from "../../../src/kernels/views/rows.js";
import { momentsOf, viewScale } from "../../../src/kernels/views/scale.js";
import { viewsGram } from "../../../src/kernels/views/views.js";
import { bagSet } from "../../bags/make.js";
import { difference, fitViews, someBags } from "../make.js";
import { meanOfViews, naiveViews } from "./naive-views.js";

const numbers = (...values: number[]) => Uint32Array.from(values);
const upTo = (to: number, from = 0) => Uint32Array.from({ length: to - from }, (_, k) => from + k);
const rowsOf = ({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
const statistics = (bags = 24, seed = 1) => statisticsOf("min-max-mean", someBags(bags, seed));

/** Statistics with what makes trouble: ties, a constant column, outliers, scales far apart. */
function awkward(rows: number, seed: number): Matrix {
  const generator = random(seed);
  const bags = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: 1 + generator.below(3) }, () => [
      generator.normal() + (i < 6 ? 1.5 : 0),
      generator.below(3),
      0.5,
      1e4 * generator.normal(),
      i === 1 ? 500 : generator.normal() / 1000,
    ]),
  );
  return statisticsOf("min-max-mean", bagSet(bags));
}

describe("the five views", () => {
  const cases = [
    { title: "plain bags", x: statistics(), fresh: statistics(7, 3), centres: upTo(24) },
    {
      title: "ties, constants, outliers and scales far apart",
      x: awkward(21, 1),
      fresh: awkward(9, 2),
      centres: upTo(21),
    },
    { title: "some centres, in any order", x: awkward(18, 3), fresh: awkward(4, 4), centres: numbers(5, 2, 17, 0, 9) },
    {
      title: "features that are scaled together",
      x: awkward(20, 5),
      fresh: awkward(6, 6),
      centres: upTo(20),
      group: numbers(1, 3, 4),
    },
    { title: "one centre", x: statistics(9, 2), fresh: statistics(3, 5), centres: numbers(4) },
  ];

  it.each(cases)("have the values of their formulas: $title", ({ x, fresh, centres, group = numbers() }) => {
    const sides = { positive: numbers(0, 1, 2, 3, 5), other: upTo(x.rows, 6) };
    const [positive, other] = [[...sides.positive], [...sides.other]];
    const input = { x: rowsOf(x), centres: [...centres], positive, other, group: [...group] };
    const scale = viewScale(momentsOf(x), { groups: group.length === 0 ? [] : [group] });
    const prepared = prepareViews(x, { centres, scale });
    const views = prepared.views(sides);
    const train = naiveViews(input, input.x);
    expect(difference(matrix(1, 3, Float64Array.from(views.widths)), train.widths)).toBeLessThan(1e-12);
    expect(difference(matrix(1, x.cols, views.weight), train.weight)).toBeLessThan(1e-9);
    expect(difference(prepared.common, meanOfViews(train.views.slice(0, 4)))).toBeLessThan(1e-11);
    expect(difference(prepared.weighted(sides).gram, train.views[4].flat())).toBeLessThan(1e-9);
    const scored = naiveViews(input, rowsOf(fresh));
    expect(difference(viewsGram(views, fresh), meanOfViews(scored.views))).toBeLessThan(1e-9);
  });

  it.each(cases)(
    "have the same bits in training and in scoring, one by one or together: $title",
    ({ x, fresh, centres }) => {
      const sides = { positive: numbers(0, 1, 2), other: upTo(x.rows, 3) };
      const prepared = prepareViews(x, { centres });
      const views = fitViews(x, { centres, ...sides });
      expect(views).toEqual(prepared.views(sides));
      expect(viewsGram(views, x)).toEqual(prepared.gram(sides));
      const together = rowsOf(viewsGram(views, fresh));
      for (const [i, row] of rowsOf(fresh).entries())
        expect([...viewsGram(views, fromRows([row])).data]).toEqual(together[i]);
    },
  );

  it("are 1 for a bag with itself, symmetric, between 0 and 1, and positive semi-definite", () => {
    for (const x of [statistics(30, 4), awkward(25, 8)]) {
      const gram = prepareViews(x, { centres: upTo(x.rows) }).gram({ positive: upTo(6), other: upTo(x.rows, 6) });
      for (let i = 0; i < x.rows; i++) {
        expect(Math.abs(gram.data[i * x.rows + i] - 1)).toBeLessThan(1e-14);
        for (let j = 0; j < i; j++) expect(gram.data[i * x.rows + j]).toBe(gram.data[j * x.rows + i]);
      }
      expect(gram.data.every((value) => value >= 0 && value <= 1 + 1e-14)).toBe(true);
      expect(Math.min(...eigenSymmetric(gram).values)).toBeGreaterThan(-1e-12);
    }
  });

  it("do not change, any of them, when a feature changes its unit or its zero", () => {
    const feature = fc.integer({ min: 0, max: 4 });
    const sides = { positive: upTo(6), other: upTo(24, 6) };
    /** Training and fresh bags with one feature in another unit, and what each view makes of them. */
    const viewsOf = (seed: number, change: (value: number, j: number) => number) => {
      const in2 = ({ rows, cols, data }: Matrix) =>
        matrix(
          rows,
          cols,
          data.map((value, at) => change(value, at % 5)),
        );
      const x = in2(awkward(24, seed));
      const prepared = prepareViews(x, { centres: upTo(24) });
      const views = prepared.views(sides);
      const rows = viewRows(views);
      return [x, in2(awkward(5, seed + 1))].flatMap((bags) => {
        const four = rows(bags);
        return [...four, weightedRows(four[3], views.weight)];
      });
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), feature, fc.integer({ min: -600, max: 290 }), (seed, j, k) => {
        const plain = viewsOf(seed, (value) => value);
        // A power of two changes no bit, another factor and a shift only the last ones.
        expect(viewsOf(seed, (value, each) => (each === j ? value * 2 ** k : value))).toEqual(plain);
        const moved = viewsOf(seed, (value, each) => (each === j ? 3.7 * value - 12.5 : value));
        for (const [v, view] of moved.entries()) expect(difference(view, plain[v].data)).toBeLessThan(1e-9);
      }),
      { seed: 4, numRuns: 60 },
    );
  });

  it("do not change when all bags move by a constant", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: -50, max: 50 }), (seed, shift) => {
        const x = statistics(12, seed);
        const moved = matrix(
          x.rows,
          x.cols,
          x.data.map((value) => value + shift),
        );
        const sides = { positive: upTo(4), other: upTo(12, 4) };
        const of = (each: Matrix) => prepareViews(each, { centres: upTo(12) }).gram(sides);
        expect(difference(of(moved), of(x).data)).toBeLessThan(1e-8);
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  it("follow the bags when these change places, and the features when those do", () => {
    const x = awkward(15, 6);
    const gram = prepareViews(x, { centres: upTo(15) }).gram({ positive: upTo(5), other: upTo(15, 5) });
    const order = random(2).sample(15, 15);
    const place = (bag: number) => order.indexOf(bag);
    const shuffled = fromRows([...order].map((i) => rowsOf(x)[i]));
    const sides = { positive: upTo(5).map(place), other: upTo(15, 5).map(place) };
    const changed = rowsOf(prepareViews(shuffled, { centres: upTo(15) }).gram(sides));
    const back = Array.from({ length: 15 }, (_, i) =>
      Array.from({ length: 15 }, (_, j) => changed[place(i)][place(j)]),
    );
    expect(difference(gram, back.flat())).toBeLessThan(1e-9);

    const features = [3, 0, 4, 2, 1];
    const columns = [0, 5, 10].flatMap((part) => features.map((j) => part + j));
    const renamed = fromRows(rowsOf(x).map((row) => columns.map((j) => row[j])));
    const same = prepareViews(renamed, { centres: upTo(15) }).gram({ positive: upTo(5), other: upTo(15, 5) });
    expect(difference(same, gram.data)).toBeLessThan(1e-9);
  });
});

describe("the fifth view", () => {
  it("looks only at columns that tell positive bags from the others beyond their noise", () => {
    const x = awkward(40, 9);
    const { weight } = prepareViews(x, { centres: upTo(40) }).weighted({ positive: upTo(6), other: upTo(40, 6) });
    // The first feature is shifted, the third constant.
    expect(weight[10]).toBeGreaterThan(0.8);
    for (const constant of [2, 7, 12]) expect(weight[constant]).toBe(0);
  });

  it("takes no rounding for a difference: the mean of several times 0.1 is not 0.1", () => {
    const bags = Array.from({ length: 12 }, (_, i) => new Array(i < 6 ? 3 : 1).fill([0.1, i % 6]));
    const x = statisticsOf("min-max-mean", bagSet(bags));
    expect(x.data[4]).not.toBe(x.data[6 * x.cols + 4]);
    const { weight } = prepareViews(x, { centres: upTo(12) }).weighted({ positive: upTo(6), other: upTo(12, 6) });
    expect(weight).toEqual(new Float64Array(6).fill(1));
  });

  it("takes no rounding for more than a standard error: with few bags a difference often equals it", () => {
    // One bag of n is unlike all others: the means differ by d / n, and the standard error of that is d / n, too.
    for (let n = 2; n < 20; n++) {
      const bags = Array.from({ length: n + 3 }, (_, i) => [[i === 3 ? 0.1 * n : 0.7, i % 2]]);
      const sides = { positive: upTo(3), other: upTo(n + 3, 3) };
      const { weight } = prepareViews(statisticsOf("min-max-mean", bagSet(bags)), { centres: upTo(n + 3) }).views(
        sides,
      );
      expect(weight).toEqual(new Float64Array(6).fill(1));
    }
  });

  it("is the fourth where nothing can be told: less than two bags on a side, or no column above its noise", () => {
    const x = statistics(10);
    const prepared = prepareViews(x, { centres: upTo(10) });
    const noise = statisticsOf("min-max-mean", bagSet([[[0]], [[1]], [[0]], [[1]]]));
    for (const sides of [
      { positive: numbers(), other: upTo(10) },
      { positive: numbers(3), other: upTo(10, 4) },
      { positive: upTo(9), other: numbers(9) },
    ]) {
      const { weight, width } = prepared.weighted(sides);
      expect(weight.every((value) => value === 1)).toBe(true);
      expect(width).toBe(prepared.views(sides).widths[1]);
    }
    const equal = prepareViews(noise, { centres: upTo(4) }).weighted({ positive: numbers(0, 1), other: numbers(2, 3) });
    expect([...equal.weight]).toEqual([1, 1, 1]);
  });

  it("depends on the sides alone, not on what was asked before", () => {
    const x = awkward(20, 3);
    const prepared = prepareViews(x, { centres: upTo(20) });
    const first = { positive: upTo(6), other: upTo(20, 6) };
    const before = prepared.gram(first);
    const common = prepared.common.data.slice();
    prepared.gram({ positive: upTo(20, 14), other: upTo(14) });
    expect(prepared.gram(first)).toEqual(before);
    expect(prepared.common.data).toEqual(common);
  });
});

describe("degenerate training bags", () => {
  const gramOf = (x: Matrix, centres = upTo(x.rows)) =>
    rowsOf(prepareViews(x, { centres }).gram({ positive: numbers(0), other: upTo(x.rows, 1) }));

  it("that are all equal are all alike, to the last bit", () => {
    // 0.1 is not exact: the mean of three of them is not 0.1.
    const x = matrix(3, 6, new Float64Array(18).fill(0.1));
    expect(gramOf(x).flat()).toEqual(new Array(9).fill(1));
    expect(gramOf(matrix(1, 3)).flat()).toEqual([1]);
  });

  it("and fresh ones that differ from them get finite values", () => {
    const x = matrix(3, 6, new Float64Array(18).fill(0.1));
    const views = fitViews(x, { centres: upTo(3), positive: numbers(0, 1), other: numbers(2) });
    const values = viewsGram(views, fromRows([[1e300, -1e300, 0, 1e200, 5, 0.1]]));
    expect(values.data.every((value) => value >= 0 && value <= 1)).toBe(true);
  });

  it("with one feature, two bags or one centre have a unit diagonal, and a bag in the very middle too", () => {
    const one = gramOf(statisticsOf("min-max-mean", bagSet([[[-1]], [[0]], [[1]]])));
    const two = gramOf(statisticsOf("min-max-mean", bagSet([[[2, 3]], [[5, 3]]])));
    for (const gram of [one, two]) for (const [i, row] of gram.entries()) expect(row[i]).toBeCloseTo(1, 14);
    expect(two[0][1]).toBeLessThan(1);
    const single = gramOf(statistics(6), numbers(2));
    expect(single[2][0]).toBeCloseTo(1, 14);
    expect(single.flat().every((value) => value >= 0 && value <= 1 + 1e-14)).toBe(true);
  });

  it("with constant columns are told apart by the others, in any unit of a value they did not have", () => {
    const rows = Array.from({ length: 4 }, (_, i) => [7, i / 100, 7, i / 100, 7, i / 100]);
    const sides = { centres: upTo(4), positive: numbers(0, 1), other: numbers(2, 3) };
    const views = fitViews(fromRows(rows), sides);
    expect(views.scaleAll[1]).toBeCloseTo(Math.sqrt(1.25) / 100, 12);
    const fresh = (value: number) => viewsGram(views, fromRows([[value, 0.01, value, 0.01, value, 0.01]]));
    expect(difference(fresh(8), fresh(8e9).data)).toBeLessThan(1e-12);
  });

  it("are refused without a centre, with a centre that is none of them, or with other columns than min, max and mean", () => {
    const x = statistics(5);
    expect(() => prepareViews(x, { centres: numbers() })).toThrow(InputError);
    expect(() => prepareViews(x, { centres: numbers(5) })).toThrow(/5 bags/);
    expect(() => prepareViews(matrix(2, 4), { centres: numbers(0) })).toThrow(/4 columns/);
    const views = fitViews(x, { centres: upTo(5), positive: numbers(0), other: upTo(5, 1) });
    expect(() => viewsGram(views, matrix(1, 6))).toThrow(/12 columns, got 6/);
    expect(viewsGram(views, matrix(0, 12)).data.length).toBe(0);
  });
});
