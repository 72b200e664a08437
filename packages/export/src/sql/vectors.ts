import type { Matrix } from "@bagwise/core/linalg";
import type { BagVectors, Transform } from "../program/program.js";
import type { Dialect } from "./dialect.js";
import { chunks, exponential, type Query } from "./query.js";
import { featureOf, rowsTable } from "./rows.js";

/** So many features are aggregated by one SELECT, three numbers each. */
const AGGREGATED = 100;

const AGGREGATES = { min: "min", max: "max", mean: "avg" } as const;

/** A table of the vectors of bags: `bag`, and the vector `x`. */
export function vectorsTable(query: Query, node: BagVectors, features: number): string {
  return query.once("vectors", node, () =>
    node.op === "nearest" ? nearestTable(query, node, features) : statisticTable(query, node, features),
  );
}

function statisticTable(query: Query, node: Extract<BagVectors, { op: "statistic" }>, features: number): string {
  const { dialect, source } = query;
  const { parts, within } = node;
  const tables = chunks(
    Array.from({ length: features }, (_, j) => j),
    AGGREGATED,
  ).map((some) => {
    const columns = some.flatMap((j) =>
      parts.map((part) => `${AGGREGATES[part]}(${featureOf(query, node.of, j)}) AS ${part}_${j}`),
    );
    return query.add(
      `SELECT ${source.bag} AS bag, ${columns.join(",\n ")} FROM ${source.table} WHERE ${source.bag} IS NOT NULL GROUP BY ${source.bag}`,
    );
  });
  const name = (part: string, j: number) =>
    part === "mean" && within ? `least(max_${j}, greatest(min_${j}, mean_${j}))` : `${part}_${j}`;
  const lists = parts.flatMap((part) =>
    chunks(Array.from({ length: features }, (_, j) => name(part, j))).map(dialect.list),
  );
  const [first, ...others] = tables;
  const joins = others.map((table) => ` JOIN ${table} USING (bag)`).join("");
  return query.add(`SELECT bag, ${dialect.joined(lists)} AS x FROM ${first}${joins}`);
}

function nearestTable(
  query: Query,
  { of, points, rate }: Extract<BagVectors, { op: "nearest" }>,
  features: number,
): string {
  const { dialect } = query;
  const from = rowsTable(query, of, features);
  const all = Array.from({ length: points.rows }, (_, k) => {
    const point = dialect.numbers(points.data.subarray(k * points.cols, (k + 1) * points.cols));
    const nearest = `min(${dialect.squaredDistance("x", point)})`;
    return exponential(dialect, `${dialect.number(-rate)} * ${nearest}`);
  });
  const tables = chunks(all).map((some) =>
    query.add(`SELECT bag, ${dialect.list(some)} AS x FROM ${from} GROUP BY bag`),
  );
  if (tables.length === 1) return tables[0];
  const joins = tables
    .slice(1)
    .map((table) => ` JOIN ${table} USING (bag)`)
    .join("");
  return query.add(`SELECT bag, ${dialect.joined(tables.map((table) => `${table}.x`))} AS x FROM ${tables[0]}${joins}`);
}

/**
 * A table like `from`, which has the vectors `x` and other columns, with transformed vectors in place of `x`.
 * `kept` are the other columns.
 */
export function transformedTable(query: Query, transform: Transform, from: string, kept: string): string {
  const { dialect } = query;
  const { number, numbers } = dialect;
  const width = transform.divisor.length;
  const given = dialect.slice("x", transform.first, width);
  if (transform.op === "standard") {
    const { divisor, weight, first } = transform;
    const centre = transform.centre.subarray(first, first + width);
    // A column without spread has a huge divisor, so that it has no say: some engines refuse to square so
    // small numbers.
    const huge = (j: number) => divisor[j] > 1e100;
    const factor = divisor.map((_, j) => (huge(j) ? 0 : (weight?.[first + j] ?? 1)));
    const safe = divisor.map((each, j) => (huge(j) ? 1 : each));
    const list = dialect.map(
      [given, numbers(centre), numbers(safe), numbers(factor)],
      ([x, c, d, w]) => `${clipped(dialect, `${dialect.tame(`(${x} - ${c})`)} / ${d}`, 5)} * ${w}`,
    );
    return query.add(`SELECT ${kept}, ${list} AS x FROM ${from}`);
  }
  const { thresholds, table, centre, least, divisor, clip } = transform;
  const ranked = divisor.some((each) => each === 0);
  const counted = ranked
    ? query.once(`counts ${from}`, thresholds, () => {
        if (query.stepwise) return countedTable(query, thresholds, { given, from, kept });
        const all = Array.from({ length: width }, (_, j) =>
          dialect.countUpTo(
            numbers(thresholds.data.subarray(j * thresholds.cols, (j + 1) * thresholds.cols)),
            dialect.at("x", `${transform.first + j}`),
          ),
        );
        return query.add(`SELECT ${kept}, x, ${dialect.joined(chunks(all).map(dialect.list))} AS n FROM ${from}`);
      })
    : from;
  const off = (x: string, c: string, l: string, d: string) =>
    clipped(
      dialect,
      `${dialect.tame(`(CASE WHEN abs(${x} - ${c}) <= ${l} THEN ${number(0)} ELSE ${x} - ${c} END)`)} / ${d}`,
      clip,
    );
  const looked = (n: string) => dialect.at(numbers(table), n);
  const list = !ranked
    ? dialect.map([given, numbers(centre), numbers(least), numbers(divisor)], ([x, c, l, d]) => off(x, c, l, d))
    : divisor.every((each) => each === 0)
      ? dialect.map(["n"], ([n]) => looked(n))
      : dialect.map(
          [given, numbers(centre), numbers(least), numbers(divisor), "n"],
          ([x, c, l, d, n]) =>
            `CASE WHEN ${d} = 0 THEN ${looked(n)} ELSE ${off(x, c, l, `nullif(${d}, ${number(0)})`)} END`,
        );
  const raw = query.add(`SELECT ${kept}, ${list} AS w FROM ${counted}`);
  const long = query.add(`SELECT ${kept}, w, sqrt(${dialect.dot("w", "w")}) AS length FROM ${raw}`);
  const unit = dialect.map(["w"], ([w]) => `${dialect.tame(w)} / coalesce(nullif(length, ${number(0)}), ${number(1)})`);
  const last = dialect.list([`CASE WHEN length = 0 THEN ${number(1)} ELSE ${number(0)} END`]);
  return query.add(`SELECT ${kept}, ${dialect.joined([unit, last])} AS x FROM ${long}`);
}

/** A table with the ranks `n` of the numbers of vectors among thresholds, which are a table, too. */
function countedTable(
  query: Query,
  { rows, cols, data }: Matrix,
  { given, from, kept }: { given: string; from: string; kept: string },
): string {
  const { dialect } = query;
  const lists = query.constants(
    { j: "whole", t: "list" },
    Array.from({ length: rows }, (_, j) => [j, data.subarray(j * cols, (j + 1) * cols)]),
  );
  const all = query.add(`SELECT array_agg(t ORDER BY j) AS bw_t FROM ${lists}`);
  const counted = dialect.map([given, "bw_t"], ([x, t]) => dialect.countUpTo(t, x));
  return query.add(`SELECT ${kept}, x, ${counted} AS n FROM ${from} CROSS JOIN ${all}`);
}

function clipped({ number }: Dialect, x: string, clip: number): string {
  return `least(${number(clip)}, greatest(${number(-clip)}, ${x}))`;
}
