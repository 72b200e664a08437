import { applyScaling, BagSet, fitScaling, type Label } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import { plainView, statisticColumns, statisticsOf, summedRows, unitVectors } from "@bagwise/core/kernels";
import {
  isSparse,
  linearAlgebra,
  type Matrix,
  matrix,
  principalAxes,
  sparseProduct,
  topAxes,
} from "@bagwise/core/linalg";
import type { Model } from "@bagwise/core/model";

/** The maximum number of bags on the map. Larger sets are sampled. */
const MOST_BAGS = 2000;

/** With more bags and columns, axes are those of so many bags: eigenvalues cost the cube. */
const MOST_FOR_AXES = 600;

/** Clips z-scores, so that a few unusual bags do not dominate the map. */
const FARTHEST = 3;

/** The number of principal axes that UMAP uses. The rest is noise, and slow. */
const UMAP_AXES = 30;

interface BagMapOptions {
  /** Default "pca". */
  readonly map?: "pca" | "umap";
  /** The seed for the sample and for UMAP. Default 0. */
  readonly seed?: number;
  /** The maximum number of bags to show. Default 2,000. */
  readonly most?: number;
}

export interface MapPoint {
  readonly bag: string;
  readonly known: Label;
  readonly score: number;
  readonly x: number;
  readonly y: number;
}

/** Bags in the plane, similar ones near each other. Plain data. */
export interface BagMapData {
  readonly method: "pca" | "umap";
  /** In the order of the bags. */
  readonly points: readonly MapPoint[];
  /** Whether scores of training bags are of fits that had not seen them. */
  readonly heldOut: boolean;
  /** The number of bags that the points were sampled from. */
  readonly bags: number;
  /** The shares of the variance along the two axes; with UMAP, of the axes it compares bags on. */
  readonly explained: readonly number[];
  /** The number of values compared per bag. */
  readonly columns: number;
}

/**
 * Places bags in the plane: minimum, maximum and mean of each feature as clipped z-scores, then
 * their two principal axes, or UMAP from there. Bags that have sparse features alone are seen along the
 * topics of their first block.
 *
 * More than `most` bags are sampled with the seed, labelled ones first, up to half of the points.
 * With PCA, equal bags are on one point, and bags that vary in a single direction on a line. Throws
 * an InputError where `Model.scores` does. Costs O(n^2 d) for n points and d columns.
 */
export async function bagMapData(
  model: Model,
  bags: BagSet,
  { map = "pca", seed = 0, most = MOST_BAGS }: BagMapOptions = {},
): Promise<BagMapData> {
  const draw = random(seed);
  const shown = bags.size > most ? sampled(bags, most, draw.fork()) : bags;
  const answers = model.predict(shown, { heldOut: true });
  const rows = shown.dimension === 0 ? alongTopics(shown, draw.fork()) : comparable(shown);
  const { place, explained } = map === "umap" ? await byUmap(rows, draw) : byAxes(rows, draw);
  const points = answers.map(({ score }, i) => ({
    bag: shown.idOf(i),
    known: shown.labelOf(i),
    score,
    x: place.data[2 * i],
    y: place.data[2 * i + 1],
  }));
  const heldOut = answers.some((answer) => answer.heldOut);
  return { method: map, points, heldOut, bags: bags.size, explained, columns: rows.cols };
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

/** UMAP starts from the first two axes, scaled to a size of 10. Loaded only if asked for. */
async function byUmap(rows: Matrix, draw: ReturnType<typeof random>): Promise<Layout> {
  const { umap } = await import("./umap.js");
  const { values, shares } = alongAxes(rows, UMAP_AXES, draw);
  const start = firstTwo(values);
  const size = start.data.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  const shake = draw.fork();
  // Let equal bags separate.
  const from = start.data.map((value) => (size > 0 ? (10 * value) / size : 0) + 1e-4 * shake.normal());
  const place = umap(values, matrix(rows.rows, 2, from), { random: draw.fork() });
  return { place, explained: [shares.reduce((sum, share) => sum + share, 0)] };
}

/** The rows along their principal axes, and the share of the variance along each axis. */
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

/** The first two columns. The second is 0 if there is only one. */
function firstTwo({ rows, cols, data }: Matrix): Matrix {
  const place = matrix(rows, 2);
  for (let i = 0; i < rows; i++)
    for (let c = 0; c < Math.min(2, cols); c++) place.data[2 * i + c] = data[i * cols + c] + 0;
  return place;
}

/** The minimum, maximum and mean of each feature, with every column standardised and clipped. */
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

/** How many topics of sparse features tell bags apart on the map. */
const TOPICS = 50;

/** The unit vectors of the first block of bags, along its leading axes. */
function alongTopics(bags: BagSet, draw: ReturnType<typeof random>): Matrix {
  const [block] = bags.blocks;
  if (block === undefined) return matrix(bags.size, 1);
  const sums = summedRows(bags, block);
  const unit = unitVectors(plainView(block, sums), sums);
  if (!isSparse(unit)) return matrix(bags.size, 1);
  const axes = topAxes(unit, TOPICS, draw);
  return axes.cols === 0 ? matrix(bags.size, 1) : sparseProduct(unit, axes);
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
