import type { BagSet } from "../../bags/bag-set.js";
import type { BlockHead, SparseBlock } from "../../bags/sparse.js";
import type { VectorFeatures } from "../../bags/vector-features.js";
import { log } from "../../base/portable-math.js";
import { random } from "../../base/random.js";
import type { Matrix } from "../../linalg/matrix.js";
import { type AnyMatrix, isSparse, type SparseMatrix } from "../../linalg/sparse.js";
import { topAxes } from "../../linalg/top-axes.js";
import { type BlockView, bagMeans, directions, summedRows, unitVectors } from "./block-view.js";

/** Topics are seen in the most frequent features alone: others are too rare to go together. */
const MOST_TERMS = 10_000;
/** The most topics, and how many bags it takes for one. */
const MOST_TOPICS = 100;
const BAGS_PER_TOPIC = 10;
/** A block with fewer features has no topics. */
const LEAST_TERMS = 50;

/** The views of the blocks of training bags, with the unit vectors of these bags. */
export interface PreparedBlocks {
  readonly views: readonly BlockView[];
  /** For each view, a row per bag. */
  readonly vectors: readonly AnyMatrix[];
}

/**
 * Fits views to the blocks of training bags: one for each block, and one for the topics of the first
 * block of counts (latent semantic analysis, Deerwester et al. 1990: the directions in which the unit
 * vectors of bags go together). Ordinary features that form `vectors` have a view each: the direction of
 * their mean from that of all bags. `blocks` are those of the bags to look at, default all. Reads no label. Undefined for bags without blocks and vectors. Costs a few passes
 * over the entries, and 7 of the first block with 110 operations per entry.
 */
export function prepareBlocks(
  bags: BagSet,
  {
    seed,
    vectors: given = [],
    blocks = bags.blocks,
  }: {
    readonly seed: number;
    readonly vectors?: readonly VectorFeatures[];
    readonly blocks?: readonly SparseBlock[];
  },
): PreparedBlocks | undefined {
  if (blocks.length === 0 && given.length === 0) return undefined;
  const views: BlockView[] = [];
  const vectors: AnyMatrix[] = [];
  const add = (view: BlockView, sums: SparseMatrix) => {
    views.push(view);
    vectors.push(unitVectors(view, sums));
  };
  let topical = false;
  for (const block of blocks) {
    const sums = summedRows(bags, block);
    const holders = holdersOf(sums);
    const plain = viewOf(block, holders, bags.size);
    add(plain, sums);
    if (block.similarity !== "tf-idf" || topical) continue;
    topical = true;
    const topics = topicsOf(vectors[vectors.length - 1], holders, seed);
    if (topics !== null) add({ ...plain, topics }, sums);
  }
  for (const { name, columns } of given) {
    const means = bagMeans(bags, columns);
    const centre = meanRow(means);
    views.push(vectorView(name, columns, centre));
    vectors.push(directions(means, centre));
  }
  return { views, vectors };
}

function meanRow({ rows, cols, data }: Matrix): Float64Array {
  const mean = new Float64Array(cols);
  for (let at = 0; at < data.length; at++) mean[at % cols] += data[at] / rows;
  return mean;
}

function vectorView(name: string, columns: Uint32Array, centre: Float64Array): BlockView {
  const block: BlockHead = { name, width: columns.length, similarity: "cosine" };
  return { block, idf: null, topics: null, vector: { columns, centre } };
}

/** The view of all features of a block, fitted to bags with these sums of rows. */
export function plainView(block: BlockHead, sums: SparseMatrix): BlockView {
  return viewOf(block, holdersOf(sums), sums.rows);
}

function viewOf({ name, width, similarity }: BlockHead, holders: Uint32Array, bags: number): BlockView {
  return {
    block: { name, width, similarity },
    idf: similarity === "tf-idf" ? rarity(holders, bags) : null,
    topics: null,
    vector: null,
  };
}

/** How many bags have each feature. */
function holdersOf({ cols, indices }: SparseMatrix): Uint32Array {
  const holders = new Uint32Array(cols);
  for (const index of indices) holders[index]++;
  return holders;
}

/** log((1 + bags) / (1 + bags with the feature)) + 1: no feature counts nothing, and none divides by 0. */
function rarity(holders: Uint32Array, bags: number): Float64Array {
  return Float64Array.from(holders, (own) => log((1 + bags) / (1 + own)) + 1);
}

function topicsOf(unit: AnyMatrix, holders: Uint32Array, seed: number): BlockView["topics"] {
  if (!isSparse(unit)) return null;
  const count = Math.min(MOST_TOPICS, Math.floor(unit.rows / BAGS_PER_TOPIC));
  const shared = Array.from(holders.keys()).filter((term) => holders[term] > 1);
  if (count < 2 || shared.length < LEAST_TERMS) return null;
  const frequent = shared.sort((a, b) => holders[b] - holders[a] || a - b).slice(0, MOST_TERMS);
  const terms = Uint32Array.from(frequent).sort();
  const axes = topAxes(chosenTerms(unit, terms), count, random(seed).fork());
  return axes.cols === 0 ? null : { terms, axes: { ...axes, data: axes.data.map(Math.fround) } };
}

/** The columns of these terms, ascending. */
function chosenTerms(x: SparseMatrix, terms: Uint32Array): SparseMatrix {
  const place = new Int32Array(x.cols).fill(-1);
  terms.forEach((term, k) => {
    place[term] = k;
  });
  const offsets = new Uint32Array(x.rows + 1);
  const kept: number[] = [];
  for (let row = 0; row < x.rows; row++) {
    for (let e = x.offsets[row]; e < x.offsets[row + 1]; e++) if (place[x.indices[e]] >= 0) kept.push(e);
    offsets[row + 1] = kept.length;
  }
  return {
    rows: x.rows,
    cols: terms.length,
    offsets,
    indices: Uint32Array.from(kept, (e) => place[x.indices[e]]),
    values: Float64Array.from(kept, (e) => x.values[e]),
  };
}
