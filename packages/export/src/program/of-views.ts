import { AT_CENTRE, CLIP, midRankSteps, normalScores, VIEWS, type Views } from "@bagwise/core/kernels";
import { type Matrix, matrix } from "@bagwise/core/linalg";
import type { ViewsScorer } from "@bagwise/core/scorers";
import type { BagSimilarity, BagVectors, ProgramKernel, Transform } from "./program.js";

/** The mean of the five views, as `viewsOfBags` computes it from the summary of a bag. */
export function ofViews(
  { views }: Pick<ViewsScorer, "views">,
  { summary: of, rounding }: { readonly summary: BagVectors; readonly rounding: number },
): BagSimilarity {
  const { centre, scaleMean, scaleAll, weight, widths, centres, dimension } = views;
  const first = 2 * dimension;
  const compare = (transform: Transform, kernel: ProgramKernel): BagSimilarity => ({
    op: "compare",
    of,
    transform,
    centres,
    kernel,
  });
  const standard = (transform: Omit<Extract<Transform, { op: "standard" }>, "op" | "centre">, width: number) =>
    compare({ op: "standard", centre, ...transform }, { type: "bell", width });
  return {
    op: "sum",
    of: [
      ...directions(views, rounding).map((transform) => compare(transform, { type: "half-cosine" })),
      standard({ first, divisor: scaleMean, weight: null }, widths[0]),
      standard({ first: 0, divisor: scaleAll, weight: null }, widths[1]),
      standard({ first: 0, divisor: scaleAll, weight }, widths[2]),
    ],
    weights: [1, 1, 1, 1, 1],
    divisor: VIEWS,
  };
}

/** The transforms of the first two views: see `directionColumns`. */
function directions({ dimension, centre, scaleMean, scaleDirection, centres }: Views, rounding: number): Transform[] {
  const first = 2 * dimension;
  const halves = 2 * centres.rows;
  const thresholds = matrix(dimension, halves);
  for (let j = 0; j < dimension; j++)
    thresholds.data.set(midRankSteps(columnOf(centres, first + j), { rounding }), j * halves);
  const ranks = Float64Array.from({ length: halves + 1 }, (_, k) => k / halves - 0.5);
  const scoreOf = normalScores(centres.rows);
  const common = {
    op: "direction",
    first,
    thresholds,
    centre: centre.slice(first),
    least: scaleMean.map((scale) => AT_CENTRE * scale),
  } as const;
  return [
    {
      ...common,
      table: ranks.map(scoreOf),
      divisor: scaleDirection ?? new Float64Array(dimension).fill(1),
      clip: scaleDirection === undefined ? Number.MAX_VALUE : CLIP,
    },
    { ...common, table: ranks, divisor: new Float64Array(dimension), clip: CLIP },
  ];
}

function columnOf({ rows, cols, data }: Matrix, j: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => data[i * cols + j]);
}
