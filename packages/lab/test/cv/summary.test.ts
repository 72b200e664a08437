import { describe, expect, it } from "vitest";
import { compareData, summariseCv } from "../../../bagwise/src/entries/lab.js";
import { originals } from "../make.js";
import { cvRecord, publishedData } from "./make.js";

const wolf = compareData("wolf", originals({ positive: 5, negative: 3 }));
const grid = { methods: ["a"], folds: 2, repeats: 2, seed: 1 };

/** Two folds of 5 and 3 bags, two repeats, with so many bags called right. */
function records(right: readonly (readonly [number, number])[], method = "a") {
  return right.flatMap(([first, second], repeat) => [
    cvRecord({ method, folds: 2, repeat, fold: 0 }, { accuracy: first / 5, auc: 0.6, test: 5 }),
    cvRecord({ method, folds: 2, repeat, fold: 1 }, { accuracy: second / 3, auc: 1, test: 3 }),
  ]);
}

describe("summariseCv", () => {
  it("counts every bag once in a repeat, and takes the deviation over repeats", () => {
    const right = [
      [4, 3],
      [4, 1],
    ] as const;
    const { cells } = summariseCv(records(right), { data: [wolf], grid });
    expect(cells).toHaveLength(1);
    const [{ accuracy, auc, trainings, repeats }] = cells;
    expect(accuracy.mean).toBeCloseTo((7 / 8 + 5 / 8) / 2, 12);
    expect(accuracy.sd).toBeCloseTo(0.25 / Math.SQRT2, 12);
    // The AUC of a fold of five bags counts five times, that of three bags three times.
    expect(auc.mean).toBeCloseTo((5 * 0.6 + 3 * 1) / 8, 12);
    expect(auc.sd).toBe(0);
    expect({ trainings, repeats }).toEqual({ trainings: 4, repeats: 2 });
  });

  it("says what share of the trainings is solved", () => {
    const all = records([
      [4, 3],
      [4, 1],
    ]);
    const [first, ...rest] = all;
    const broken = [{ ...first, result: { ...first.result, status: "inaccurate" } }, ...rest];
    expect(summariseCv(broken, { data: [wolf], grid }).cells[0].solved).toBe(0.75);
    expect(summariseCv(all, { data: [wolf], grid }).cells[0].solved).toBe(1);
  });

  it("names the best method of a data set, the first of equal ones", () => {
    const both = [...records([[4, 3]], "a"), ...records([[5, 2]], "b"), ...records([[5, 3]], "c")];
    const of = (methods: string[]) =>
      summariseCv(both, { data: [wolf], grid: { ...grid, methods, repeats: 1 } }).datasets[0];
    expect(of(["a", "b", "c"]).best.method).toBe("c");
    expect(of(["b", "a"]).best.method).toBe("b");
    expect(of(["a"])).toMatchObject({ constantGuess: 5 / 8, published: null, difference: null });
  });

  const musk = publishedData("musk1", "Musk1");
  const ten = { methods: ["svm", "auto"], folds: 10, repeats: 1, seed: 1 };
  const onMusk = (svm: number, auto: number, folds = 10) =>
    [svm, auto].map((accuracy, k) =>
      cvRecord({ dataset: "musk1", method: ten.methods[k], folds }, { accuracy, test: 92 }),
    );

  it("sets each method against its published accuracy, and the best against the best", () => {
    const { cells, datasets } = summariseCv(onMusk(0.87, 0.91), { data: [musk], grid: ten });
    expect(cells[0]).toMatchObject({ published: { accuracy: 0.88, title: "MI-kernel" }, below: false });
    expect(cells[0].difference).toBeCloseTo(-0.01, 12);
    expect(cells[1]).toMatchObject({ published: null, difference: null, below: false });
    expect(datasets[0]).toMatchObject({ best: { method: "auto" }, published: { title: "MIGraph" } });
    expect(datasets[0].difference).toBeCloseTo(0.01, 12);
  });

  it("marks a method that is more than three points below, not one that is three points below", () => {
    const below = (svm: number) => summariseCv(onMusk(svm, 0.5), { data: [musk], grid: ten }).cells[0].below;
    expect(below(0.849)).toBe(true);
    expect(below(0.88 - 0.03)).toBe(false);
    expect(below(0.85)).toBe(false);
  });

  it("compares with nothing where the folds or the data are others than the published ones", () => {
    const five = summariseCv(onMusk(0.87, 0.91, 5), { data: [musk], grid: { ...ten, folds: 5 } });
    const other = summariseCv(onMusk(0.87, 0.91), { data: [{ ...musk, eta: null }], grid: ten });
    for (const { cells, datasets } of [five, other]) {
      expect(cells.every(({ published }) => published === null)).toBe(true);
      expect(datasets[0].published).toBeNull();
    }
  });
});
