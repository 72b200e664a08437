import { InputError } from "@bagwise/core/base";
import type { Cell, OpenTable, TableRow } from "../../table/table.js";
import type { ReadOptions } from "../format.js";
import { fieldReader, instanceRows, isUnknown } from "./fields.js";
import type { ArffAttribute } from "./header.js";
import type { ArffFields } from "./row.js";

/** How many characters of rows to hold in memory. */
const MOST_TEXT = 2 ** 29;

/** Gathers the rows of an ARFF file. */
export class ArffTable {
  readonly #attributes: readonly ArffAttribute[];
  readonly #bag: ArffAttribute | undefined;
  readonly #file: string;
  readonly #fields: ReturnType<typeof fieldReader>;
  readonly #inner: ReturnType<typeof fieldReader>;
  readonly #rows: TableRow[] = [];
  #held = 0;

  constructor(attributes: readonly ArffAttribute[], { file, options }: { file: string; options: ReadOptions }) {
    this.#attributes = attributes;
    this.#bag = attributes.find(({ kind }) => kind === "relational");
    this.#file = file;
    this.#fields = fieldReader(attributes, ignored(attributes, options));
    const { inside = [] } = this.#bag ?? {};
    this.#inner = fieldReader(inside, ignored(inside, options));
  }

  take(row: string, line: number): void {
    const where = { file: this.#file, line };
    this.#held += row.length;
    if (this.#held > MOST_TEXT) throw tooMuchText(this.#file);
    const fields = this.#fields(row, where);
    const cells = this.#attributes.map((attribute, i): Cell => {
      if (attribute.kind !== "relational") return cellOf(fields, i);
      const rows = instanceRows(fields.texts[i], fields.quoted.has(i));
      return rows.map((each) => {
        const inner = this.#inner(each, where);
        return attribute.inside.map((_, k) => cellOf(inner, k));
      });
    });
    this.#rows.push({ cells, number: line });
  }

  /** The rows taken so far. */
  table(): OpenTable {
    const columns = this.#attributes.map(({ name }) => name);
    const all = [...this.#attributes, ...(this.#bag?.inside ?? [])];
    const declared = new Map(
      all.flatMap(({ name, kind, values }): [string, "number" | readonly string[]][] =>
        values !== undefined ? [[name, [...values]]] : kind === "number" ? [[name, kind]] : [],
      ),
    );
    const listed = this.#bag?.inside.map(({ name }) => name);
    // Numbers of this format have a decimal point, whatever stands in its texts.
    const given = { decimal: ".", ...(this.#bag && { instances: this.#bag.name }) } as const;
    return { columns, rowNoun: "line", rows: this.#rows, declared, listed, given };
  }
}

/** The text of a value, also of a number: ids are kept as they are written. */
function cellOf({ texts, quoted }: ArffFields, i: number): Cell {
  return isUnknown(texts[i], quoted.has(i)) ? null : texts[i];
}

/** The attributes that are left out by name: their values need not be declared. */
function ignored(attributes: readonly ArffAttribute[], { ignore = [] }: ReadOptions): ReadonlySet<number> {
  return new Set(attributes.flatMap(({ name }, i) => (ignore.includes(name) ? [i] : [])));
}

function tooMuchText(file: string): InputError {
  return new InputError({
    code: "file-too-large",
    message: `there are more than ${MOST_TEXT / 2 ** 20} MiB of rows whose attributes are not all numbers`,
    remedy: "Leave out attributes of text with the option ignore, or read fewer bags at a time.",
    where: { file },
  });
}
