import type { BagSimilarity, InstanceWeights, ProgramKernel, Rows, Score } from "../program/program.js";
import type { Dialect } from "./dialect.js";
import { cast } from "./engines.js";
import { type ConstantType, exponential, type Query } from "./query.js";
import { rowsTable } from "./rows.js";
import { transformedTable, vectorsTable } from "./vectors.js";

/** Weights below this share of the largest are 0: some engines refuse products of so small numbers. */
const TINY = 1e-30;

/** What the two sides of a comparison have: columns of bags, and columns of centres, by number. */
interface Sides {
  /** Tables with `bag`, and the name of the column that goes to the bag's side. */
  readonly bags: { readonly table: string; readonly column: string; readonly as: string }[];
  /** Tables with `centre`. */
  readonly centres: { readonly table: string; readonly column: string; readonly as: string }[];
  /** Numbers of the centres. */
  readonly numbers: { readonly values: Float64Array; readonly as: string }[];
  /** Tables with `bag`, `centre` and `k`. */
  readonly grids: { readonly table: string; readonly as: string }[];
}

/** A table of `bag` and `s`: the sum over centres of alpha times the similarity, plus beta. */
export function expansionTable(
  query: Query,
  { of, alpha, beta }: Extract<Score, { op: "expansion" }>,
  features: number,
): string {
  const { dialect } = query;
  const sides: Sides = { bags: [], centres: [], numbers: [], grids: [] };
  const value = similarity(query, of, sides, features);
  const most = alpha.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const weights = alpha.map((each) => (Math.abs(each) < TINY * most ? 0 : each));
  const rows = Array.from(alpha, (_, i) => [i, weights[i], ...sides.numbers.map(({ values }) => values[i])]);
  const further = Object.fromEntries(sides.numbers.map(({ as }): [string, ConstantType] => [as, "real"]));
  const scalars = query.constants({ centre: "whole", alpha: "real", ...further }, rows);
  const [grid, ...grids] = sides.grids;
  const from =
    grid === undefined
      ? `${query.add(joined("bag", sides.bags))} b CROSS JOIN ${query.add(withNumbers(scalars, sides))} c`
      : `${grid.table} ${grid.as}${grids.map(({ table, as }) => ` JOIN ${table} ${as} ON ${as}.bag = ${grid.as}.bag AND ${as}.centre = ${grid.as}.centre`).join("")}${
          sides.bags.length === 0 ? "" : ` JOIN ${query.add(joined("bag", sides.bags))} b ON b.bag = ${grid.as}.bag`
        } JOIN ${query.add(withNumbers(scalars, sides))} c ON c.centre = ${grid.as}.centre`;
  const bag = grid === undefined ? "b.bag" : `${grid.as}.bag`;
  return query.add(
    `SELECT ${bag} AS bag, sum(c.alpha * ${dialect.tame(`(${value})`)}) + ${dialect.number(beta)} AS s FROM ${from} GROUP BY ${bag}`,
  );
}

/** All columns of some tables with the same key. */
function joined(key: string, tables: Sides["bags"]): string {
  const columns = tables.map(({ column, as }, k) => `t${k}.${column} AS ${as}`);
  const joins = tables.slice(1).map(({ table }, k) => ` JOIN ${table} t${k + 1} ON t${k + 1}.${key} = t0.${key}`);
  return `SELECT t0.${key} AS ${key}, ${columns.join(", ")} FROM ${tables[0].table} t0${joins.join("")}`;
}

function withNumbers(scalars: string, { centres, numbers }: Sides): string {
  const own = ["s.centre", "s.alpha", ...numbers.map(({ as }) => `s.${as}`)];
  const columns = centres.map(({ column, as }, k) => `t${k}.${column} AS ${as}`);
  const joins = centres.map(({ table }, k) => ` JOIN ${table} t${k} ON t${k}.centre = s.centre`);
  return `SELECT ${[...own, ...columns].join(", ")} FROM ${scalars} s${joins.join("")}`;
}

/** The similarity as an expression of the columns of the sides b and c, which it adds to. */
function similarity(query: Query, node: BagSimilarity, sides: Sides, features: number): string {
  const { dialect } = query;
  const { number } = dialect;
  switch (node.op) {
    case "compare": {
      const as = `v${sides.bags.length}`;
      const tables = comparedTables(query, node, features);
      sides.bags.push({ table: tables.bags, column: "x", as });
      sides.centres.push({ table: tables.centres, column: "x", as });
      return kernel(dialect, node.kernel, `b.${as}`, `c.${as}`);
    }
    case "pairs": {
      const as = `g${sides.grids.length}`;
      sides.grids.push({ table: pairsTable(query, node, features), as });
      return `${as}.k`;
    }
    case "power": {
      const inner = similarity(query, node.of, sides, features);
      return dialect.power(inner, node.degree);
    }
    case "sum": {
      const parts = node.of.map((part, k) => {
        const inner = similarity(query, part, sides, features);
        return node.weights[k] === 1 ? inner : `${number(node.weights[k])} * ${dialect.tame(`(${inner})`)}`;
      });
      return `${dialect.tame(`(${parts.join("\n + ")})`)} / ${number(node.divisor)}`;
    }
    case "normalise": {
      const inner = similarity(query, node.of, sides, features);
      const as = `r${sides.bags.length}`;
      const own = selfTable(query, node.of, features);
      sides.bags.push({ table: own, column: "r", as });
      sides.numbers.push({ values: node.roots, as });
      return `(CASE WHEN b.${as} > 0 AND c.${as} > 0 THEN ${dialect.tame(inner, 200)} / nullif(b.${as} * c.${as}, ${number(0)}) ELSE ${number(0)} END)`;
    }
  }
}

