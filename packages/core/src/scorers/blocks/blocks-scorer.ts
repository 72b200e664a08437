import type { BagSet } from "../../bags/bag-set.js";
import type { BlockHead } from "../../bags/sparse.js";
import { type BlockView, vectorsOf } from "../../kernels/blocks/block-view.js";
import { addProducts, allRows, type SparseMatrix } from "../../linalg/sparse.js";
import { applyLink, type Link } from "../link.js";
import type { Scorer } from "../scorer.js";

/** A view of a block, and the weight of each of its features or axes. */
export interface BlockPart {
  readonly view: BlockView;
  readonly weights: Float64Array;
}

/**
 * Scores a bag by its blocks of sparse features: g(X) = link(sum over views of weights . unit vector of X +
 * beta).
 */
export interface BlocksScorer {
  readonly kind: "blocks";
  /** At least one. */
  readonly parts: readonly BlockPart[];
  readonly beta: number;
  /** Turns the ranking value into a decision value. Keeps the order. */
  readonly link: Link;
}

/** The blocks of sparse features that a scorer looks at, each once; none for scorers of other kinds. */
export function blocksOf(scorer: Scorer): BlockHead[] {
  if (scorer.kind === "average") return distinct(scorer.parts.flatMap(blocksOf));
  if (scorer.kind !== "blocks") return [];
  return distinct(scorer.parts.flatMap(({ view }) => (view.vector === null ? [view.block] : [])));
}

function distinct(heads: readonly BlockHead[]): BlockHead[] {
  return [...new Map(heads.map((head) => [head.name, head])).values()];
}

/** The ranking values of bags. Costs a pass over their entries for each view. */
export function blockValues({ parts, beta }: Pick<BlocksScorer, "parts" | "beta">, bags: BagSet): Float64Array {
  const values = new Float64Array(bags.size).fill(beta);
  const rows = allRows(bags.size);
  const sums = new Map<string, SparseMatrix>();
  for (const { view, weights } of parts) addProducts(vectorsOf(view, bags, sums), rows, weights, 1, values);
  return values;
}

/** The decision values of bags. */
export function blockScores(scorer: BlocksScorer, bags: BagSet): Float64Array {
  return applyLink(scorer.link, blockValues(scorer, bags));
}
