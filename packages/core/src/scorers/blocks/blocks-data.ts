import { SIMILARITIES } from "../../bags/sparse.js";
import type { NumberTable } from "../../base/packed-file.js";
import type { BlockView } from "../../kernels/blocks/block-view.js";
import { matrix } from "../../linalg/matrix.js";
import { isLink } from "../link.js";
import { column, damaged, table, tableNumbers, tableRows } from "../own-tables.js";
import type { BlockPart, BlocksScorer } from "./blocks-scorer.js";

/** More views than any learner makes. */
const MOST_VIEWS = 100;

/** A scorer of blocks as plain data: weights by feature, and no training bag. */
export function blocksToData({ kind, parts, beta, link }: BlocksScorer): {
  readonly header: { readonly kind: "blocks"; readonly [part: string]: unknown };
  readonly tables: readonly NumberTable[];
} {
  const tables = parts.flatMap(({ view: { idf, topics, vector }, weights }, k) => [
    column(`view-${k}.weights`, weights),
    ...(idf === null ? [] : [column(`view-${k}.idf`, idf)]),
    ...(topics === null ? [] : [column(`view-${k}.terms`, topics.terms), table(`view-${k}.axes`, topics.axes)]),
    ...(vector === null
      ? []
      : [column(`view-${k}.columns`, vector.columns), column(`view-${k}.centre`, vector.centre)]),
  ]);
  return {
    header: {
      kind,
      views: parts.map(({ view: { block, idf, topics, vector } }) => ({
        block,
        idf: idf !== null,
        topics: topics !== null,
        ...(vector !== null && { vector: true }),
      })),
    },
    tables: [...tables, column("beta", [beta]), column("link.knots", link.knots), column("link.values", link.values)],
  };
}

/** Rebuilds the scorer from plain data, with the same bits. Throws an InputError that names the wrong part. */
export function blocksFrom(header: unknown, tables: readonly NumberTable[], features: number): BlocksScorer {
  const { views } = header as Readonly<Record<string, unknown>>;
  if (!Array.isArray(views) || views.length === 0 || views.length > MOST_VIEWS)
    throw damaged("the views of the blocks are missing");
  const knots = tableRows(tables, "link.knots");
  const link = { knots: tableNumbers(tables, "link.knots", knots), values: tableNumbers(tables, "link.values", knots) };
  if (!isLink(link)) throw damaged("the link does not increase");
  return {
    kind: "blocks",
    parts: views.map((view: unknown, k) => partFrom(Object(view), tables, { prefix: `view-${k}.`, features })),
    beta: tableNumbers(tables, "beta", 1)[0],
    link,
  };
}

function partFrom(
  { block, idf, topics, vector }: Readonly<Record<string, unknown>>,
  tables: readonly NumberTable[],
  { prefix, features }: { readonly prefix: string; readonly features: number },
): BlockPart {
  const { name, width, similarity } = Object(block) as Readonly<Record<string, unknown>>;
  const known = SIMILARITIES.find((each) => each === similarity);
  if (typeof name !== "string" || typeof width !== "number" || known === undefined)
    throw damaged("a block of features has no name, width or similarity");
  const seen = topics === true ? topicsFrom(tables, prefix, width) : null;
  const view: BlockView = {
    block: { name, width, similarity: known },
    idf: idf === true ? tableNumbers(tables, `${prefix}idf`, width) : null,
    topics: seen,
    vector: vector === true ? vectorFrom(tables, prefix, { width, features }) : null,
  };
  return { view, weights: tableNumbers(tables, `${prefix}weights`, seen === null ? width : seen.axes.cols) };
}

function vectorFrom(
  tables: readonly NumberTable[],
  prefix: string,
  { width, features }: { readonly width: number; readonly features: number },
): NonNullable<BlockView["vector"]> {
  const columns = Uint32Array.from(tableNumbers(tables, `${prefix}columns`, width));
  if (columns.some((column) => column >= features)) throw damaged("a vector has features that the model lacks");
  return { columns, centre: tableNumbers(tables, `${prefix}centre`, width) };
}

function topicsFrom(tables: readonly NumberTable[], prefix: string, width: number): NonNullable<BlockView["topics"]> {
  const count = tableRows(tables, `${prefix}terms`);
  const terms = Uint32Array.from(tableNumbers(tables, `${prefix}terms`, count));
  if (terms.some((term, k) => term >= width || (k > 0 && term <= terms[k - 1])))
    throw damaged("the features of the topics are not ascending");
  const axes = tableRows(tables, `${prefix}weights`);
  return { terms, axes: matrix(count, axes, tableNumbers(tables, `${prefix}axes`, count * axes)) };
}
