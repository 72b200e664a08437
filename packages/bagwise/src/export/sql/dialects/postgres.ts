import type { Dialect } from "../dialect.js";

const NAMES = "abcdefgh";
const number = (value: number) => `float8 '${Object.is(value, -0) ? 0 : value}'`;
const names = (lists: readonly string[]) => lists.map((_, k) => `u.${NAMES[k]}`);
const columns = (lists: readonly string[]) => lists.map((_, k) => NAMES[k]).join(", ");

const sum: Dialect["sum"] = (lists, each) =>
  `(SELECT sum(${each(names(lists))}) FROM unnest(${lists.join(", ")}) AS u(${columns(lists)}))`;

export const postgres: Dialect = {
  name: "postgres",
  title: "PostgreSQL",
  double: "float8",
  as: "AS MATERIALIZED",
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  number,
  numbers: (values) => `'{${Array.from(values, (value) => (Object.is(value, -0) ? 0 : value)).join(",")}}'::float8[]`,
  list: (expressions) => `ARRAY[${expressions.join(", ")}]`,
  joined: (lists) => lists.join(" || "),
  slice: (list, from, count) => `(${list})[${from + 1}:${from + count}]`,
  at: (list, index) => `(${list})[(${index})::int + 1]`,
  dot: (left, right) => sum([left, right], ([a, b]) => `${a} * ${b}`),
  squaredDistance: (left, right) => sum([left, right], ([a, b]) => `(${a} - ${b}) * (${a} - ${b})`),
  sum,
  map: (lists, each) =>
    `ARRAY(SELECT ${each(names(lists))} FROM unnest(${lists.join(", ")}) WITH ORDINALITY AS u(${columns(lists)}, i) ORDER BY u.i)`,
  countUpTo: (ascending, value) => `width_bucket(${value}, ${ascending})`,
};
