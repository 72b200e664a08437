import { summarise, synthesise } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { mixturePicture } from "../../src/data/score-mixture.js";
import { bagSizes } from "../../src/figures/bag-sizes.js";
import { heightAt, spreadOver } from "../../src/figures/curve-picture.js";
import { gainCurve } from "../../src/figures/gain-curve.js";
import { precisionRecallCurve } from "../../src/figures/precision-recall-curve.js";
import { priorBelief } from "../../src/figures/prior-belief.js";
import { riskHeatMap } from "../../src/figures/risk-heat-map.js";
import { scoreDistribution } from "../../src/figures/score-distribution.js";
import { sensitivityFigure } from "../../src/figures/sensitivity.js";
import { type Html, NOTHING } from "../../src/page/html.js";
import { emptyDocument } from "../empty-document.js";
import { fakeBelief, fakeCurves, fakeHeldOut, fakeRisks, fakeSettings } from "../model/make-model.js";
import { checkFigures, parsed } from "./check-figures.js";

const held = fakeHeldOut();
const curves = fakeCurves();
const settings = fakeSettings();
const prior = { value: 0.3, low: 0.15, high: 0.46, belief: fakeBelief(), source: "from held-out scores" };
const { bags } = synthesise({ bags: 40, labeled: 10, dimensions: 2, bagSize: [1, 9], seed: 4 });

function scores(of = held, { threshold = 0, share = 0.3 }: { threshold?: number; share?: number | null } = {}): Html {
  const mixture = mixturePicture(of, { threshold, prior: share });
  if (mixture === null) throw new Error("no spread");
  const called = (values: Float64Array) => values.filter((score) => score >= threshold).length;
  return scoreDistribution(emptyDocument(), mixture, {
    threshold,
    of: "unlabeled bags",
    called: called(of.unlabeled),
    sample: of.unlabeled.length,
    found: called(of.positive),
    positive: of.positive.length,
    negative: of.negative.length,
  });
}

const gain = (called = 50) => gainCurve(emptyDocument(), { gain: curves.gain, unlabeled: 160, called });
const precision = (called = 50) =>
  precisionRecallCurve(emptyDocument(), { precisionRecall: curves.precisionRecall, called });

const FIGURES: readonly (readonly [string, () => Html])[] = [
  ["prior-belief", () => priorBelief(emptyDocument(), prior, "the unlabeled bags")],
  ["sensitivity", () => sensitivityFigure(emptyDocument(), settings, 0.3)],
  ["risk-heat-map", () => riskHeatMap(emptyDocument(), fakeRisks(), { degree: 2, lambda: 1e-3 })],
  ["score-distribution", () => scores()],
  ["gain-curve", () => gain()],
  ["precision-recall-curve", () => precision()],
  ["bag-sizes", () => bagSizes(emptyDocument(), summarise(bags).bagSize)],
];

checkFigures(FIGURES);

describe("priorBelief", () => {
  it("shows an estimate without a distribution as a dot on its interval", () => {
    const box = parsed(priorBelief(emptyDocument(), { ...prior, belief: null }, "the unlabeled bags"));
    expect(box.querySelectorAll(".for-wide [aria-label=dot] circle")).toHaveLength(1);
    expect(box.querySelectorAll("[aria-label=area]")).toHaveLength(0);
    expect(box.querySelector("svg")?.getAttribute("aria-label")).toContain("0.15 to 0.46");
  });

  it("has a table whose chances add up to one", () => {
    const rows = [...parsed(priorBelief(emptyDocument(), prior, "all bags")).querySelectorAll("tbody tr")];
    const shares = rows
      .map((row) => [...row.children].map((cell) => cell.textContent ?? ""))
      .flatMap(([what, value]) => (what.startsWith("chance of") ? [Number.parseFloat(value)] : []));
    expect(shares).toHaveLength(10);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, -1);
  });

  it("keeps the label of a mean near an end inside the picture", () => {
    for (const [value, anchor] of [
      [0.03, "start"],
      [0.97, "end"],
    ] as const) {
      const spread = { ...prior, value, belief: fakeBelief(value, 0.03) };
      const box = parsed(priorBelief(emptyDocument(), spread, "all bags"));
      expect(box.querySelector(".for-narrow [font-weight='600']")?.getAttribute("text-anchor") ?? "middle").toBe(
        anchor,
      );
    }
  });
});