/** Tables of the vectors of bags and of centres, transformed alike. */
function comparedTables(query: Query, node: Extract<BagSimilarity, { op: "compare" }>, features: number) {
  const { transform, centres } = node;
  const bags = vectorsTable(query, node.of, features);
  const given = query.once("centres", centres, () => {
    const rows = Array.from({ length: centres.rows }, (_, i) => [
      i,
      centres.data.subarray(i * centres.cols, (i + 1) * centres.cols),
    ]);
    return query.constants({ centre: "whole", x: "list" }, rows);
  });
  if (transform === null) return { bags, centres: given };
  // Both at once, so that what the transform holds is written once.
  const all = query.once(`both ${given}`, node.of, () =>
    query.add(
      `SELECT bag, CAST(NULL AS INTEGER) AS centre, x FROM ${bags} UNION ALL SELECT NULL AS bag, centre, x FROM ${given}`,
    ),
  );
  const made = transformedTable(query, transform, all, "bag, centre");
  return {
    bags: query.add(`SELECT bag, x FROM ${made} WHERE centre IS NULL`),
    centres: query.add(`SELECT centre, x FROM ${made} WHERE centre IS NOT NULL`),
  };
}

/** The kernel of two vectors. */
export function kernel(dialect: Dialect, node: ProgramKernel, a: string, b: string): string {
  const { number } = dialect;
  const product = () => dialect.dot(a, b);
  switch (node.type) {
    case "linear":
      return product();
    case "polynomial":
      return node.degree === 1
        ? `(${product()} + ${number(node.offset)})`
        : dialect.power(`(${product()} + ${number(node.offset)})`, node.degree);
    case "cosine":
      return `coalesce(${dialect.tame(product(), 200)} / nullif(sqrt(${dialect.dot(a, a)}) * sqrt(${dialect.dot(b, b)}), ${number(0)}), ${number(0)})`;
    case "gaussian":
      return exponential(dialect, `${number(-node.rate)} * ${dialect.squaredDistance(a, b)}`);
    case "laplace":
      return exponential(dialect, `${number(-node.rate)} * sqrt(${dialect.squaredDistance(a, b)})`);
    case "bell":
      return exponential(dialect, `-${dialect.squaredDistance(a, b)} / ${number(node.width)}`);
    case "half-cosine":
      return `power((1 + least(${number(1)}, greatest(${number(-1)}, ${product()}))) / 2, 2)`;
  }
}

/** A table of the instances with their weights: `bag`, `x`, `w`. */
function weightedTable(query: Query, weights: InstanceWeights, of: Rows, features: number): string {
  const { dialect } = query;
  const { number } = dialect;
  const from = rowsTable(query, of, features);
  const kind = weights.type === "conformal" ? weights.points : weights.type;
  return query.once(`weights ${from}`, kind, () => {
    if (weights.type === "graph") return graphTable(query, from);
    const share = `1 / ${cast("count(*) OVER (PARTITION BY bag)", dialect.types.real)}`;
    if (weights.type === "equal") return query.add(`SELECT bag, x, ${share} AS w FROM ${from}`);
    const { points, rate, factors } = weights;
    const rows = Array.from({ length: points.rows }, (_, k) => [
      factors[k],
      points.data.subarray(k * points.cols, (k + 1) * points.cols),
    ]);
    const bumps = query.constants({ f: "real", p: "list" }, rows);
    // Equal instances of a bag are one row with its number, so that rows need no name.
    const distinct = query.add(`SELECT bag, x, count(*) AS n FROM ${from} GROUP BY bag, x`);
    const value = `sum(f * ${exponential(dialect, `${number(-rate)} * ${dialect.squaredDistance("x", "p")}`)})`;
    const found = query.add(`SELECT bag, x, n, ${value} AS c FROM ${distinct} CROSS JOIN ${bumps} GROUP BY bag, x, n`);
    const shared = query.add(`SELECT bag, x, c * n / sum(n) OVER (PARTITION BY bag) AS w FROM ${found}`);
    // Products of smaller ones would be errors in some engines.
    return query.add(`SELECT bag, x, CASE WHEN w < ${number(1e-80)} THEN ${number(0)} ELSE w END AS w FROM ${shared}`);
  });
}

