import { LARGEST } from "@bagwise/core/kernels";
import type { Rows } from "../program/program.js";
import { cast } from "./engines.js";
import { chunks, type Query } from "./query.js";

/** A feature of a row after scaling, as an expression of the columns of the table. */
export function featureOf({ dialect, source }: Query, node: Rows, j: number): string {
  const { number, tame } = dialect;
  const wrap = (each: Rows): string => {
    if (each.op === "input") {
      const column = cast(source.feature(j), dialect.types.real);
      // NaN is not at most anything, and neither is NULL. A bag with a gap that nothing fills gets no score, and what
      // stands in for it is no error to any engine.
      return `CASE WHEN abs(${column}) <= ${number(LARGEST)} THEN ${column} ELSE ${number(source.fill?.[j] ?? 0)} END`;
    }
    if (each.op === "project") throw new RangeError("the axes of a projection are no features");
    const inner = wrap(each.of);
    const unit = each.unit?.[j] ?? 1;
    const scaled = unit === 1 ? inner : `${tame(inner)} * ${number(unit)}`;
    if (each.shift === null) return scaled;
    const { offset, divisor } = each.shift;
    if (divisor[j] === 0) return `${inner} * ${number(0)}`;
    return `${tame(`(${scaled} - ${number(offset[j])})`)} / ${number(divisor[j])}`;
  };
  return wrap(node);
}

/** A table of all instances: `bag`, and the vector `x`. */
export function rowsTable(query: Query, node: Rows, features: number): string {
  return query.once("rows", node, () => {
    const { dialect, source } = query;
    if (node.op === "project") {
      const given = rowsTable(query, node.of, features);
      const { rows, cols, data } = node.axes;
      const axes = Array.from({ length: rows }, (_, k) =>
        dialect.dot(dialect.numbers(data.subarray(k * cols, (k + 1) * cols)), "c"),
      );
      const centred = dialect.map(["x", dialect.numbers(node.mean)], ([a, b]) => `${a} - ${b}`);
      const from = query.add(`SELECT bag, ${centred} AS c FROM ${given}`);
      return query.add(`SELECT bag, ${dialect.joined(chunks(axes).map(dialect.list))} AS x FROM ${from}`);
    }
    const all = Array.from({ length: features }, (_, j) => featureOf(query, node, j));
    const lists = chunks(all).map(dialect.list);
    return query.add(
      `SELECT ${source.bag} AS bag, ${dialect.joined(lists)} AS x FROM ${source.table} WHERE ${source.bag} IS NOT NULL`,
    );
  });
}

/** A table of the bags that have a gap, such as NULL or NaN, which nothing fills; undefined if gaps are filled. */
export function gapsTable(query: Query, features: number): string | undefined {
  const { source, dialect } = query;
  if (source.fill !== null) return undefined;
  const isValue = (j: number) => `abs(${cast(source.feature(j), dialect.types.real)}) <= ${dialect.number(LARGEST)}`;
  const tests = Array.from({ length: features }, (_, j) => `NOT coalesce(${isValue(j)}, FALSE)`);
  const parts = chunks(tests).map(
    (some) => `SELECT ${source.bag} AS bag FROM ${source.table} WHERE ${some.join(" OR ")}`,
  );
  return query.add(`SELECT DISTINCT bag FROM (\n${parts.join("\nUNION ALL ")}) g`);
}
