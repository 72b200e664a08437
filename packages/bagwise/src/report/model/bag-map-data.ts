import { BagSet } from "../../bags/bag-set.js";
import type { Label } from "../../bags/label.js";
import { applyScaling, fitScaling } from "../../bags/scaling.js";
import { random } from "../../base/random.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { principalAxes } from "../../linalg/pca.js";
import type { Model } from "../../model/model.js";
import { statisticColumns, statisticsOf } from "../../statistics/statistics.js";

/** More bags than this are no picture any more: a sample is drawn. */
export const MOST_BAGS = 2000;

/**
 * Axes are found on at most so many bags where there are also more columns: eigenvalues cost the
 * cube of the smaller number.
 */
const MOST_FOR_AXES = 600;

/**
 * Values further than so many standard deviations from the mean count as if they were there: a few
 * odd bags would take the whole map.
 */
const FARTHEST = 3;

/** UMAP compares bags along so many principal axes: the rest is noise, and slow. */
const UMAP_AXES = 30;

interface BagMapOptions {
  /** Default "pca". */
  readonly map?: "pca" | "umap";
  /** Of the sample and of UMAP. Default 0. */
  readonly seed?: number;
  /** The most bags to show. Default 2,000. */
  readonly most?: number;
}

/** A bag in the plane. */
export interface MapPoint {
  /** The id of the bag. */
  readonly bag: string;
  /** The label that was given. */
  readonly known: Label;
  readonly score: number;
  readonly x: number;
  readonly y: number;
}

/** Bags in the plane, those that are alike near each other. Plain data. */
export interface BagMapData {
  readonly method: "pca" | "umap";
  /** In the order of the bags. */
  readonly points: readonly MapPoint[];
  /** Of how many bags the points were drawn. */
  readonly bags: number;
  /**
   * The shares of the variance along the two axes, of the bags shown. With UMAP: what the axes hold
   * that it compares bags along, in one number.
   */
  readonly explained: readonly number[];
  /** How many numbers of a bag were compared. */
  readonly columns: number;
}

/**
 * Lays out bags in the plane: least, greatest and mean value of every feature, each as a z-score
 * cut at three standard deviations, whatever its unit, then their two principal axes, or UMAP from
 * there.
 *
 * More than `most` bags are sampled with the seed: labelled bags first, up to half of the points,
 * because they are few and give bearings. By PCA, bags that are all equal lie on one point, and
 * with a single direction of spread all lie on a line; UMAP keeps equal bags near each other, not
 * on one point. Throws an InputError where `Model.scores` does. Costs O(n^2 d) for n points and d
 * columns.
 */
export async function bagMapData(
  model: Model,
  bags: BagSet,
  { map = "pca", seed = 0, most = MOST_BAGS }: BagMapOptions = {},
): Promise<BagMapData> {
  const draw = random(seed);
  const shown = bags.size > most ? sampled(bags, most, draw.fork()) : bags;
  const scores = model.scores(shown);
  const rows = comparable(shown);
  const { place, explained } = map === "umap" ? await byUmap(rows, draw) : byAxes(rows, draw);
  const points = Array.from(scores, (score, i) => ({
    bag: shown.idOf(i),
    known: shown.labelOf(i),
    score,
    x: place.data[2 * i],
    y: place.data[2 * i + 1],
  }));
  return { method: map, points, bags: bags.size, explained, columns: rows.cols };
}

interface Layout {
  /** Two columns. */
  readonly place: Matrix;
  readonly explained: number[];
}

function byAxes(rows: Matrix, draw: ReturnType<typeof random>): Layout {
  const { values, shares } = alongAxes(rows, 2, draw);
  return { place: firstTwo(values), explained: [shares[0] ?? 0, shares[1] ?? 0] };
}

/**
 * UMAP starts from the two widest axes, brought to a size of 10. It is loaded only for those who
 * ask for it.
 */
