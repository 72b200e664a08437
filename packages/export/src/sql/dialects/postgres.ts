import type { Dialect } from "../dialect.js";
import { SQL_ENGINES } from "../engines.js";

const NAMES = "abcdefgh";
const number = (value: number) => `float8 '${Object.is(value, -0) ? 0 : value}'`;
const names = (lists: readonly string[]) => lists.map((_, k) => `u.${NAMES[k]}`);
const columns = (lists: readonly string[]) => lists.map((_, k) => NAMES[k]).join(", ");

const sum: Dialect["sum"] = (lists, each) =>
  `(SELECT sum(${each(names(lists))}) FROM unnest(${lists.join(", ")}) AS u(${columns(lists)}))`;

/** What is much smaller gets lost in the sum, and everything else comes back. */
const tame = (x: string, exponent = 145) => `(${x} + float8 '1e-${exponent}' - float8 '1e-${exponent}')`;

export const postgres: Dialect = {
  ...SQL_ENGINES.postgres,
  as: "AS MATERIALIZED",
  number,
  numbers: (values) => `'{${Array.from(values, (value) => (Object.is(value, -0) ? 0 : value)).join(",")}}'::float8[]`,
  list: (expressions) => `ARRAY[${expressions.join(", ")}]`,
  joined: (lists) => lists.join(" || "),
  slice: (list, from, count) => `(${list})[${from + 1}:${from + count}]`,
  at: (list, index) => `(${list})[(${index})::int + 1]`,
  dot: (left, right) => sum([left, right], ([a, b]) => `${tame(a)} * ${tame(b)}`),
  squaredDistance: (left, right) =>
    tame(sum([left, right], ([a, b]) => `${tame(`(${a} - ${b})`)} * ${tame(`(${a} - ${b})`)}`)),
  sum,
  map: (lists, each) =>
    `ARRAY(SELECT ${each(names(lists))} FROM unnest(${lists.join(", ")}) WITH ORDINALITY AS u(${columns(lists)}, i) ORDER BY u.i)`,
  tame,
  // Both ends are errors here. The sign of an infinite power is that of its base, if the exponent is odd.
  power: (x, degree) => {
    const least = tame(x, Math.max(1, Math.floor(300 / degree) - 17));
    const infinite = degree % 2 === 0 ? "float8 'Infinity'" : "sign(p) * float8 'Infinity'";
    return `(SELECT CASE WHEN abs(p) > float8 '1e${Math.floor(307 / degree)}' THEN ${infinite} ELSE power(p, ${degree}) END FROM (SELECT ${least} AS p OFFSET 0) AS base)`;
  },
  countUpTo: (ascending, value) => `width_bucket(${value}, ${ascending})`,
};
