import type { Forest, Network } from "@bagwise/core/scorers";
import type { Base, PoolStep, Values } from "../program/program.js";
import type { Dialect } from "./dialect.js";
import { cast } from "./engines.js";
import { chunks, exponential, type Query } from "./query.js";
import { rowsTable } from "./rows.js";
import { kernel } from "./similarity.js";

/** So many trees are added up by one SELECT. */
const TREES = 20;

/** A table of instances, in the making: its name, and the columns besides `id`, `bag` and `x`. */
interface Pipe {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A table of `bag` and `s`: the numbers of instances, pooled. */
export function pooledTable(query: Query, { of, by }: PoolStep, features: number): string {
  const { dialect } = query;
  const { number } = dialect;
  const rows = rowsTable(query, of.of, features);
  // Rows need a name only where they meet others.
  const isAlone = of.op === "base" && by.type === "top" && query.stepwise;
  const named = () => query.add(`SELECT row_number() OVER () AS id, bag, x FROM ${rows}`);
  const table = isAlone
    ? baseTable(query, of.base, rows, ["bag"], "v")
    : withValues(query, { table: named(), columns: [] }, of, "v").table;
  if (by.type === "mean") return query.add(`SELECT bag, avg(v) AS s FROM ${table} GROUP BY bag`);
  if (by.type === "top") {
    const ranked = query.add(
      `SELECT bag, v, row_number() OVER (PARTITION BY bag ORDER BY v DESC) AS r, count(*) OVER (PARTITION BY bag) AS n FROM ${table}`,
    );
    const count = `greatest(1, floor(${number(by.share)} * ${cast("n", dialect.types.real)} + ${number(0.5)}))`;
    return query.add(`SELECT bag, avg(v) AS s FROM ${ranked} WHERE r <= ${count} GROUP BY bag`);
  }
  if (by.type === "key") {
    if (by.by === null) return query.add(`SELECT bag, max(v) AS s FROM ${table} GROUP BY bag`);
    const keyed = withValues(query, { table, columns: ["v"] }, by.by, "key");
    const order = "row_number() OVER (PARTITION BY bag ORDER BY key, v DESC)";
    return query.add(`SELECT bag, v AS s FROM (SELECT bag, v, ${order} AS r FROM ${keyed.table}) q WHERE r = 1`);
  }
  const weighed = by.type === "attention" ? withValues(query, { table, columns: ["v"] }, by.logits, "l").table : table;
  const l = by.type === "attention" ? "l" : "v";
  const relative = query.add(
    `SELECT bag, v, ${l} - max(${l}) OVER (PARTITION BY bag) AS e, max(v) OVER (PARTITION BY bag) AS m FROM ${weighed}`,
  );
  const e = exponential(dialect, "e");
  if (by.type === "log-sum-exp")
    return query.add(`SELECT bag, m + ln(avg(${e})) AS s FROM ${relative} GROUP BY bag, m`);
  return query.add(
    `SELECT bag, m + sum(${e} * ${dialect.tame("(v - m)")}) / sum(${e}) AS s FROM ${relative} GROUP BY bag, m`,
  );
}

/** The table with one more column: a number for each instance. */
function withValues(query: Query, { table, columns }: Pipe, node: Values, as: string): Pipe {
  const { dialect } = query;
  const { number } = dialect;
  const kept = ["id", "bag", "x", ...columns];
  const grown = (select: string): Pipe => ({ table: query.add(select), columns: [...columns, as] });
  if (node.op === "base") return { table: baseTable(query, node.base, table, kept, as), columns: [...columns, as] };
  if (node.op === "network") return networkPipe(query, node.network, node.give, { table, columns }, as);
  const { centres } = node;
  const weights = node.op === "expand" ? node.alpha : node.logs;
  const rows = Array.from({ length: centres.rows }, (_, k) => [
    weights[k],
    centres.data.subarray(k * centres.cols, (k + 1) * centres.cols),
  ]);
  const others = query.constants({ alpha: "real", y: "list" }, rows);
  const each = kept.map((name) => `i.${name}`).join(", ");
  const grid = `${table} i CROSS JOIN ${others} o`;
  if (node.op === "expand") {
    const sum = `sum(o.alpha * ${dialect.tame(kernel(dialect, node.kernel, "i.x", "o.y"))})`;
    return grown(`SELECT ${each}, ${sum} + ${number(node.beta)} AS ${as} FROM ${grid} GROUP BY ${each}`);
  }
  const term = `${number(-node.rate)} * ${dialect.squaredDistance("i.x", "o.y")} + o.alpha`;
  const terms = query.add(`SELECT ${each}, ${term} AS t FROM ${grid}`);
  const most = query.add(`SELECT ${kept.join(", ")}, t, max(t) OVER (PARTITION BY id) AS m FROM ${terms}`);
  const sum = `m + ln(sum(${exponential(dialect, "t - m")}))`;
  return grown(`SELECT ${kept.join(", ")}, ${sum} AS ${as} FROM ${most} GROUP BY ${[...kept, "m"].join(", ")}`);
}

/** A table with the value of trees, or of a linear function, of the vectors `x`. */
export function baseTable(query: Query, base: Base, from: string, kept: readonly string[], as: string): string {
  const { dialect } = query;
  const { number } = dialect;
  const columns = kept.join(", ");
  if (base.type === "hyperplane") {
    const product = dialect.dot("x", dialect.numbers(base.weights));
    return query.add(`SELECT ${columns}, ${product} + ${number(base.bias)} AS ${as} FROM ${from}`);
  }
  if (query.stepwise && dialect.walked !== undefined) return walkedTable(query, base, dialect.walked, from, kept, as);
  const { feature, number: numbers, right, roots } = base;
  const tree = (node: number): string =>
    feature[node] < 0
      ? number(numbers[node])
      : `CASE WHEN ${dialect.at("x", `${feature[node]}`)} <= ${number(numbers[node])} THEN ${tree(node + 1)} ELSE ${tree(right[node])} END`;
  let table = from;
  for (const [k, some] of chunks([...roots], TREES).entries()) {
    const before = k === 0 ? number(0) : as;
    table = query.add(`SELECT ${columns}, ${[before, ...some.map(tree)].join("\n + ")} AS ${as} FROM ${table}`);
  }
  return query.add(`SELECT ${columns}, ${dialect.tame(as)} / ${number(roots.length)} AS ${as} FROM ${table}`);
}

/** The same by walks through trees in a table. */
function walkedTable(
  query: Query,
  forest: Forest,
  walked: NonNullable<Dialect["walked"]>,
  from: string,
  kept: readonly string[],
  as: string,
): string {
  const { rows, depth } = treeRows(forest);
  const trees = query.constants({ tree: "whole", f: "list", v: "list", r: "list" }, rows);
  const all = query.add(
    `SELECT ${["f", "v", "r"].map((each) => `array_agg(${each} ORDER BY tree) AS bw_${each}`).join(", ")} FROM ${trees}`,
  );
  const sum = walked("x", { feature: "bw_f", value: "bw_v", right: "bw_r" }, depth);
  const mean = `${sum} / ${query.dialect.number(rows.length)}`;
  return query.add(`SELECT ${kept.join(", ")}, ${mean} AS ${as} FROM ${from} CROSS JOIN ${all}`);
}

/**
 * One row for each tree: the features of its nodes, counted from 1, and 0 for a leaf; their thresholds and values;
 * and where the right branches begin, counted from 1.
 */
function treeRows({ feature, number, right, roots }: Forest): { rows: (number | number[])[][]; depth: number } {
  const ends = [...roots.subarray(1), feature.length];
  let depth = 0;
  const measure = (node: number, above: number): void => {
    depth = Math.max(depth, above);
    if (feature[node] < 0) return;
    measure(node + 1, above + 1);
    measure(right[node], above + 1);
  };
  const rows = Array.from(roots, (root, tree) => {
    measure(root, 0);
    const nodes = Array.from({ length: ends[tree] - root }, (_, k) => root + k);
    return [
      tree,
      nodes.map((node) => (feature[node] < 0 ? 0 : feature[node] + 1)),
      nodes.map((node) => number[node]),
      nodes.map((node) => (feature[node] < 0 ? 0 : right[node] - root + 1)),
    ];
  });
  return { rows, depth };
}

function networkPipe(query: Query, network: Network, give: "outputs" | "logits", pipe: Pipe, as: string): Pipe {
  const { dialect } = query;
  const { number, numbers } = dialect;
  const kept = ["id", "bag", "x", ...pipe.columns];
  type Layer = Network["layers"][number];
  const units = (h: string, { weights, bias }: Layer, activation: (z: string) => string) =>
    dialect.map(
      [
        dialect.joined(
          chunks(
            Array.from(bias, (_, k) =>
              dialect.dot(h, numbers(weights.data.subarray(k * weights.cols, (k + 1) * weights.cols))),
            ),
          ).map(dialect.list),
        ),
        numbers(bias),
      ],
      ([z, b]) => activation(`(${z} + ${b})`),
    );
  // Beyond 300 both are 1 or -1 to the last bit, and some engines refuse to overflow.
  const within = (z: string) => `least(${number(300)}, greatest(${number(-300)}, ${z}))`;
  const tanh = (z: string) => `1 - 2 / (1 + exp(2 * ${within(z)}))`;
  const sigmoid = (z: string) => `1 / (1 + exp(-${within(z)}))`;
  let { table } = pipe;
  let last = "x";
  for (const layer of network.layers) {
    table = query.add(`SELECT ${kept.join(", ")}, ${units(last, layer, tanh)} AS h FROM ${table}`);
    last = "h";
  }
  const { attention } = network;
  let value = `${dialect.dot(last, numbers(network.output))} + ${number(network.bias[0])}`;
  if (give === "logits" && attention !== null) {
    const gate = attention.gate === null ? "" : `, ${units(last, attention.gate, sigmoid)} AS g`;
    table = query.add(`SELECT ${kept.join(", ")}, ${units(last, attention.signal, tanh)} AS q${gate} FROM ${table}`);
    value =
      attention.gate === null
        ? dialect.dot("q", numbers(attention.output))
        : dialect.sum(["q", "g", numbers(attention.output)], ([q, g, w]) => `${q} * ${g} * ${w}`);
  }
  return {
    table: query.add(`SELECT ${kept.join(", ")}, ${value} AS ${as} FROM ${table}`),
    columns: [...pipe.columns, as],
  };
}