describe("riskHeatMap", () => {
  const opacities = (figure: Html) =>
    [...parsed(figure).querySelectorAll(".for-wide [aria-label=cell] rect")].flatMap((cell) => {
      const value = cell.getAttribute("fill-opacity");
      return value === null ? [] : [Number(value)];
    });

  it("fills the lower risk more strongly, frames the chosen cell once and marks cells that were not all solved", () => {
    const risks = fakeRisks();
    const figure = riskHeatMap(emptyDocument(), risks, { degree: 2, lambda: 1e-3 });
    const filled = opacities(figure);
    expect(filled).toHaveLength(9);
    for (let i = 0; i < 9; i++)
      for (let j = 0; j < 9; j++)
        if (risks[i].risk < risks[j].risk - 1e-9) expect(filled[i]).toBeGreaterThan(filled[j]);
    const box = parsed(figure);
    expect(box.querySelectorAll(".for-wide [stroke-width='2.4'] rect")).toHaveLength(1);
    expect(box.querySelector(".for-wide [font-weight='700']")?.textContent).toBe("0.200");
    expect(box.querySelector("figcaption")?.textContent).toContain("*");
    expect([...box.querySelectorAll(".for-wide text")].filter((text) => text.textContent?.endsWith(" *"))).toHaveLength(
      1,
    );
  });

  it("survives equal risks, risks that are no numbers, and a grid over lambda alone", () => {
    const flat = fakeRisks().map((each) => ({ ...each, risk: 0.5 }));
    expect(new Set(opacities(riskHeatMap(emptyDocument(), flat, {}))).size).toBe(1);
    const odd = fakeRisks().map((each, k) => (k === 0 ? { ...each, risk: Number.NaN } : each));
    expect(riskHeatMap(emptyDocument(), odd, {}).text).not.toMatch(/NaN|Infinity/);
    const bare = [1, 0.1].map((lambda) => ({ lambda, risk: lambda, solved: 5, folds: 5 }));
    const box = parsed(riskHeatMap(emptyDocument(), bare, { lambda: 0.1 }));
    expect(box.querySelectorAll(".for-wide [stroke-width='2.4'] rect")).toHaveLength(1);
    expect(box.textContent).not.toMatch(/NaN/);
  });

  it("says nothing of numbers that a phone has no room for, and keeps them in the table", () => {
    const many = Array.from({ length: 12 }, (_, k) => ({
      degree: 1,
      lambda: 2 ** -k,
      risk: k / 10,
      solved: 5,
      folds: 5,
    }));
    const box = parsed(riskHeatMap(emptyDocument(), many, { degree: 1, lambda: 1 }));
    expect(box.querySelectorAll(".for-narrow [font-variant]")).toHaveLength(0);
    expect(box.querySelectorAll("tbody tr")).toHaveLength(12);
  });
});

