import type { Dialect } from "../dialect.js";
import { SQL_ENGINES } from "../engines.js";

const number = (value: number) => (Object.is(value, -0) ? "0e0" : value.toExponential());
const zipped = (lists: readonly string[]) => (lists.length === 1 ? lists[0] : `list_zip(${lists.join(", ")})`);
/** The numbers at one place: those of a tuple are counted from 1. */
const places = (lists: readonly string[]) => (lists.length === 1 ? ["e"] : lists.map((_, k) => `e[${k + 1}]`));

const map: Dialect["map"] = (lists, each) => `list_transform(${zipped(lists)}, lambda e: ${each(places(lists))})`;

export const duckdb: Dialect = {
  ...SQL_ENGINES.duckdb,
  as: "AS MATERIALIZED",
  number,
  numbers: (values) => `'[${Array.from(values, number).join(",")}]'::DOUBLE[]`,
  list: (expressions) => `[${expressions.join(", ")}]`,
  joined: (lists) => lists.join(" || "),
  slice: (list, from, count) => `(${list})[${from + 1}:${from + count}]`,
  at: (list, index) => `(${list})[CAST(${index} AS BIGINT) + 1]`,
  dot: (left, right) => `list_dot_product(${left}, ${right})`,
  squaredDistance: (left, right) => `pow(list_distance(${left}, ${right}), 2)`,
  sum: (lists, each) => `list_sum(${map(lists, each)})`,
  map,
  tame: (x) => x,
  power: (x, degree) => `power(${x}, ${degree})`,
  countUpTo: (ascending, value) => `len(list_filter(${ascending}, lambda t: t <= ${value}))`,
};
