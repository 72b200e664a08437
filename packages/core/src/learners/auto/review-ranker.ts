import type { BagSet } from "../../bags/bag-set.js";
import { countFeatures } from "../../bags/count-features.js";
import type { Label } from "../../bags/label.js";
import type { SparseBlock } from "../../bags/sparse.js";
import { type VectorFeatures, vectorFeatures } from "../../bags/vector-features.js";
import { prepareBlocks } from "../../kernels/blocks/fit.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { reliabilityOf } from "../../kernels/statistic/reliability.js";
import { statisticsOf } from "../../kernels/statistic/statistics.js";
import { withinBounds } from "../../kernels/statistic/within-bounds.js";
import { prepareViews } from "../../kernels/views/fit.js";
import { standardised } from "../../kernels/views/rows.js";
import { momentsOf, viewScale } from "../../kernels/views/scale.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { addProducts, allRows } from "../../linalg/sparse.js";
import { applyLink, type Link } from "../../scorers/link.js";
import { type AverageScorer, type PartScorer, sumOf } from "../../scorers/scorer.js";
import { solveRatio, solveRatioWithLandmarks } from "../../solver/ratio.js";
import { type SparseRatioStart, solveSparseRatio } from "../../solver/sparse-ratio.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import { drawLandmarks } from "../shared/landmarks.js";
import { weightedSample } from "../shared/weighted-sample.js";
import { standardising } from "./average.js";

/** Up to this many bags, all are centres of dense features. Above, so many landmarks are. */
const ALL_CENTRES = 1000;
const LANDMARKS = 300;

/**
 * Known negatives weigh `NEGATIVE_WEIGHT` n / (n + `NEGATIVES_HALF`) against the unlabeled bags: with many of
 * them they count nearly alone. With `CLASS_WEIGHT`, a positive answer is as important as all negative ones.
 */
const NEGATIVE_WEIGHT = 0.9;
const NEGATIVES_HALF = 20;
const CLASS_WEIGHT = 0.5;
/** Weights of the penalty. With negatives the fit can follow the answers more closely than without. */
const LAMBDA_BLOCKS = 0.01;
const LAMBDA_VIEWS = 0.04;
/** The order of bags no longer changes at this accuracy, but for bags that are nearly equal. */
const ACCURACY = 1e-4;

/** A ranking of all bags, after some of them were labelled. */
export interface ReviewRanking {
  /** Higher for bags that are more likely positive. The scale means nothing. */
  readonly scores: Float64Array;
  /** What scores the bags, for witnesses. */
  scorer(): PartScorer | AverageScorer;
}

/** Ranks the same bags again and again, as their labels become known. */
export interface ReviewRanker {
  rank(labels: readonly Label[]): ReviewRanking;
}

/**
 * A fast ranker for reviews: the ratio of `auto`, with positive, unlabeled and negative bags, but without what
 * costs time there: nothing is held out, no weight is chosen, and no trees are grown. What does not depend on
 * labels is computed here, once; a sparse fit starts from the one before. A round costs some ten passes over the
 * entries of sparse features, and for ordinary features one factorisation of the size of the centres. `rank` needs a
 * positive bag, and bags of another label.
 */
export function reviewRanker(bags: BagSet, { seed = 0 }: { readonly seed?: number | undefined } = {}): ReviewRanker {
  checkComputable(bags);
  const vectors = vectorFeatures(bags);
  const parts = [...blockParts(bags, vectors, seed), ...viewParts(bags, vectors, seed)];
  return {
    rank(labels) {
      const rows = rowsOf(labels);
      const fitted = parts.map((fit) => fit(rows));
      if (fitted.length === 1) return { scores: fitted[0].scores, scorer: () => fitted[0].scorer(IDENTITY) };
      // Where nothing varies, the scores as they are.
      const links = fitted.map(({ scores }) => standardising(scores) ?? IDENTITY);
      return {
        scores: sumOf(fitted.map(({ scores }, k) => applyLink(links[k], scores))),
        scorer: () => ({ kind: "average", parts: fitted.map((each, k) => each.scorer(links[k])), link: IDENTITY }),
      };
    },
  };
}

interface FittedPart {
  readonly scores: Float64Array;
  scorer(link: Link): PartScorer;
}