describe("scoreDistribution", () => {
  it("has bars that hold every bag, and one edge at the threshold", () => {
    const rows = [...parsed(scores(held, { threshold: 0.37 })).querySelectorAll("details table")][0];
    const cells = [...rows.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((cell) => Number(cell.textContent?.replace("−", "-"))),
    );
    expect(cells.reduce((sum, [, , sample]) => sum + sample, 0)).toBe(held.unlabeled.length);
    expect(cells.reduce((sum, [, , , positive]) => sum + positive, 0)).toBe(held.positive.length);
    expect(cells.some(([from]) => from === 0.37)).toBe(true);
  });

  it("shows no mixture without a prior, and says where the rest was cut with one that is too high", () => {
    expect(parsed(scores(held, { share: null })).querySelectorAll("[aria-label=line]")).toHaveLength(0);
    const box = parsed(scores(held, { share: 0.95 }));
    expect(box.querySelector("figcaption")?.textContent).toContain("at 0");
    expect(box.querySelectorAll(".for-wide [stroke-width='5'] line").length).toBeGreaterThan(0);
    expect(parsed(scores()).querySelectorAll("[stroke-width='5'] line")).toHaveLength(0);
  });

  it("shows known negatives in a picture of their own", () => {
    const box = parsed(scores(fakeHeldOut({ negative: 12 })));
    expect(box.querySelectorAll(".for-wide svg")).toHaveLength(3);
    expect(box.querySelector(".legend")?.textContent).toContain("known negative");
  });

  it("says that a threshold far away is not in the picture", () => {
    const box = parsed(scores(held, { threshold: 90 }));
    expect(box.querySelector("figcaption")?.textContent).toContain("90");
    expect(box.textContent).not.toContain("threshold 90");
  });
});

describe("the curves", () => {
  it("mark the threshold where it is on the curve, and not where nothing is called positive", () => {
    expect(parsed(gain(50)).querySelectorAll("[aria-label=dot] circle")).toHaveLength(1);
    const at = curves.precisionRecall.find(({ reviewed }) => reviewed === 50) ?? curves.precisionRecall[0];
    expect(parsed(precision(at.reviewed)).querySelector("svg")?.getAttribute("aria-label")).toContain(
      `precision ${at.precision.toFixed(2)}, recall ${at.recall.toFixed(2)}`,
    );
    expect(parsed(precision(0)).querySelectorAll("[aria-label=dot] circle")).toHaveLength(0);
  });

  it("survive a precision that is not known", () => {
    const odd = curves.precisionRecall.map((point, k) => (k < 3 ? { ...point, precision: Number.NaN } : point));
    const figure = precisionRecallCurve(emptyDocument(), { precisionRecall: odd, called: 1 });
    expect(figure.text).not.toMatch(/NaN/);
  });

  it("are read off between their points by straight lines", () => {
    const line = [
      { x: 1, y: 2 },
      { x: 3, y: 6 },
    ];
    expect([0, 1, 2, 3, 9].map((x) => heightAt(line, x))).toEqual([2, 2, 4, 6, 6]);
    expect(heightAt([], 1)).toBeNaN();
  });

  it("have tables of at most so many rows, with both ends", () => {
    const rows = Array.from({ length: 100 }, (_, k) => k);
    const shown = spreadOver(rows, 21);
    expect(shown).toHaveLength(21);
    expect([shown[0], shown[20]]).toEqual([0, 99]);
    expect(spreadOver([1, 2], 21)).toEqual([1, 2]);
  });
});

describe("sensitivityFigure", () => {
  it("has a panel for each measure that depends on the prior, and says when one is never defined", () => {
    const none = settings.map((row) => ({
      ...row,
      measures: {
        ...row.measures,
        precision: { value: Number.NaN, low: Number.NaN, high: Number.NaN, clipped: false },
      },
    }));
    const box = parsed(sensitivityFigure(emptyDocument(), none, null));
    const words = [...box.querySelectorAll(".panels svg")].map((svg) => svg.getAttribute("aria-label"));
    expect(words).toHaveLength(3);
    expect(words[0]).toContain("not defined");
    expect(box.textContent).not.toMatch(/NaN/);
  });

  it("survives a single prior", () => {
    expect(sensitivityFigure(emptyDocument(), settings.slice(0, 1), 0.1).text).not.toMatch(/NaN|Infinity/);
  });
});

it("bagSizes draws nothing for no bag", () => {
  expect(bagSizes(emptyDocument(), { min: 0, max: 0, mean: 0, median: 0, histogram: [] })).toBe(NOTHING);
});
