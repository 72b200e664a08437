import { BELIEF_STEP, beliefQuantile, type PriorBelief } from "@bagwise/core/scores";
import { areaY, dot, lineY, link, ruleX, text } from "@observablehq/plot";
import { dataTable } from "../page/data-table.js";
import type { Html } from "../page/html.js";
import { percent, two } from "../page/numbers.js";
import { figure } from "./figure.js";
import { bothWidths, plotSvg, xAxis } from "./plot-svg.js";

/** The prior that the report uses: from the model, or given by the reader. */
export interface ReportPrior {
  readonly value: number;
  /** The 90 % interval. Both ends equal the value if it was given exactly. */
  readonly low: number;
  readonly high: number;
  /** The full distribution, if there is one. */
  readonly belief: PriorBelief | null;
  /** A phrase after "prior": "given", "estimated by km2", "given for this report". */
  readonly source: string;
}

/** The quantiles in the table. */
const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** The edges of the ranges whose probability is in the table. */
const STRETCHES = Array.from({ length: 11 }, (_, k) => k / 10);

/** The density of a belief with its mean and 90 % interval, or an estimate on its interval. */
export function priorBelief(document: Document, prior: ReportPrior, of: string): Html {
  const { value, low, high, belief } = prior;
  const spread = belief !== null && belief.points.length > 1 ? belief : null;
  const said = `mean ${two(value)}, 90 % interval ${two(low)} to ${two(high)}`;
  return figure({
    id: "prior-belief",
    title: `The share of positives among ${of}`,
    caption:
      spread === null
        ? "The dot is the estimate, the bar its 90 % interval. The interval covers chance, but not the bias of the method."
        : "The higher the curve, the more likely that share. The filled area is the 90 % interval, and the line in it is the mean.",
    layout: "whole",
    panels: [
      bothWidths((width) =>
        spread === null
          ? pointPicture(document, prior, width)
          : beliefPicture(document, { prior, belief: spread, width }, `The distribution of the prior: ${said}.`),
      ),
    ],
    numbers: spread === null ? pointNumbers(prior) : beliefNumbers(spread, prior),
  });
}

interface BeliefParts {
  readonly prior: ReportPrior;
  readonly belief: PriorBelief;
  readonly width: number;
}

function beliefPicture(document: Document, { prior, belief, width }: BeliefParts, alternative: string): Html {
  const { value, low, high } = prior;
  const rows = belief.points.map((share, i) => ({ share, density: belief.weights[i] / BELIEF_STEP }));
  const ends = [
    { share: rows[0].share - BELIEF_STEP / 2, density: 0 },
    { share: (rows.at(-1)?.share ?? 1) + BELIEF_STEP / 2, density: 0 },
  ];
  const inside = rows.filter(({ share }) => share >= low && share <= high);
  const most = rows.reduce((most, { density }) => Math.max(most, density), 0);
  return plotSvg(document, alternative, {
    width,
    height: width < 500 ? 190 : 230,
    marginTop: 26,
    marginLeft: 12,
    marginRight: 12,
    marginBottom: 38,
    x: { domain: [0, 1] },
    y: { domain: [0, most * 1.04], axis: null },
    marks: [
      areaY([ends[0], ...rows, ends[1]], { x: "share", y: "density", fill: "var(--m0)", fillOpacity: 0.14 }),
      areaY(inside, { x: "share", y: "density", fill: "var(--m0)", fillOpacity: 0.34 }),
      lineY([ends[0], ...rows, ends[1]], { x: "share", y: "density", stroke: "var(--m0)", strokeWidth: 1.8 }),
      ruleX([value], { stroke: "currentColor", strokeWidth: 1.6 }),
      text([value], {
        x: (x: number) => x,
        frameAnchor: "top",
        dy: -16,
        text: () => `mean ${two(value)}`,
        textAnchor: anchor(value),
        fontWeight: 600,
      }),
      priorAxis(),
    ],
  });
}

function pointPicture(document: Document, { value, low, high }: ReportPrior, width: number): Html {
  const words = `Estimate of the prior ${two(value)}, 90 % interval ${two(low)} to ${two(high)}.`;
  return plotSvg(document, words, {
    width,
    height: 92,
    marginTop: 30,
    marginLeft: 12,
    marginRight: 12,
    marginBottom: 38,
    x: { domain: [0, 1] },
    y: { domain: [0, 1], axis: null },
    marks: [
      link([[low, high]], {
        x1: (ends: number[]) => ends[0],
        x2: (ends: number[]) => ends[1],
        y1: 0.5,
        y2: 0.5,
        stroke: "var(--m0)",
        strokeOpacity: 0.4,
        strokeWidth: 10,
      }),
      dot([value], { x: (x: number) => x, y: 0.5, r: 6, fill: "var(--m0)", stroke: "var(--page)", strokeWidth: 1.5 }),
      text([value], {
        x: (x: number) => x,
        y: 0.5,
        dy: -18,
        text: () => two(value),
        textAnchor: anchor(value),
        fontWeight: 600,
      }),
      priorAxis(),
    ],
  });
}

function priorAxis() {
  return xAxis({ ticks: [0, 0.25, 0.5, 0.75, 1], tickFormat: String, label: "share of positives (the prior)" });
}

/** Keeps a label near an end of the axis inside the figure. */
function anchor(value: number): "start" | "middle" | "end" {
  return value < 0.12 ? "start" : value > 0.88 ? "end" : "middle";
}

function beliefNumbers(belief: PriorBelief, { value }: ReportPrior): Html {
  const weightOf = (from: number, to: number) =>
    belief.weights.reduce(
      (sum, weight, i) => (belief.points[i] >= from && belief.points[i] < to ? sum + weight : sum),
      0,
    );
  return dataTable(
    ["what", "value"],
    [
      ["mean", two(value)],
      ...SHARES.map((share) => [`below this with a chance of ${percent(share)}`, two(beliefQuantile(belief, share))]),
      ...STRETCHES.slice(0, -1).map((from, k) => [
        `chance of ${from} to ${STRETCHES[k + 1]}`,
        percent(weightOf(from, STRETCHES[k + 1])),
      ]),
    ],
    { label: "The prior in numbers" },
  );
}

function pointNumbers({ value, low, high }: ReportPrior): Html {
  return dataTable(
    ["what", "value"],
    [
      ["estimate", two(value)],
      ["lower end", two(low)],
      ["upper end", two(high)],
    ],
    { label: "The prior in numbers" },
  );
}
