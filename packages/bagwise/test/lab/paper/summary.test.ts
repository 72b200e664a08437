import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summariseTrials, type TrialRecord } from "../../../src/lab/index.js";
import { recordOf, recordsOf, smallSummary } from "../make.js";

describe("summariseTrials", () => {
  it("takes mean and standard deviation over the trials of a cell", () => {
    const [cell] = summariseTrials(recordsOf([0.5, 0.7, 0.9])).cells;
    expect(cell).toMatchObject({ dataset: "elephant", protocol: "paper", method: "pu-skc", trials: 3, labeled: 20 });
    expect(cell.accuracy.mean).toBeCloseTo(0.7, 12);
    expect(cell.accuracy.sd).toBeCloseTo(0.2, 12);
    expect(cell.balancedAccuracy.mean).toBeCloseTo(0.35, 12);
    expect(cell.auc.mean).toBeCloseTo(0.175, 12);
    expect(cell.averagePrecision).toEqual({ mean: 0.5, sd: 0 });
    expect(cell.positiveRate).toEqual({ mean: 0.25, sd: 0 });
    expect(cell.usedPrior).toEqual({ mean: 0.125, sd: 0 });
    expect(cell.constantGuess).toBe(0.7);
    expect(cell.printed).toEqual({ mean: 0.746, sd: 0.062, bold: true });
    expect(cell.seconds).toBeUndefined();
  });

  it("gives the same bits whatever the order of the records and however often they come", () => {
    const records: TrialRecord[] = ["tiger", "musk1"].flatMap((dataset) =>
      ["lsdd", "pu-skc"].flatMap((method) =>
        [0.7, 0.1].flatMap((prior) => recordsOf([0.61, 0.77, 0.83, 0.31], { dataset, method, prior })),
      ),
    );
    const expected = JSON.stringify(summariseTrials(records));
    fc.assert(
      fc.property(fc.shuffledSubarray([...records, ...records], { minLength: 2 * records.length }), (shuffled) => {
        expect(JSON.stringify(summariseTrials(shuffled))).toBe(expected);
      }),
      { seed: 1, numRuns: 20 },
    );
    const { datasets, methods, priors, cells, trials, labeled, protocols } = summariseTrials(records);
    expect({ datasets, methods, priors, trials, labeled, protocols }).toEqual({
      datasets: ["musk1", "tiger"],
      methods: ["pu-skc", "lsdd"],
      priors: [0.1, 0.7],
      trials: 4,
      labeled: [20],
      protocols: ["paper"],
    });
    expect(cells.map(({ dataset, prior, method }) => `${dataset} ${prior} ${method}`)).toEqual([
      "musk1 0.1 pu-skc",
      "musk1 0.1 lsdd",
      "musk1 0.7 pu-skc",
      "musk1 0.7 lsdd",
      "tiger 0.1 pu-skc",
      "tiger 0.1 lsdd",
      "tiger 0.7 pu-skc",
      "tiger 0.7 lsdd",
    ]);
  });

  it("makes bold the best and what the t-test does not find worse", () => {
    expect(smallSummary().cells.map(({ bold }) => bold)).toEqual([true, true, false, true]);
  });

  it("compares the first method of each column only", () => {
    const { cells } = summariseTrials([
      ...recordsOf([0.5, 0.6, 0.7], { method: "pu-skc" }),
      ...recordsOf([0.9, 0.9, 0.91], { method: "pu-skc:default" }),
      ...recordsOf([0.2, 0.2, 0.21], { method: "pu-mil" }),
    ]);
    expect(cells.map(({ method, bold }) => [method, bold])).toEqual([
      ["pu-skc", true],
      ["pu-skc:default", false],
      ["pu-mil", false],
    ]);
    const variant = summariseTrials([
      ...recordsOf([0.9, 0.8], { method: "pu-mil:1-epoch" }),
      ...recordsOf([0.2, 0.3], { method: "lsdd" }),
    ]).cells;
    expect(variant.map(({ bold }) => bold)).toEqual([false, true]);
  });

  it("makes nothing bold where a method has no rival", () => {
    expect(summariseTrials(recordsOf([0.9, 0.8])).cells.map(({ bold }) => bold)).toEqual([false]);
  });

  it("compares within a protocol, a prior and a number of labelled bags", () => {
    const { cells } = summariseTrials([
      ...recordsOf([0.9, 0.91], { protocol: "paper" }),
      ...recordsOf([0.5, 0.51], { protocol: "leak-free" }),
      ...recordsOf([0.4, 0.41], { protocol: "leak-free", labeled: 40 }),
      ...recordsOf([0.3, 0.31], { protocol: "leak-free", prior: 0.9 }),
      ...recordsOf([0.1, 0.11], { method: "lsdd", protocol: "paper" }),
      ...recordsOf([0.1, 0.11], { method: "lsdd", protocol: "leak-free" }),
      ...recordsOf([0.1, 0.11], { method: "lsdd", protocol: "leak-free", labeled: 40 }),
      ...recordsOf([0.1, 0.11], { method: "lsdd", protocol: "leak-free", prior: 0.9 }),
    ]);
    expect(cells.filter(({ bold }) => bold).map(({ method }) => method)).toEqual(new Array(4).fill("pu-skc"));
  });

  it("makes only the best bold where there is a single trial, and equals together", () => {
    const single = (...accuracies: number[]) =>
      summariseTrials(accuracies.map((accuracy, k) => recordOf(accuracy, { method: ["pu-skc", "lsdd", "dsdd"][k] })));
    expect(single(0.8, 0.9, 0.7).cells.map(({ bold }) => bold)).toEqual([false, true, false]);
    expect(single(0.9, 0.9, 0.7).cells.map(({ bold }) => bold)).toEqual([true, true, false]);
    expect(single(0.8).cells[0].accuracy).toEqual({ mean: 0.8, sd: 0 });
  });

  it("counts trainings that were not solved, and knows no prior where none is used", () => {
    const [first, second] = recordsOf([0.5, 0.6], { method: "lsdd" });
    const bad = { ...second, result: { ...second.result, status: "inaccurate" } };
    expect(summariseTrials([first, bad]).cells[0]).toMatchObject({ unsolved: 1, usedPrior: null });
  });

  it("takes the seconds of trainings from the timings that there are", () => {
    const records = recordsOf([0.5, 0.6, 0.7]);
    const timings = [2, 4].map((train, k) => ({ id: records[k].id, draw: 100, train, score: 100 }));
    expect(summariseTrials(records, timings).cells[0].seconds).toEqual({ mean: 3, sd: Math.SQRT2 });
  });

  it("knows a printed value only where sizes and prior are the paper's", () => {
    const printed = (changes: object) => summariseTrials([recordOf(0.5, changes)]).cells[0].printed;
    expect(printed({ labeled: 40 })).toBeUndefined();
    expect(printed({ unlabeled: 100 })).toBeUndefined();
    expect(printed({ test: 100 })).toBeUndefined();
    expect(printed({ prior: 0.8 })).toBeUndefined();
    expect(printed({ protocol: "leak-free", method: "pu-mil:program" })).toEqual({
      mean: 0.698,
      sd: 0.072,
      bold: false,
    });
  });

  it("is empty without records, and refuses those of two experiments", () => {
    expect(summariseTrials([])).toEqual({
      experiment: "paper",
      cells: [],
      datasets: [],
      protocols: [],
      priors: [],
      labeled: [],
      methods: [],
      trials: 0,
    });
    expect(() => summariseTrials([recordOf(0.5), recordOf(0.5, { noise: "printed" })])).toThrow(
      /noise is reference and printed/,
    );
  });
});
