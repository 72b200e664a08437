import { count } from "@bagwise/core/base";
import { areaY, lineY, rectY, ruleX, ruleY, text } from "@observablehq/plot";
import type { MixturePicture, MixturePoint } from "../data/score-mixture.js";
import { type Column, columnTable } from "../page/data-table.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { about, percent, short } from "../page/numbers.js";
import { figure } from "./figure.js";
import { baseLine, bothWidths, faintGrid, plotSvg, xAxis, yAxis } from "./plot-svg.js";

interface ScoreTexts {
  readonly threshold: number;
  /** "unlabeled bags", or "all bags" for a single set. */
  readonly of: string;
  /** How many of the sample are called positive, and its size. */
  readonly called: number;
  readonly sample: number;
  /** How many of the positives are called positive, and their number. */
  readonly found: number;
  readonly positive: number;
  readonly negative: number;
}

/** Held-out scores: the sample with the mixture over it, and the positives below. */
export function scoreDistribution(document: Document, mixture: MixturePicture, texts: ScoreTexts): Html {
  const { curve, cutShare, beyond } = mixture;
  const { threshold, of, called, sample, found, positive, negative } = texts;
  const outside = beyond.left + beyond.right;
  const alternative = `Histogram of the held-out scores of ${count(sample, "bag")}, ${of}, ${short(mixture.low)} to ${short(mixture.high)}: ${called} are at or above the threshold ${short(threshold)}, as are ${found} of ${count(positive, "positive bag")}.`;
  return figure({
    id: "score-distribution",
    title: `Scores of ${of} and of positive bags`,
    caption: html`Every bag was scored by a model trained without it. Bags to the right of the dashed line are called positive: ${called} of the ${sample} ${of}, and ${found} of the ${positive} positive ones.${
      curve.length === 0
        ? ""
        : " The orange curve estimates how many of these bags are positive, from the prior and the scores of known positives. The blue curve is the rest, the negatives. Both are smoothed, so they stay below the peaks of the bars."
    }${
      cutShare >= 0.005
        ? html` Where the baseline is thick, the estimate expects more positives than there are bags (${percent(cutShare)} of them), so the rest is clipped at 0. The prior may be too high, or it is chance.`
        : NOTHING
    }${outside > 0 ? ` ${count(outside, "extreme score")} ${outside === 1 ? "is" : "are"} not shown.` : ""}${
      mixture.thresholdShown ? "" : ` The threshold, ${short(threshold)}, is far outside the picture.`
    }`,
    legend: html`<ul class="legend"><li><i class="swatch sample"></i>${of}</li>${
      curve.length === 0
        ? NOTHING
        : html`<li><i class="swatch positive"></i>positive among them (estimated)</li><li><i class="swatch rest"></i>the rest (estimated)</li>`
    }<li><i class="swatch solid"></i>known positive bags</li>${
      negative > 0 ? html`<li><i class="swatch negative"></i>known negative bags</li>` : NOTHING
    }<li><i class="dash ink"></i>threshold</li></ul>`,
    layout: "whole",
    panels: [
      bothWidths(
        (width) =>
          html`${samplePicture(document, mixture, texts, { width, alternative })}${
            positive === 0 ? NOTHING : labelledPicture(document, mixture, texts, { width, kind: "positive" })
          }${negative === 0 ? NOTHING : labelledPicture(document, mixture, texts, { width, kind: "negative" })}`,
      ),
    ],
    numbers: scoreNumbers(mixture, texts),
  });
}

const MARGINS = { marginLeft: 40, marginRight: 14 } as const;

function samplePicture(
  document: Document,
  { low, high, bars, curve, thresholdShown }: MixturePicture,
  { threshold, of }: ScoreTexts,
  { width, alternative }: { width: number; alternative: string },
): Html {
  const tallest = Math.max(
    ...bars.map(({ sample }) => sample),
    ...curve.map(({ positive, rest }) => Math.max(positive, rest)),
  );
  const cuts = stretches(curve);
  return plotSvg(document, alternative, {
    width,
    height: width < 500 ? 230 : 290,
    ...MARGINS,
    marginTop: 34,
    marginBottom: 8,
    x: { domain: [low, high], axis: null },
    y: { domain: [0, tallest * 1.05] },
    marks: [
      faintGrid(4),
      rectY(bars, {
        x1: "from",
        x2: "to",
        y: "sample",
        insetLeft: 0.5,
        insetRight: 0.5,
        fill: "var(--bar)",
        title: (bar) => `${short(bar.from)} to ${short(bar.to)}: ${bar.sample}`,
      }),
      areaY(curve, { x: "score", y: "rest", fill: "var(--m0)", fillOpacity: 0.12 }),
      areaY(curve, { x: "score", y: "positive", fill: "var(--m1)", fillOpacity: 0.16 }),
      lineY(curve, { x: "score", y: "rest", stroke: "var(--m0)", strokeWidth: 2 }),
      lineY(curve, { x: "score", y: "positive", stroke: "var(--m1)", strokeWidth: 2 }),
      baseLine(),
      ...cuts.map(([from, to]) =>
        ruleY([0], { x1: from, x2: to, stroke: "var(--m1)", strokeWidth: 5, strokeLinecap: "butt" }),
      ),
      ...thresholdMarks(threshold, thresholdShown, { low, high, label: true }),
      yAxis({ ticks: 4, tickFormat: whole, label: of }),
    ],
  });
}

