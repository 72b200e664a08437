import type { Dialect } from "./dialect.js";

/** A value as an engine gives it. Whole numbers that do not fit into a double come as text. */
export type Value = string | number | boolean | null;

/** What is bound to a parameter of a statement. */
export type Parameter = string | number | null;

/** Some rows of a result, column by column, so that numbers can stay in a typed array. */
export interface Batch {
  readonly length: number;
  readonly columns: readonly ArrayLike<Value>[];
}

/** A column of a result, with the engine's own name of its type. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** A result: its columns, and its rows in batches. Iterate them once, to the end or not. */
export interface Result {
  readonly columns: readonly ResultColumn[];
  readonly batches: AsyncIterable<Batch>;
}

/** A connection to an engine. What differs between engines is in its dialect. */
export interface Engine {
  readonly dialect: Dialect;
  /** What to call the source in messages. It holds no password. */
  readonly name: string;
  /**
   * The one function of a driver: sends a statement with bound parameters, and gives its rows as a
   * stream. Throws an InputError for whatever the engine refuses.
   */
  run(sql: string, parameters?: readonly Parameter[]): Promise<Result>;
  /** The names of the tables that `--table` could mean, a few of them, for messages. */
  tables(): Promise<readonly string[]>;
  /** Another connection to the same place, which writes while this one reads. */
  another(): Promise<Engine>;
  close(): Promise<void>;
}

/** How to connect. */
export interface EngineOptions {
  /** Seconds that one statement may take. Default: 600. */
  readonly timeout?: number | undefined;
  /** Whether statements may write. Default: false. */
  readonly writes?: boolean | undefined;
}

/** Seconds that one statement may take if you do not say. */
export const USUAL_TIMEOUT = 600;

/** All rows of a small result. */
export async function rowsOf({ batches }: Result): Promise<Value[][]> {
  const rows: Value[][] = [];
  for await (const { length, columns } of batches)
    for (let row = 0; row < length; row++) rows.push(columns.map((column) => column[row] ?? null));
  return rows;
}

/** Runs a statement to its end, and leaves out what it gives. */
export async function execute(engine: Engine, sql: string, parameters?: readonly Parameter[]): Promise<void> {
  for await (const _ of (await engine.run(sql, parameters)).batches);
}
