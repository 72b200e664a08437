import type { SqlEngine } from "./engines.js";

/**
 * How an SQL engine says what scoring needs, as data and small functions from text to text. Another engine is
 * another file in `dialects/`, and the tests in `test/export/sql` run over all of them.
 */
export interface Dialect extends SqlEngine {
  /**
   * What follows the name of a common table expression. After a mere AS it is computed again wherever it is
   * used, so that models of many steps are too much for the engine.
   */
  readonly as: "AS" | "AS MATERIALIZED";
  number(value: number): string;
  /** A list of numbers that are known. */
  numbers(values: ArrayLike<number>): string;
  /** A list of numbers that are computed. */
  list(expressions: readonly string[]): string;
  /** Lists one after the other. */
  joined(lists: readonly string[]): string;
  /** The numbers of a list from this index, counted from 0, on. */
  slice(list: string, from: number, count: number): string;
  /** The number at an index, counted from 0. */
  at(list: string, index: string): string;
  dot(left: string, right: string): string;
  /** The sum of the squares of the differences. */
  squaredDistance(left: string, right: string): string;
  /** The sum over the places of some lists of an expression of their numbers. */
  sum(lists: readonly string[], each: (numbers: readonly string[]) => string): string;
  /** The list of that expression. */
  map(lists: readonly string[], each: (numbers: readonly string[]) => string): string;
  /**
   * An expression with 0 for numbers so small that products with them would be errors: below about 1e-145, or as small
   * as `exponent` says. The expression itself where the engine rounds them to 0, as JavaScript does.
   */
  tame(x: string, exponent?: number): string;
  /** A power with a whole exponent: infinite where it is too large for a double. */
  power(x: string, degree: number): string;
  /** How many numbers of an ascending list are at most this. */
  countUpTo(ascending: string, value: string): string;
  /** The type of lists, for an engine whose queries are made in steps, with tables of their own. */
  readonly lists?: string;
  /**
   * The sum over trees, given as lists of lists, of the value of the leaf that a vector comes to: see `treeRows`.
   * Without it, trees are written as CASEs.
   */
  readonly walked?: (
    vector: string,
    trees: { readonly feature: string; readonly value: string; readonly right: string },
    depth: number,
  ) => string;
}