function labelledPicture(
  document: Document,
  { low, high, bars, thresholdShown }: MixturePicture,
  { threshold, found, positive, negative }: ScoreTexts,
  { width, kind }: { width: number; kind: "positive" | "negative" },
): Html {
  const last = kind === "negative" || negative === 0;
  const words =
    kind === "positive"
      ? `Histogram of the held-out scores of ${count(positive, "positive bag")}: ${found} at or above the threshold.`
      : `Histogram of the held-out scores of ${count(negative, "known negative bag")}.`;
  return plotSvg(document, words, {
    width,
    height: last ? 112 : 78,
    ...MARGINS,
    marginTop: 22,
    marginBottom: last ? 40 : 6,
    x: { domain: [low, high], axis: null },
    y: { domain: [0, Math.max(1, ...bars.map((bar) => bar[kind])) * 1.05] },
    marks: [
      rectY(bars, {
        x1: "from",
        x2: "to",
        y: kind,
        insetLeft: 0.5,
        insetRight: 0.5,
        fill: kind === "positive" ? "var(--m1)" : "var(--m2)",
        fillOpacity: 0.85,
        title: (bar) => `${short(bar.from)} to ${short(bar.to)}: ${bar[kind]}`,
      }),
      baseLine(),
      ...thresholdMarks(threshold, thresholdShown, { low, high, label: false }),
      yAxis({ ticks: 2, tickFormat: whole, label: `known ${kind}` }),
      last ? xAxis({ ticks: width < 500 ? 5 : 9, tickFormat: short, label: "score" }) : null,
    ],
  });
}

function thresholdMarks(
  threshold: number,
  shown: boolean,
  { low, high, label }: { low: number; high: number; label: boolean },
) {
  if (!shown) return [];
  const share = (threshold - low) / (high - low);
  const rule = ruleX([threshold], { stroke: "currentColor", strokeWidth: 1.6, strokeDasharray: "5 3" });
  if (!label) return [rule];
  return [
    rule,
    text([threshold], {
      x: (x: number) => x,
      frameAnchor: "top",
      dy: -14,
      dx: share > 0.7 ? -4 : share < 0.3 ? 4 : 0,
      text: () => `threshold ${short(threshold)}`,
      textAnchor: share > 0.7 ? "end" : share < 0.3 ? "start" : "middle",
      fontWeight: 600,
    }),
  ];
}

/** The ranges of scores in which the rest was clipped. */
function stretches(curve: readonly MixturePoint[]): [number, number][] {
  const found: [number, number][] = [];
  curve.forEach(({ score, cut, positive }, k) => {
    // In the tails both densities are close to zero, so which one is larger means nothing.
    if (!cut || positive < 0.02) return;
    const last = found.at(-1);
    if (last !== undefined && k > 0 && last[1] === curve[k - 1].score) last[1] = score;
    else found.push([score, score]);
  });
  return found.filter(([from, to]) => to > from);
}

/** Labels only whole numbers, because counts have no fractions. */
function whole(value: number): string {
  return Number.isInteger(value) ? String(value) : "";
}

/** The bags in every bar, and every eighth point of the mixture. */
function scoreNumbers({ bars, curve }: MixturePicture, { of, negative }: ScoreTexts): Html {
  const known: Column<(typeof bars)[number]>[] = negative > 0 ? [["negative bags", (bar) => bar.negative]] : [];
  const byBar = columnTable(
    bars,
    [
      ["score from", ({ from }) => short(from)],
      ["to below", ({ to }) => short(to)],
      [of, ({ sample }) => sample],
      ["positive bags", ({ positive }) => positive],
      ...known,
    ],
    { label: "Bags by score" },
  );
  if (curve.length === 0) return byBar;
  return html`${byBar}${columnTable(
    curve.filter((_, k) => k % 8 === 0),
    [
      ["score", ({ score }) => short(score)],
      ["bags per bar, smoothed", ({ sample }) => about(sample)],
      ["positive among them", ({ positive }) => about(positive)],
      ["the rest", ({ rest }) => about(rest)],
      ["clipped at 0", ({ cut }) => (cut ? "yes" : "")],
    ],
    { label: "The estimated mixture" },
  )}`;
}
