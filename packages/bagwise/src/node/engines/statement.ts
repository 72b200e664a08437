import type { Dialect } from "./dialect.js";
import type { Parameter } from "./engine.js";

/** How many bags can be named in one statement. */
export const MOST_NAMED = 10_000;

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
