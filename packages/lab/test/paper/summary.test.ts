import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summariseTrials, type TrialRecord } from "../../../bagwise/src/entries/lab.js";
import { ENOUGH_TRIALS } from "../../src/trials/enough-trials.js";
import { recordOf, recordsOf, smallSummary, twice } from "../make.js";

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
      ...recordsOf(twice([0.5, 0.6, 0.7]), { method: "pu-skc" }),
      ...recordsOf(twice([0.9, 0.9, 0.91]), { method: "pu-skc:default" }),
      ...recordsOf(twice([0.2, 0.2, 0.21]), { method: "pu-mil" }),
    ]);
    expect(cells.map(({ method, bold }) => [method, bold])).toEqual([
      ["pu-skc", true],
      ["pu-skc:default", false],
      ["pu-mil", false],
    ]);
    const variant = summariseTrials([
      ...recordsOf(twice([0.9, 0.8, 0.9]), { method: "pu-mil:1-epoch" }),
      ...recordsOf(twice([0.2, 0.3, 0.2]), { method: "lsdd" }),
    ]).cells;
    expect(variant.map(({ bold }) => bold)).toEqual([false, true]);
  });

  it("makes nothing bold where a method has no rival", () => {
    expect(summariseTrials(recordsOf([0.9, 0.8])).cells.map(({ bold }) => bold)).toEqual([false]);
  });

  it("compares within a protocol, a prior and a number of labelled bags", () => {
    const { cells } = summariseTrials([
      ...recordsOf(twice([0.9, 0.91, 0.9]), { protocol: "paper" }),
      ...recordsOf(twice([0.5, 0.51, 0.5]), { protocol: "leak-free" }),
      ...recordsOf(twice([0.4, 0.41, 0.4]), { protocol: "leak-free", labeled: 40 }),
      ...recordsOf(twice([0.3, 0.31, 0.3]), { protocol: "leak-free", prior: 0.9 }),
      ...recordsOf(twice([0.1, 0.11, 0.1]), { method: "lsdd", protocol: "paper" }),
      ...recordsOf(twice([0.1, 0.11, 0.1]), { method: "lsdd", protocol: "leak-free" }),
      ...recordsOf(twice([0.1, 0.11, 0.1]), { method: "lsdd", protocol: "leak-free", labeled: 40 }),
      ...recordsOf(twice([0.1, 0.11, 0.1]), { method: "lsdd", protocol: "leak-free", prior: 0.9 }),
    ]);
    expect(cells.filter(({ bold }) => bold).map(({ method }) => method)).toEqual(new Array(4).fill("pu-skc"));
  });

  it("makes nothing bold with fewer trials than a verdict needs, however far apart the methods are", () => {
    const bold = (trials: number) =>
      summariseTrials(
        ["pu-skc", "lsdd"].flatMap((method, k) =>
          recordsOf(
            Array.from({ length: trials }, (_, t) => 0.9 - 0.5 * k + 0.001 * t),
            { method },
          ),
        ),
      ).cells.map((cell) => cell.bold);
    for (const few of [1, 2, ENOUGH_TRIALS - 1]) expect(bold(few), `${few} trials`).toEqual([false, false]);
    expect(bold(ENOUGH_TRIALS)).toEqual([true, false]);
    expect(summariseTrials([recordOf(0.8)]).cells[0].accuracy).toEqual({ mean: 0.8, sd: 0 });
  });

  it("counts trainings that were not solved, and knows no prior where none is used", () => {
    const [first, second] = recordsOf([0.5, 0.6], { method: "lsdd" });
    const bad = { ...second, result: { ...second.result, status: "inaccurate" } };
    expect(summariseTrials([first, bad]).cells[0]).toMatchObject({ unsolved: 1, usedPrior: null });
  });

  it("takes the seconds of trainings from the timings that there are", () => {
    const records = recordsOf(twice([0.5, 0.6, 0.7]));
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
