import { BagSet } from "@bagwise/core/bags";
import type { EngineSource } from "../src/source.js";
import { random } from "./rows.js";

/** An engine to test: how to fill it, and what its address is. */
export interface EngineUnderTest {
  /** The address, as users type it. */
  readonly source: string;
  /** Makes a table with the columns bag (text), label (a whole number or null), x and y (doubles). */
  load(table: string, rows: readonly Row[]): Promise<void>;
  /** All rows of a query, for checks. */
  query(sql: string): Promise<unknown[][]>;
  /** Runs statements that give nothing. */
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export type Row = readonly [bag: string, label: number | null, x: number | null, y: number];

/** 60 bags, of which every fifth is labelled, in no order; a hostile id is among them. */
export function rowsOfBags(bags = 60): Row[] {
  const next = random(7);
  const rows: Row[] = [];
  for (let i = 0; i < bags; i++) {
    const label = i % 5 === 0 ? 1 : 0;
    const id = i === 3 ? `it's "3"; DROP TABLE bags; -- é` : `bag ${i}`;
    for (let j = 0; j < 1 + (i % 4); j++) rows.push([id, label, next() + (j === 0 ? 2 * label : 0), next() * 10 - 5]);
  }
  return rows.sort((a, b) => a[3] - b[3]);
}

/** The same rows as bags, made without any engine. */
export function bagsOf(rows: readonly Row[]): BagSet {
  const ids = [...new Set(rows.map(([bag]) => bag))];
  return BagSet.from(
    ids.map((id) => {
      const own = rows.filter(([bag]) => bag === id);
      const instances = own.map(([, , x, y]) => ({ x: x ?? 0, y }));
      return { id, label: own[0][1] === 1 ? "positive" : "unlabeled", instances };
    }),
  );
}

/** What the tests of an engine share. The engine runs when a test does. */
export interface Shared {
  readonly rows: readonly Row[];
  /** The rows as bags. */
  readonly bags: BagSet;
  engine(): EngineUnderTest;
  source(): Promise<EngineSource>;
}
