import type { Dialect } from "./dialect.js";
import type { Parameter } from "./engine.js";

/** How many bags can be named in one statement. */
export const MOST_NAMED = 10_000;

/** In how many characters bags can be named: Trino takes a million in all. */
const MOST_CHARACTERS = 600_000;
/** What stands around a name. */
const AROUND = 6;

/** How many of these names, from the first, one statement can hold. */
export function namable(names: readonly string[]): number {
  let characters = 0;
  for (const [k, name] of names.entries()) {
    characters += name.length + AROUND;
    if (k === MOST_NAMED || characters > MOST_CHARACTERS) return k;
  }
  return names.length;
}

/** A statement that is being written: text, and what is bound to its parameters. */
export class Statement {
  readonly parameters: Parameter[] = [];
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** A place for a value, which is bound and never part of the text. */
  bind(value: Parameter): string {
    this.parameters.push(value);
    return this.#dialect.parameter(this.parameters.length);
  }

  /** Places for several values, with commas. */
  list(values: readonly Parameter[]): string {
    return values.map((value) => this.bind(value)).join(", ");
  }
}