/** The weights of miGraph: see `graphWeights`. */
function graphTable(query: Query, from: string): string {
  const { dialect } = query;
  const { number } = dialect;
  const distinct = query.add(`SELECT bag, x, count(*) AS n FROM ${from} GROUP BY bag, x`);
  const distance = `sqrt(${dialect.squaredDistance("a.x", "o.x")})`;
  const pairs = query.add(
    `SELECT a.bag AS bag, a.x AS x, a.n AS n, o.n AS m, ${distance} AS d FROM ${distinct} a JOIN ${distinct} o ON a.bag = o.bag`,
  );
  const double = (x: string) => cast(x, dialect.types.real);
  const size = query.add(`SELECT bag, ${double("sum(n)")} AS size FROM ${distinct} GROUP BY bag`);
  const limits = query.add(
    `SELECT p.bag AS bag, s.size AS size, ${number(1 - 1e-9)} * sum(p.n * p.m * p.d) / nullif(s.size * (s.size - 1), 0) AS near FROM ${pairs} p JOIN ${size} s ON s.bag = p.bag GROUP BY p.bag, s.size`,
  );
  const counts = query.add(
    `SELECT p.bag AS bag, p.x AS x, p.n AS n, CASE WHEN l.size <= 2 THEN ${number(1)} ELSE 1 / ${double("greatest(1, sum(CASE WHEN p.d < l.near THEN p.m ELSE 0 END))")} END AS c FROM ${pairs} p JOIN ${limits} l ON l.bag = p.bag GROUP BY p.bag, p.x, p.n, l.size`,
  );
  return query.add(`SELECT bag, x, n * c / sum(n * c) OVER (PARTITION BY bag) AS w FROM ${counts}`);
}

/** A table of `bag`, `centre` and `k`: the sum over pairs of instances. */
function pairsTable(query: Query, node: Extract<BagSimilarity, { op: "pairs" }>, features: number): string {
  const { dialect } = query;
  const { centres, offsets, centreWeights } = node;
  const own = weightedTable(query, node.weights, node.of, features);
  const rows: (number | Float64Array)[][] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const weight = centreWeights === null ? 1 / (offsets[i + 1] - offsets[i]) : centreWeights[k];
      rows.push([i, weight, centres.data.subarray(k * centres.cols, (k + 1) * centres.cols)]);
    }
  }
  const others = query.once("instances", node.centres, () =>
    query.constants({ centre: "whole", w: "real", x: "list" }, rows),
  );
  const value = `sum(i.w * o.w * ${dialect.tame(kernel(dialect, node.kernel, "i.x", "o.x"))})`;
  return query.add(
    `SELECT i.bag AS bag, o.centre AS centre, ${value} AS k FROM ${own} i CROSS JOIN ${others} o GROUP BY i.bag, o.centre`,
  );
}

/** A table of `bag`, the similarity `k` of the bag to itself, and its root `r`, 0 if that is not above 0. */
function selfTable(query: Query, node: BagSimilarity, features: number): string {
  return query.once("self", node, () => {
    const { number } = query.dialect;
    const root = `SELECT bag, k, CASE WHEN k > 0 THEN sqrt(k) ELSE ${number(0)} END AS r FROM`;
    return query.add(`${root} (${selfSelect(query, node, features)}) q`);
  });
}

function selfSelect(query: Query, node: BagSimilarity, features: number): string {
  const { dialect } = query;
  const { number } = dialect;
  switch (node.op) {
    case "compare": {
      const from = vectorsTable(query, node.of, features);
      const { type } = node.kernel;
      const product = type === "linear" || type === "polynomial";
      const own = product
        ? kernel(dialect, node.kernel, "x", "x")
        : type === "cosine"
          ? `CASE WHEN ${dialect.dot("x", "x")} > 0 THEN ${number(1)} ELSE ${number(0)} END`
          : number(1);
      return `SELECT bag, ${own} AS k FROM ${from}`;
    }
    case "pairs": {
      const own = weightedTable(query, node.weights, node.of, features);
      const value = `sum(i.w * o.w * ${dialect.tame(kernel(dialect, node.kernel, "i.x", "o.x"))})`;
      return `SELECT i.bag AS bag, ${value} AS k FROM ${own} i JOIN ${own} o ON i.bag = o.bag GROUP BY i.bag`;
    }
    case "power":
      return `SELECT bag, ${dialect.power("k", node.degree)} AS k FROM ${selfTable(query, node.of, features)}`;
    case "normalise":
      return `SELECT bag, CASE WHEN k > 0 THEN ${number(1)} ELSE ${number(0)} END AS k FROM ${selfTable(query, node.of, features)}`;
    case "sum": {
      const tables = node.of.map((part) => selfTable(query, part, features));
      const sum = tables.map((_, k) => `${number(node.weights[k])} * ${dialect.tame(`t${k}.k`)}`).join(" + ");
      const joins = tables.slice(1).map((table, k) => ` JOIN ${table} t${k + 1} ON t${k + 1}.bag = t0.bag`);
      return `SELECT t0.bag AS bag, ${dialect.tame(`(${sum})`)} / ${number(node.divisor)} AS k FROM ${tables[0]} t0${joins.join("")}`;
    }
  }
}
