import type { Dialect } from "../dialect.js";
import { SQL_ENGINES } from "../engines.js";

const number = (value: number) => (Object.is(value, -0) ? "0e0" : value.toExponential());

/** The arguments of functions: no column of a query has such a name. */
const NAMES = ["bwa", "bwb"];

/** Two lists have a function of their own; more become rows first, of which there may be five. */
const map: Dialect["map"] = (lists, each) => {
  if (lists.length === 1) return `transform(${lists[0]}, ${NAMES[0]} -> ${each([NAMES[0]])})`;
  if (lists.length === 2) return `zip_with(${lists.join(", ")}, (${NAMES.join(", ")}) -> ${each(NAMES)})`;
  return `transform(zip(${lists.join(", ")}), ${NAMES[0]} -> ${each(lists.map((_, k) => `${NAMES[0]}[${k + 1}]`))})`;
};

const sum: Dialect["sum"] = (lists, each) =>
  `reduce(${map(lists, each)}, 0e0, (${NAMES.join(", ")}) -> ${NAMES.join(" + ")}, ${NAMES[0]} -> ${NAMES[0]})`;

export const trino: Dialect = {
  ...SQL_ENGINES.trino,
  as: "AS",
  number,
  // As one text, because long lists of literals become code, whose size is limited.
  numbers: (values) => `CAST(json_parse('[${Array.from(values, number).join(",")}]') AS array(double))`,
  list: (expressions) => `ARRAY[${expressions.join(", ")}]`,
  joined: (lists) => lists.join(" || "),
  slice: (list, from, count) => `slice(${list}, ${from + 1}, ${count})`,
  at: (list, index) => `element_at(${list}, CAST(${index} AS bigint) + 1)`,
  dot: (left, right) => sum([left, right], ([a, b]) => `${a} * ${b}`),
  squaredDistance: (left, right) => sum([left, right], ([a, b]) => `(${a} - ${b}) * (${a} - ${b})`),
  sum,
  map,
  tame: (x) => x,
  power: (x, degree) => `power(${x}, ${degree})`,
  // It refuses to look for what is no number.
  countUpTo: (ascending, value) => `CASE WHEN is_nan(${value}) THEN NULL ELSE width_bucket(${value}, ${ascending}) END`,
  lists: "array(double)",
  walked: (vector, { feature, value, right }, depth) => {
    const whole = (x: string) => `CAST(${x} AS bigint)`;
    const next = `CASE WHEN bwt[1][bwn] = 0 THEN bwn WHEN ${vector}[${whole("bwt[1][bwn]")}] <= bwt[2][bwn] THEN bwn + 1 ELSE ${whole("bwt[3][bwn]")} END`;
    const leaf = `reduce(sequence(1, ${depth}), BIGINT '1', (bwn, bwk) -> ${next}, bwn -> bwn)`;
    return `reduce(zip(${feature}, ${value}, ${right}), 0e0, (bws, bwt) -> bws + bwt[2][${leaf}], bws -> bws)`;
  },
};
