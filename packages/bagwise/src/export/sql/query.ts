import type { Dialect } from "./dialect.js";

/** At most so many expressions are computed by one SELECT: engines limit the width of a row. */
export const CHUNK = 100;

/** Where instances come from. */
export interface Source {
  /** The table, quoted. */
  readonly table: string;
  /** The column of the bag, quoted. */
  readonly bag: string;
  /** The column of a feature, by its index, quoted. */
  feature(index: number): string;
  /** What fills gaps, by feature. Null: a bag with a gap has no score. */
  readonly fill: Float64Array | null;
}

/** Collects the common table expressions of a query. A step of the program is computed once. */
export class Query {
  readonly dialect: Dialect;
  readonly source: Source;
  readonly #parts: string[] = [];
  readonly #known = new Map<string, Map<unknown, string>>();
  readonly #prefix: string;

  constructor(dialect: Dialect, source: Source) {
    this.dialect = dialect;
    this.source = source;
    // No name of ours may hide the table.
    this.#prefix = /"?bw_/i.test(source.table) ? "bagwise_" : "bw_";
  }

  /** Adds a table expression and returns its name. */
  add(select: string): string {
    const name = `${this.#prefix}${this.#parts.length + 1}`;
    this.#parts.push(`${name} ${this.dialect.as} (\n${select}\n)`);
    return name;
  }

  /** The name made for a step, the first time by `make`. */
  once(kind: string, step: unknown, make: () => string): string {
    const names = this.#known.get(kind) ?? new Map<unknown, string>();
    this.#known.set(kind, names);
    const found = names.get(step) ?? make();
    names.set(step, found);
    return found;
  }

  /** The whole query. */
  text(select: string): string {
    return `WITH ${this.#parts.join(",\n")}\n${select}`;
  }
}

/** Splits a list into chunks of at most `CHUNK`. */
export function chunks<Item>(items: readonly Item[], most = CHUNK): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, k) => items.slice(k * most, (k + 1) * most));
}

/**
 * e^x, without the error that some engines make of underflow, also of its products: below e^-300 it does not
 * matter.
 */
export function exponential({ number }: Dialect, x: string): string {
  return `exp(greatest(${number(-300)}, ${x}))`;
}

/** A piecewise linear function of an expression, as a CASE: piece k holds up to `ends[k]`, the last without end. */
export function pieces(
  { number }: Dialect,
  x: string,
  ends: readonly number[],
  piece: (k: number) => { readonly at: number; readonly value: number; readonly slope: number; readonly most?: number },
): string {
  const each = (k: number) => {
    const { at, value, slope, most } = piece(k);
    const line = `${number(value)} + (${x} - ${number(at)}) * ${number(slope)}`;
    return most === undefined ? line : `least(${number(most)}, ${line})`;
  };
  const cases = ends.map((end, k) => `WHEN ${x} < ${number(end)} THEN ${each(k)}`);
  return ends.length === 0 ? each(0) : `CASE ${cases.join("\n ")}\n ELSE ${each(ends.length)} END`;
}

/** A WITH table of constant rows, each a list of SQL values. */
export function constants(rows: readonly (readonly string[])[], columns: readonly string[]): string {
  return `SELECT * FROM (VALUES\n${rows.map((row) => `(${row.join(", ")})`).join(",\n")}) AS v(${columns.join(", ")})`;
}
