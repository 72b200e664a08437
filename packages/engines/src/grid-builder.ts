import { createHash } from "node:crypto";
import type { Cell, Grid } from "@bagwise/files/table";
import type { TableColumn } from "./bag-table.js";
import type { Batch, Value } from "./engine.js";

/** Numbers of a column, in an array that grows; NaN is a missing one. */
class Numbers {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: Value): void {
    if (this.#length === this.#values.length) {
      const more = new Float64Array(2 * this.#length);
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.#length++] = typeof value === "number" ? value : value === null ? Number.NaN : Number(value);
  }

  at(row: number): number {
    return this.#values[row];
  }
}

/**
 * Rows of an engine as a grid, numbers in typed arrays. A table has no order, so bags come in the order
 * of their hash and the instances of a bag in the order of their values: the same on every engine.
 */
export class GridBuilder {
  readonly #columns: readonly TableColumn[];
  readonly #held: (Numbers | (string | boolean | null)[])[];
  readonly #bag: number;
  #length = 0;

  constructor(columns: readonly TableColumn[], bag: string) {
    this.#columns = columns;
    this.#bag = columns.findIndex(({ name }) => name === bag);
    this.#held = columns.map(({ kind }, k) => (kind === "number" && k !== this.#bag ? new Numbers() : []));
  }

  get length(): number {
    return this.#length;
  }

  /** Adds the rows of a batch, or some of them. */
  add({ length, columns }: Batch, from = 0, to = length): void {
    for (const [k, column] of this.#held.entries()) {
      const values = columns[k];
      if (column instanceof Numbers) for (let row = from; row < to; row++) column.push(values[row]);
      else
        for (let row = from; row < to; row++) {
          const value = values[row];
          column.push(typeof value === "number" ? String(value) : value);
        }
    }
    this.#length += to - from;
  }

  finish(file: string): Grid {
    const names = this.#columns.map(({ name }) => name);
    const order = this.#order();
    const held = this.#held;
    return {
      columns: names,
      rowNoun: "row",
      // A table has no order, so the number of a row says nothing.
      instanceNoun: "instance",
      length: this.#length,
      cell: (row, column): Cell => {
        const values = held[column];
        if (!(values instanceof Numbers)) return values[order[row]];
        const value = values.at(order[row]);
        return Number.isNaN(value) ? null : value;
      },
      number: (row) => row + 1,
      place: (row, column) => {
        const bag = this.#ids()[order[row]] ?? undefined;
        return { file, field: names[column], ...(typeof bag === "string" && { bag }) };
      },
    };
  }

  /** The column of bags, which is never one of numbers. */
  #ids(): readonly (string | boolean | null)[] {
    const ids = this.#held[this.#bag];
    return ids instanceof Numbers ? [] : ids;
  }

  #order(): Uint32Array {
    const bags = this.#ids();
    const hashOf = new Map<string, string>();
    const keys = Array.from({ length: this.#length }, (_, row) => {
      const id = String(bags[row] ?? "");
      let hash = hashOf.get(id);
      if (hash === undefined) {
        hash = bagHash(id);
        hashOf.set(id, hash);
      }
      return hash;
    });
    return Uint32Array.from(keys, (_, row) => row).sort((a, b) =>
      keys[a] === keys[b] ? this.#compare(a, b) : keys[a] < keys[b] ? -1 : 1,
    );
  }

  #compare(a: number, b: number): number {
    for (const column of this.#held) {
      if (column instanceof Numbers) {
        const [x, y] = [column.at(a), column.at(b)];
        if (x === y) continue;
        // Missing values come last.
        if (Number.isNaN(x) || Number.isNaN(y)) {
          if (Number.isNaN(x) && Number.isNaN(y)) continue;
          return Number.isNaN(x) ? 1 : -1;
        }
        return x - y;
      }
      const [x, y] = [String(column[a] ?? ""), String(column[b] ?? "")];
      if (x !== y) return x < y ? -1 : 1;
    }
    return a - b;
  }
}

/** The hash by which bags are sampled, ordered and divided, here as in every engine. */
export function bagHash(id: string): string {
  return createHash("md5").update(id, "utf8").digest("hex");
}
