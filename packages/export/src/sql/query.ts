import type { Dialect } from "./dialect.js";

/** At most so many expressions are computed by one SELECT: engines limit the width of a row. */
export const CHUNK = 100;

/** Where instances come from. */
export interface InstanceTable {
  /** The table, quoted. */
  readonly table: string;
  /** The column of the bag, quoted. */
  readonly bag: string;
  /** The column of a feature, by its index, quoted. */
  feature(index: number): string;
  /** What fills gaps, by feature. Null: a bag with a gap has no score. */
  readonly fill: Float64Array | null;
}

/** What a column of a table of constants holds. */
export type ConstantType = "whole" | "real" | "list";

/** A table of constants, in columns of these types. */
export interface Constants {
  readonly columns: Readonly<Record<string, ConstantType>>;
  readonly rows: readonly (readonly (number | ArrayLike<number>)[])[];
}

/** A table that has to be there before the query can be asked: of constants, or of what a query gives. */
export type Step = { readonly table: string } & (Constants | { readonly select: string });

/** A table expression in the making. */
interface Part {
  readonly name: string;
  readonly content: Constants | string;
}

/** Collects the common table expressions of a query. A step of the program is computed once. */
export class Query {
  readonly dialect: Dialect;
  readonly source: InstanceTable;
  /** Whether tables can be made before the query is asked, so that it need not hold all numbers. */
  readonly stepwise: boolean;
  readonly #parts: Part[] = [];
  readonly #known = new Map<string, Map<unknown, string>>();
  readonly #prefix: string;

  constructor(dialect: Dialect, source: InstanceTable, { stepwise = false }: { stepwise?: boolean } = {}) {
    this.dialect = dialect;
    this.source = source;
    this.stepwise = stepwise;
    // No name of ours may hide the table.
    this.#prefix = /"?bw_/i.test(source.table) ? "bagwise_" : "bw_";
  }

  /** Adds a table expression and returns its name. */
  add(select: string): string {
    return this.#added(select);
  }

  /** Adds a table of constants and returns its name. */
  constants(columns: Constants["columns"], rows: Constants["rows"]): string {
    return this.#added({ columns, rows });
  }

  #added(content: Part["content"]): string {
    const name = `${this.#prefix}${this.#parts.length + 1}`;
    this.#parts.push({ name, content });
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
    const parts = this.#parts.map(({ name, content }) =>
      this.#expression(name, typeof content === "string" ? content : constantRows(this.dialect, content)),
    );
    return `WITH ${parts.join(",\n")}\n${select}`;
  }

  /**
   * The query as steps and a last statement, for an engine that computes a table expression again wherever it
   * is used: constants, and what is used more than once, become tables. `place`: what to call such a table.
   */
  steps(select: string, place: (k: number) => string): { readonly steps: Step[]; readonly select: string } {
    const used = (text: string) => new Set(text.match(new RegExp(`\\b${this.#prefix}\\d+\\b`, "g")) ?? []);
    const uses = new Map<string, number>();
    for (const { content } of [...this.#parts, { content: select }])
      for (const name of typeof content === "string" ? used(content) : []) uses.set(name, (uses.get(name) ?? 0) + 1);
    const held = new Map<string, string>();
    const inline = new Map<string, string>();
    const whole = (text: string): string => {
      const needed = new Set<string>();
      const need = (each: string) => {
        for (const name of used(each)) {
          if (needed.has(name)) continue;
          need(inline.get(name) ?? "");
          needed.add(name);
        }
      };
      need(text);
      const parts = [...needed].map((name) =>
        this.#expression(name, inline.get(name) ?? `SELECT * FROM ${held.get(name)}`),
      );
      return parts.length === 0 ? text : `WITH ${parts.join(",\n")}\n${text}`;
    };
    const steps: Step[] = [];
    for (const { name, content } of this.#parts) {
      if (typeof content === "string" && uses.get(name) === 1) {
        inline.set(name, content);
        continue;
      }
      const table = place(steps.length + 1);
      held.set(name, table);
      steps.push(typeof content === "string" ? { table, select: whole(content) } : { table, ...content });
    }
    return { steps, select: whole(select) };
  }

  #expression(name: string, select: string): string {
    return `${name} ${this.dialect.as} (\n${select}\n)`;
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
  { number, tame }: Dialect,
  x: string,
  ends: readonly number[],
  piece: (k: number) => { readonly at: number; readonly value: number; readonly slope: number; readonly most?: number },
): string {
  const each = (k: number) => {
    const { at, value, slope, most } = piece(k);
    const line = `${number(value)} + ${tame(`(${x} - ${number(at)})`)} * ${number(slope)}`;
    return most === undefined ? line : `least(${number(most)}, ${line})`;
  };
  const cases = ends.map((end, k) => `WHEN ${x} < ${number(end)} THEN ${each(k)}`);
  return ends.length === 0 ? each(0) : `CASE ${cases.join("\n ")}\n ELSE ${each(ends.length)} END`;
}

/** Constant rows as a query. */
function constantRows({ number, numbers }: Dialect, { columns, rows }: Constants): string {
  const types = Object.values(columns);
  const literal = (value: number | ArrayLike<number>, k: number) =>
    typeof value !== "number" ? numbers(value) : types[k] === "whole" ? `${value}` : number(value);
  const values = rows.map((row) => `(${row.map(literal).join(", ")})`);
  return `SELECT * FROM (VALUES\n${values.join(",\n")}) AS v(${Object.keys(columns).join(", ")})`;
}
