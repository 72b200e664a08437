import { describe, expect, it } from "vitest";
import { factsOf, leaksOf } from "../../src/paper/report/facts.js";
import type { ExperimentCell, ExperimentSummary } from "../../src/paper/summary.js";
import { fakeSummary, SMALL } from "../report/make.js";

const [pattern] = fakeSummary(SMALL).cells;
const cell = (changes: Partial<ExperimentCell>, accuracy: number): ExperimentCell => ({
  ...pattern,
  ...changes,
  accuracy: { mean: accuracy, sd: 0.01 },
  constantGuess: Math.max(changes.prior ?? pattern.prior, 1 - (changes.prior ?? pattern.prior)),
});
const printed = { mean: 0.75, sd: 0.05, bold: false };
const used = (mean: number) => ({ mean, sd: 0 });

/** Worked out by hand: one method, two priors, two protocols. */
const summary: ExperimentSummary = {
  ...fakeSummary(SMALL),
  methods: ["pu-skc"],
  cells: [
    cell({ protocol: "paper", prior: 0.1, method: "pu-skc", printed, usedPrior: used(0.2) }, 0.8),
    cell({ protocol: "paper", prior: 0.4, method: "pu-skc", printed, usedPrior: used(0.1) }, 0.65),
    cell({ protocol: "leak-free", prior: 0.1, method: "pu-skc", printed, usedPrior: used(0.1) }, 0.7),
    cell({ protocol: "leak-free", prior: 0.4, method: "pu-skc", printed, usedPrior: used(0.4) }, 0.35),
  ],
};

describe("factsOf", () => {
  const [paper, leakFree] = factsOf(summary);

  it("compares the paper's protocol with the print, not the leak-free one", () => {
    expect(paper.meanAbsolute).toBeCloseTo(0.075, 12);
    expect(paper.where?.difference).toBeCloseTo(-0.1, 12);
    expect(paper.where?.prior).toBe(0.4);
    expect([leakFree.meanAbsolute, leakFree.where, leakFree.compared]).toEqual([null, null, 0]);
  });

  it("compares the leak-free protocol when it is the only one", () => {
    const only = { ...summary, cells: summary.cells.slice(2) };
    expect(factsOf(only)[0].meanAbsolute).toBeCloseTo(0.225, 12);
  });

  it("counts cells below the constant guess and averages the rest", () => {
    expect([paper.belowConstant, leakFree.belowConstant]).toEqual([1, 2]);
    expect(paper.guess).toBeCloseTo(0.75, 12);
    expect(paper.priorError).toBeCloseTo(0.2, 12);
    expect(paper.priorShift).toBeCloseTo(-0.1, 12);
  });

  it("has no error of the prior for a method that uses none", () => {
    const facts = factsOf({ ...summary, cells: summary.cells.map((each) => ({ ...each, usedPrior: null })) });
    expect(facts[0].priorError).toBeUndefined();
  });
});

describe("leaksOf", () => {
  it("states the mean of both protocols and where the loss is greatest", () => {
    const [leak] = leaksOf(summary);
    expect(leak.paper).toBeCloseTo(0.725, 12);
    expect(leak.leakFree).toBeCloseTo(0.525, 12);
    expect(leak.greatest).toBeCloseTo(0.3, 12);
    expect(leak.where.prior).toBe(0.4);
  });

  it("takes only settings that both protocols have", () => {
    const [leak] = leaksOf({ ...summary, cells: summary.cells.slice(0, 3) });
    expect([leak.paper, leak.leakFree]).toEqual([0.8, 0.7]);
    expect(leaksOf({ ...summary, cells: summary.cells.slice(0, 2) })).toEqual([]);
  });
});
