import type { NumberTable } from "../../base/packed-file.js";
import { matrix } from "../../linalg/matrix.js";
import { isLink } from "../link.js";
import { column, damaged, table, tableNumbers, tableRows } from "../own-tables.js";
import type { Forest } from "./forest.js";
import type { ForestScorer, Hyperplane } from "./forest-scorer.js";

/** What the header of a model file says about a scorer by trees or machines. */
type ForestHeader = {
  readonly kind: "forest";
  readonly on: ForestScorer["on"];
  readonly topShare: number;
  readonly base: "trees" | "machines";
};

/**
 * The scorer as a header and tables of numbers. Of a tree only columns and numbers are stored: each node
 * comes before its left and then its right subtree, so these say where a subtree ends, and no stored
 * place can be wrong.
 */
export function forestToData({ kind, on, topShare, base, centre, link }: ForestScorer): {
  readonly header: ForestHeader;
  readonly tables: NumberTable[];
} {
  const common = [column("centre", centre), column("link.knots", link.knots), column("link.values", link.values)];
  if (base.type === "hyperplane")
    return {
      header: { kind, on, topShare, base: "machines" },
      tables: [column("machines.weights", base.weights), column("machines.bias", [base.bias]), ...common],
    };
  const { feature, number } = base;
  const nodes = matrix(feature.length, 2);
  for (let node = 0; node < feature.length; node++) {
    nodes.data[2 * node] = feature[node];
    nodes.data[2 * node + 1] = number[node];
  }
  return { header: { kind, on, topShare, base: "trees" }, tables: [table("forest.nodes", nodes), ...common] };
}

/** Rebuilds the scorer, with the same bits. Throws an InputError that names the wrong part. */
export function forestFrom(header: unknown, tables: readonly NumberTable[], features: number): ForestScorer {
  const { on, topShare, base } = header as Partial<ForestHeader>;
  if (on !== "bags" && on !== "instances") throw damaged("what the trees look at is unknown");
  if (!(typeof topShare === "number" && topShare >= 0 && topShare <= 1))
    throw damaged("the share of the instances that give a bag its score is not between 0 and 1");
  const columns = on === "bags" ? 3 * features : features;
  const knots = tableRows(tables, "link.knots");
  const link = { knots: tableNumbers(tables, "link.knots", knots), values: tableNumbers(tables, "link.values", knots) };
  if (!isLink(link)) throw damaged("the link of the scores does not increase");
  if (base !== "trees" && base !== "machines") throw damaged("what the ensemble is made of is unknown");
  const found = base === "trees" ? treesFrom(tables, columns) : machinesFrom(tables, columns);
  return { kind: "forest", on, topShare, base: found, centre: tableNumbers(tables, "centre", features), link };
}

function machinesFrom(tables: readonly NumberTable[], columns: number): Hyperplane {
  const weights = tableNumbers(tables, "machines.weights", columns);
  return { type: "hyperplane", weights, bias: tableNumbers(tables, "machines.bias", 1)[0] };
}

/** Finds the places of the right children, and checks that the last tree is whole. */
function treesFrom(tables: readonly NumberTable[], columns: number): Forest {
  const count = tableRows(tables, "forest.nodes");
  const nodes = tableNumbers(tables, "forest.nodes", 2 * count);
  const feature = new Int32Array(count);
  const right = new Uint32Array(count);
  const roots: number[] = [];
  // Nodes whose right child is still to come.
  const open: number[] = [];
  let starts = true;
  for (let node = 0; node < count; node++) {
    const asked = nodes[2 * node];
    if (!(Number.isInteger(asked) && asked >= -1 && asked < columns))
      throw damaged("a tree asks for a column that there is not");
    feature[node] = asked;
    if (starts) roots.push(node);
    starts = false;
    if (asked >= 0) {
      open.push(node);
      continue;
    }
    const parent = open.pop();
    if (parent === undefined) starts = true;
    else right[parent] = node + 1;
  }
  if (count === 0 || !starts) throw damaged("a tree is missing or not whole");
  const number = Float64Array.from({ length: count }, (_, node) => nodes[2 * node + 1]);
  return { type: "trees", columns, roots: Uint32Array.from(roots), feature, number, right };
}