type FitPart = (rows: KnownRows) => FittedPart;

const IDENTITY: Link = { knots: Float64Array.of(0, 1), values: Float64Array.of(0, 1) };

function rowsOf(labels: readonly Label[]): KnownRows {
  const of = (wanted: Label) => Uint32Array.from(labels.flatMap((label, i) => (label === wanted ? [i] : [])));
  return { positive: of("positive"), unlabeled: of("unlabeled"), negative: of("negative") };
}

/** The second sample of the ratio: all bags but the known negatives as one, and these as the other part. */
function secondSample({ positive, unlabeled, negative }: KnownRows) {
  const mixed = Uint32Array.from([...positive, ...unlabeled]);
  const weight = (NEGATIVE_WEIGHT * negative.length) / (negative.length + NEGATIVES_HALF);
  return weightedSample({ positive, unlabeled: mixed, negative }, { weight, prior: CLASS_WEIGHT });
}

/**
 * The views of sparse features and of vectors, as in `auto`: words, topics, fingerprints, embeddings. Pieces of
 * words are left out where words are there. Most entries are theirs, so that a round takes half the time without
 * them, and once there are answers they find positives no sooner (docs/research/review.md).
 */
function blockParts(bags: BagSet, vectorColumns: readonly VectorFeatures[], seed: number): FitPart[] {
  const prepared = prepareBlocks(bags, { seed, vectors: vectorColumns, blocks: namedBlocks(bags) });
  if (prepared === undefined) return [];
  const { views, vectors } = prepared;
  const all = allRows(bags.size);
  let start: SparseRatioStart | undefined;
  return [
    (rows) => {
      const sample = secondSample(rows);
      const problem = { vectors, positive: rows.positive, sample: sample.rows, weights: sample.weights };
      const ratio = solveSparseRatio({ ...problem, lambda: LAMBDA_BLOCKS, accuracy: ACCURACY }, start);
      start = ratio.start;
      const scores = new Float64Array(bags.size).fill(ratio.beta);
      for (const [k, x] of vectors.entries()) addProducts(x, all, ratio.weights[k], 1, scores);
      const { beta, weights } = ratio;
      return {
        scores,
        scorer: (link) => ({
          kind: "blocks",
          parts: views.map((view, k) => ({ view, weights: weights[k] })),
          beta,
          link,
        }),
      };
    },
  ];
}

/** The blocks whose features have names; all, if none has. */
function namedBlocks({ blocks }: BagSet): readonly SparseBlock[] {
  const named = blocks.filter(({ terms }) => terms !== undefined);
  return named.length > 0 ? named : blocks;
}

/** The five views of ordinary features. */
function viewParts(bags: BagSet, vectors: readonly VectorFeatures[], seed: number): FitPart[] {
  if (bags.dimension === 0) return [];
  const x = withinBounds(statisticsOf("min-max-mean", bags));
  const inVector = new Set(vectors.flatMap(({ columns }) => [...columns]));
  const counts = countFeatures(bags).filter((j) => !inVector.has(j));
  const groups = [counts, ...vectors.map(({ columns }) => columns)];
  const scale = viewScale(momentsOf(x), { groups, reliability: reliabilityOf(bags) });
  const everything = bags.size <= ALL_CENTRES;
  const centres = everything
    ? allRows(bags.size)
    : drawLandmarks(standardised(x, scale), { count: LANDMARKS, way: "k-means++", seed });
  const views = prepareViews(x, { centres, scale });
  return [
    (rows) => {
      const sides = { positive: rows.positive, other: Uint32Array.from([...rows.unlabeled, ...rows.negative]) };
      const gram = views.gram(sides);
      const sample = secondSample(rows);
      const problem = { gram, centres, positive: rows.positive, sample: sample.rows, weights: sample.weights };
      const solve = everything ? solveRatio : solveRatioWithLandmarks;
      const { alpha, beta } = solve({ ...problem, lambda: LAMBDA_VIEWS });
      const scores = linearAlgebra()
        .gemv(gram, alpha)
        .map((value) => value + beta);
      return { scores, scorer: (link) => ({ kind: "views", views: views.views(sides), alpha, beta, link }) };
    },
  ];
}
