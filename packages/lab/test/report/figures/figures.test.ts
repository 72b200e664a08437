import { type Html, NOTHING } from "@bagwise/report/page";
import { describe, expect, it } from "vitest";
import { emptyDocument } from "../../../../report/test/empty-document.js";
import { checkFigures, parsed } from "../../../../report/test/figures/check-figures.js";
import { gainByPrior, priorIntervals } from "../../../src/compare/figures/compare-lines.js";
import { criticalDifferences } from "../../../src/compare/figures/critical-difference.js";
import { gainByFamily } from "../../../src/compare/figures/gain-by-family.js";
import { reliabilityDiagrams } from "../../../src/compare/figures/reliability-diagrams.js";
import { accuracyByMethod } from "../../../src/cv/accuracy-by-method.js";
import { differenceToPrint } from "../../../src/paper/report/difference-to-print.js";
import { accuracyByLabels, figureByPrior } from "../../../src/paper/report/paper-lines.js";
import { timePerMethod } from "../../../src/report/figures/time-per-method.js";
import { inkFor, inkOf } from "../../../src/report/ink.js";
import { comparison, withProbabilities } from "../../compare/make-comparison.js";
import { summary as validated } from "../../cv/make-cv.js";
import { fakeRun, fakeSummary, SMALL } from "../make.js";

const small = fakeSummary(SMALL);
const sweep = fakeSummary({ ...SMALL, experiment: "labels", priors: [0.7], labeled: [20, 60, 100] });
const ink = () => inkFor(emptyDocument(), small.methods);

const arms = () => inkOf(emptyDocument(), comparison.arms, comparison.data);
const folds = () =>
  inkOf(
    emptyDocument(),
    validated.methods.map((name) => ({ name })),
    validated.datasets,
  );

const FIGURES: readonly (readonly [string, () => Html])[] = [
  ["accuracy-by-prior", () => figureByPrior(ink(), "accuracy-by-prior", small)],
  ["balanced-accuracy-by-prior", () => figureByPrior(ink(), "balanced-accuracy-by-prior", small)],
  ["auc-by-prior", () => figureByPrior(ink(), "auc-by-prior", small)],
  ["estimated-prior", () => figureByPrior(ink(), "estimated-prior", small)],
  ["difference-to-print", () => differenceToPrint(ink(), small)],
  ["accuracy-by-labels", () => accuracyByLabels(ink(), sweep)],
  ["time-per-method", () => timePerMethod(ink(), fakeRun().timings)],
  ["critical-difference", () => criticalDifferences(arms(), comparison)],
  ["gain-leak-free", () => gainByPrior(arms(), comparison, "leak-free")],
  ["gain-families", () => gainByFamily(arms(), comparison)],
  ["accuracy-by-method", () => accuracyByMethod(folds(), validated)],
  ["prior-leak-free", () => priorIntervals(arms(), comparison)],
  ["reliability-leak-free", () => reliabilityDiagrams(arms(), withProbabilities)],
];

checkFigures(FIGURES);

describe("the panels", () => {
  it("show one symbol for each cell, and a hollow one for each printed value", () => {
    const box = parsed(figureByPrior(ink(), "accuracy-by-prior", small));
    const marks = [...box.querySelectorAll("svg title")].map((title) => title.textContent ?? "");
    expect(marks.filter((text) => text.startsWith("printed"))).toHaveLength(2 * 3 * 2);
    expect(marks.filter((text) => !text.startsWith("printed"))).toHaveLength(small.cells.length);
    for (const { method, accuracy, prior } of small.cells) {
      expect(marks).toContain(`${method === "dsdd" ? "DSDD" : "PU-SKC"} ${accuracy.mean.toFixed(3)} at ${prior}`);
    }
  });

  it("place a symbol where its numbers say", () => {
    const box = parsed(differenceToPrint(ink(), small));
    const [svg] = box.querySelectorAll(".panels svg");
    const at = (element: Element) =>
      Number(element.getAttribute("cx") ?? element.getAttribute("transform")?.match(/[-\d.]+/)?.[0]);
    const symbols = [...svg.querySelectorAll("[aria-label=dot] > *")].map((element) => ({
      x: at(element),
      difference: Number(element.textContent?.replace("−", "-").split(": ")[1]),
    }));
    expect(symbols).toHaveLength(6);
    // Two symbols fix the axis; all others must lie on it, to the precision of the printed
    // differences.
    const sorted = [...symbols].sort((a, b) => a.difference - b.difference);
    const [low, high] = [sorted[0], sorted[sorted.length - 1]];
    const scale = (high.x - low.x) / (high.difference - low.difference);
    expect(scale).toBeGreaterThan(0);
    for (const { x, difference } of symbols) {
      expect(Math.abs(x - low.x - scale * (difference - low.difference))).toBeLessThan(scale * 0.003);
    }
  });

  it("are the whole width of a panel for a single protocol", () => {
    const one = parsed(figureByPrior(ink(), "accuracy-by-prior", fakeSummary({ ...SMALL, protocols: ["paper"] })));
    expect(one.querySelectorAll("[aria-label='fx-axis tick label']")).toHaveLength(0);
    expect(one.querySelectorAll(".panels svg")).toHaveLength(2);
  });

  it("survive a single prior, a single trial and measures that are no number", () => {
    const { cells, ...rest } = fakeSummary({ ...SMALL, priors: [0.7], trials: 1 });
    const none = { mean: Number.NaN, sd: Number.NaN };
    const summary = { ...rest, cells: cells.map((cell) => ({ ...cell, auc: none })) };
    for (const figure of [
      figureByPrior(ink(), "accuracy-by-prior", summary),
      figureByPrior(ink(), "auc-by-prior", summary),
    ]) {
      expect(figure.text).not.toMatch(/NaN|undefined|Infinity|⚠/);
    }
  });

  it("are left out when there is nothing to show", () => {
    const bare = { ...small, cells: small.cells.map((cell) => ({ ...cell, printed: undefined, usedPrior: null })) };
    expect(differenceToPrint(ink(), bare)).toBe(NOTHING);
    expect(figureByPrior(ink(), "estimated-prior", bare)).toBe(NOTHING);
    expect(timePerMethod(ink(), [])).toBe(NOTHING);
    expect(figureByPrior(ink(), "accuracy-by-prior", bare).text).not.toContain("hollow");
  });

  it("draw a time range that reaches zero to the edge of the log axis", () => {
    const times = [{ dataset: "fox", method: "dsdd", trainings: 3, seconds: { mean: 0.5, sd: 2 } }];
    expect(timePerMethod(ink(), times).text).not.toMatch(/NaN|Infinity/);
    expect(parsed(timePerMethod(ink(), times)).querySelectorAll("[aria-label=rule] line")).toHaveLength(1);
  });
});