async function byUmap(rows: Matrix, draw: ReturnType<typeof random>): Promise<Layout> {
  const { umap } = await import("./umap.js");
  const { values, shares } = alongAxes(rows, UMAP_AXES, draw);
  const start = firstTwo(values);
  const size = start.data.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  const shake = draw.fork();
  // Bags that are equal must be able to part.
  const from = start.data.map((value) => (size > 0 ? (10 * value) / size : 0) + 1e-4 * shake.normal());
  const place = umap(values, matrix(rows.rows, 2, from), { random: draw.fork() });
  return { place, explained: [shares.reduce((sum, share) => sum + share, 0)] };
}

/** The rows along their principal axes, and the share of the variance that each axis holds. */
function alongAxes(
  rows: Matrix,
  dimensions: number,
  draw: ReturnType<typeof random>,
): { values: Matrix; shares: number[] } {
  const { mean, axes } = principalAxes(forAxes(rows, draw), { dimensions: Math.min(dimensions, rows.cols) });
  const centred = matrix(rows.rows, rows.cols);
  let total = 0;
  for (let i = 0, at = 0; i < rows.rows; i++)
    for (let j = 0; j < rows.cols; j++, at++) {
      centred.data[at] = rows.data[at] - mean[j];
      total += centred.data[at] * centred.data[at];
    }
  const values = linearAlgebra().gemmNT(centred, axes);
  const shares = Array.from({ length: axes.rows }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < rows.rows; i++) sum += values.data[i * axes.rows + k] ** 2;
    return total > 0 ? sum / total : 0;
  });
  return { values, shares };
}

function forAxes(rows: Matrix, draw: ReturnType<typeof random>): Matrix {
  if (Math.min(rows.rows, rows.cols) <= MOST_FOR_AXES) return rows;
  const chosen = draw.fork().sample(rows.rows, MOST_FOR_AXES).sort();
  const some = matrix(chosen.length, rows.cols);
  chosen.forEach((i, k) => {
    some.data.set(rows.data.subarray(i * rows.cols, (i + 1) * rows.cols), k * rows.cols);
  });
  return some;
}

/** The first two columns; the second is 0 where there is but one. */
function firstTwo({ rows, cols, data }: Matrix): Matrix {
  const place = matrix(rows, 2);
  for (let i = 0; i < rows; i++)
    for (let c = 0; c < Math.min(2, cols); c++) place.data[2 * i + c] = data[i * cols + c] + 0;
  return place;
}

/**
 * Least, greatest and mean of every feature, each column on the scale of the others and cut at both
 * ends.
 */
function comparable(bags: BagSet): Matrix {
  const { rows, cols, data } = statisticsOf("min-max-mean", bags);
  const names = statisticColumns("min-max-mean", bags.features);
  const offsets = Uint32Array.from({ length: rows + 1 }, (_, i) => i);
  const singles = BagSet.own({
    data,
    offsets,
    ids: bags.ids(),
    labels: new Int8Array(rows),
    features: names,
    groups: undefined,
  });
  const scaled = applyScaling(fitScaling(singles, { method: "z-score" }), singles).toMatrix();
  return matrix(
    rows,
    cols,
    scaled.map((value) => Math.max(-FARTHEST, Math.min(FARTHEST, value))),
  );
}

function sampled(bags: BagSet, most: number, draw: ReturnType<typeof random>): BagSet {
  const all = Array.from({ length: bags.size }, (_, i) => i);
  const labelled = all.filter((i) => bags.labelOf(i) !== "unlabeled");
  const others = all.filter((i) => bags.labelOf(i) === "unlabeled");
  const room = Math.max(Math.floor(most / 2), most - others.length);
  const some = (from: readonly number[], k: number) => Array.from(draw.sample(from.length, k), (at) => from[at]);
  const known = some(labelled, Math.min(labelled.length, room));
  return bags.subset([...known, ...some(others, most - known.length)].sort((a, b) => a - b));
}
