import type { FlatTable } from "./flatbuffer.js";

/** More columns than this, with all that are nested, are damage. */
const MOST_FIELDS = 2 ** 16;

/** What the values of a column are. Widths are in bytes. */
export type ArrowType =
  | { readonly kind: "null" | "bool" | "struct" | "view" }
  | { readonly kind: "int"; readonly width: number; readonly signed: boolean }
  | { readonly kind: "float"; readonly width: number }
  | { readonly kind: "bytes" | "text"; readonly large: boolean }
  | { readonly kind: "fixed-bytes"; readonly width: number }
  | { readonly kind: "decimal"; readonly width: number; readonly scale: number }
  /** Whole numbers of a unit of time. */
  | { readonly kind: "date" | "duration"; readonly width: number; readonly perSecond: number }
  /** `map`: the items are keys and values. */
  | { readonly kind: "list"; readonly large: boolean; readonly map: boolean }
  | { readonly kind: "fixed-list"; readonly size: number };

/** A column, or a part of a nested one. */
export interface ArrowField {
  readonly name: string;
  readonly type: ArrowType;
  readonly children: readonly ArrowField[];
  /** Where values are numbers of the entries of a dictionary. */
  readonly dictionary?: { readonly id: number; readonly width: number; readonly signed: boolean };
}

/** The columns that a schema describes. Throws an Error about what is damaged or not supported. */
export function readSchema(schema: FlatTable): ArrowField[] {
  if (schema.short(0) !== 0) throw new Error("its numbers start with the high byte, which is not supported");
  let left = MOST_FIELDS;
  const fieldOf = (field: FlatTable): ArrowField => {
    if (left-- === 0) throw new Error("it has too many columns");
    const name = field.text(0) ?? "";
    const children = field.tables(5).map(fieldOf);
    const type = typeOf(field.byte(2), field.table(3), name);
    if ((type.kind === "list" || type.kind === "fixed-list") && children.length !== 1)
      throw new Error("it has a list of no type");
    const dictionary = field.table(4);
    if (dictionary === undefined) return { name, type, children };
    const index = dictionary.table(1);
    const width = index === undefined ? 4 : widthOf(index.int(0), [8, 16, 32, 64]);
    const signed = index === undefined || index.byte(1) === 1;
    return { name, type, children, dictionary: { id: dictionary.long(0), width, signed } };
  };
  return schema.tables(1).map(fieldOf);
}

/** Parts of a second by the numbers of Arrow's units. */
const UNITS = [1, 1e3, 1e6, 1e9];

/** The types that are not read, by number. */
const UNSUPPORTED: Readonly<Record<number, string>> = {
  11: "interval",
  14: "union",
  22: "run-end encoding",
  25: "list view",
  26: "large list view",
};

function typeOf(number: number, details: FlatTable | undefined, name: string): ArrowType {
  const int = (field: number, missing = 0) => details?.int(field, missing) ?? missing;
  const unit = (missing: number) => UNITS[details?.short(0, missing) ?? missing] ?? unknown(number, name);
  switch (number) {
    case 1:
      return { kind: "null" };
    case 2:
      return { kind: "int", width: widthOf(int(0), [8, 16, 32, 64]), signed: details?.byte(1) === 1 };
    case 3:
      return { kind: "float", width: [2, 4, 8][details?.short(0) ?? 0] ?? unknown(number, name) };
    case 4:
    case 19:
      return { kind: "bytes", large: number === 19 };
    case 5:
    case 20:
      return { kind: "text", large: number === 20 };
    case 6:
      return { kind: "bool" };
    case 7:
      return { kind: "decimal", width: widthOf(int(2, 128), [32, 64, 128, 256]), scale: int(1) };
    case 8:
      return details?.short(0, 1) === 0
        ? { kind: "date", width: 4, perSecond: 1 / 86_400 }
        : { kind: "date", width: 8, perSecond: 1000 };
    case 9:
      return { kind: "duration", width: widthOf(int(1, 32), [32, 64]), perSecond: unit(1) };
    case 10:
      return { kind: "date", width: 8, perSecond: unit(0) };
    case 12:
    case 17:
    case 21:
      return { kind: "list", large: number === 21, map: number === 17 };
    case 13:
      return { kind: "struct" };
    case 15:
      return { kind: "fixed-bytes", width: nonNegative(int(0)) };
    case 16:
      return { kind: "fixed-list", size: nonNegative(int(0)) };
    case 18:
      return { kind: "duration", width: 8, perSecond: unit(1) };
    case 23:
    case 24:
      return { kind: "view" };
    default:
      return unknown(number, name);
  }
}

function widthOf(bits: number, allowed: readonly number[]): number {
  if (!allowed.includes(bits)) throw new Error(`it has numbers of ${bits} bits`);
  return bits / 8;
}

function nonNegative(size: number): number {
  if (size < 0) throw new Error("it has values of a negative size");
  return size;
}

function unknown(number: number, name: string): never {
  const type = UNSUPPORTED[number] ?? `type ${number}`;
  throw new Error(`its column ${JSON.stringify(name)} is of the type ${type}, which is not supported`);
}
