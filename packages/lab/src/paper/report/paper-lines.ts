import { type Html, html, listed, NOTHING, plain } from "@bagwise/report/page";
import { type BandPoint, type LineFigure, lineFigure, type Spot } from "../../report/figures/line-panels.js";
import type { Ink } from "../../report/ink.js";
import { groupBy } from "../../trials/group-by.js";
import type { Spread } from "../../trials/spread.js";
import { comparedCells } from "../differences.js";
import type { ExperimentCell, ExperimentSummary } from "../summary.js";

type Cells = readonly ExperimentCell[];

/** What differs between the figures over the true prior. */
interface PriorFigure extends Pick<LineFigure, "title" | "caption" | "yLabel" | "dashed"> {
  readonly measure: (cell: ExperimentCell) => Spread | null;
  /** The height of the dashed line. */
  readonly reference: (cell: ExperimentCell) => number;
  /** Default the standard error of the mean. */
  readonly band?: "error" | "deviation";
  /** Whether the paper prints these values. */
  readonly printed?: boolean;
}

const PRIOR_FIGURES = {
  "accuracy-by-prior": {
    title: "Accuracy against the true prior",
    caption: "Below the dashed line a method is worse than always giving the more frequent answer.",
    yLabel: "accuracy",
    dashed: "constant guess",
    measure: ({ accuracy }) => accuracy,
    reference: ({ constantGuess }) => constantGuess,
    printed: true,
  },
  "estimated-prior": {
    title: "Estimated against true prior",
    caption:
      "On the dashed diagonal, a method used the true prior. Below it, the method expects too few positives. Bands are one standard deviation over trials.",
    yLabel: "prior used",
    dashed: "true prior",
    measure: ({ usedPrior }) => usedPrior,
    reference: ({ prior }) => prior,
    band: "deviation",
  },
  "balanced-accuracy-by-prior": {
    title: "Balanced accuracy against the true prior",
    caption:
      "Both classes are equally weighted, so a method on the dashed line decides no better than a constant guess, however high its accuracy. Bands are one standard error.",
    yLabel: "balanced accuracy",
    dashed: "constant guess, 0.5",
    measure: ({ balancedAccuracy }) => balancedAccuracy,
    reference: () => 0.5,
  },
  "auc-by-prior": {
    title: "AUC against the true prior",
    caption:
      "How well the scores rank positives above negatives. If a line stays high here while its accuracy falls, the threshold is wrong, not the ranking. Bands are one standard error.",
    yLabel: "AUC",
    dashed: "random order, 0.5",
    measure: ({ auc }) => auc,
    reference: () => 0.5,
  },
} as const satisfies Readonly<Record<string, PriorFigure>>;

type PriorFigureId = keyof typeof PRIOR_FIGURES;

/** A measure against the true prior; nothing when no cell has it. */
export function figureByPrior(ink: Ink, id: PriorFigureId, { cells }: Pick<ExperimentSummary, "cells">): Html {
  const { measure, reference, band, printed: isPrinted, caption, ...labels }: PriorFigure = PRIOR_FIGURES[id];
  const own = cells.filter((cell) => measure(cell) !== null);
  if (own.length === 0) return NOTHING;
  const printed = isPrinted ? printedSpots(ink, own) : [];
  return lineFigure(ink, {
    ...labels,
    id,
    caption: isPrinted ? `${caption}${printed.length > 0 ? PRINTED : ""} ${ERROR_OF_MEAN}` : caption,
    points: pointsOf(own, measure, { band }),
    printed,
    reference: referenceSpots(own, reference),
    xLabel: "true prior",
  });
}

const PRINTED = " Where a filled symbol sits inside the hollow one, the run agrees with the paper.";
const ERROR_OF_MEAN = "Bands are one standard error of the mean over trials.";

/** The paper's second figure: accuracy against the number of labelled bags, one for each prior. */
export function accuracyByLabels(ink: Ink, { cells, methods, priors }: ExperimentSummary): Html {
  const titles = ink.looks.filter(({ name }) => methods.includes(name)).map(({ title }) => title);
  const x = ({ labeled }: ExperimentCell) => labeled;
  return html`${priors.map((prior, i) => {
    const own = cells.filter((cell) => cell.prior === prior);
    return lineFigure(ink, {
      id: i === 0 ? "accuracy-by-labels" : `accuracy-by-labels-${i + 1}`,
      title: `Accuracy against the number of labelled bags, prior ${plain(prior)}`,
      caption: `How ${listed(titles)} ${titles.length === 1 ? "gains" : "gain"} from more labelled bags. The number of unlabeled bags stays the same. Bands are one standard error.`,
      points: pointsOf(own, ({ accuracy }) => accuracy, { x }),
      reference: referenceSpots(own, ({ constantGuess }) => constantGuess, x),
      dashed: "constant guess",
      xLabel: "labelled bags",
      yLabel: "accuracy",
    });
  })}`;
}

/** The band is the standard error of the mean over trials, or the standard deviation. */
export function pointsOf(
  cells: Cells,
  measure: (cell: ExperimentCell) => Spread | null,
  {
    x = ({ prior }) => prior,
    band = "error",
  }: { x?: (cell: ExperimentCell) => number; band?: "error" | "deviation" | undefined } = {},
): BandPoint[] {
  return cells.flatMap((cell) => {
    const spread = measure(cell);
    if (spread === null) return [];
    const { mean, sd } = spread;
    const half = band === "error" ? sd / Math.sqrt(cell.trials) : sd;
    const { dataset, protocol, method } = cell;
    return [{ dataset, protocol, method, x: x(cell), y: mean, low: mean - half, high: mean + half }];
  });
}

/** Each once: variants of a method share a column of the paper, and the first one shows it. */
export function printedSpots(ink: Ink, cells: Cells): Spot[] {
  const compared = comparedCells(cells);
  const columns = new Map<string, string>();
  for (const { name, column } of ink.looks) {
    if (!columns.has(column) && compared.some(({ method }) => method === name)) columns.set(column, name);
  }
  const shown = new Set(columns.values());
  return compared.flatMap(({ dataset, protocol, method, prior, printed }) =>
    printed === undefined || !shown.has(method) ? [] : [{ dataset, protocol, method, x: prior, y: printed.mean }],
  );
}

/** One spot for each setting of the cells, for the dashed line. */
export function referenceSpots(
  cells: Cells,
  y: (cell: ExperimentCell) => number,
  x: (cell: ExperimentCell) => number = ({ prior }) => prior,
): Spot[] {
  return groupBy(cells, (cell) => [cell.dataset, cell.protocol, x(cell)]).map(([cell]) => {
    const { dataset, protocol, method } = cell;
    return { dataset, protocol, method, x: x(cell), y: y(cell) };
  });
}
