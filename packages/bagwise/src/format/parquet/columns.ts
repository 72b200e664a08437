import type { SchemaTree } from "hyparquet";
import { InputError, type Place } from "../../base/errors.js";

/** A top-level column: how deeply its lists are nested, and the kind of their values. */
export interface ParquetColumn {
  readonly name: string;
  /**
   * 0 a value, 1 a list of values, 2 a list of lists; undefined for anything else (struct, map,
   * list of structs).
   */
  readonly depth: 0 | 1 | 2 | undefined;
  /**
   * Whole numbers of any width, floats, decimals and booleans (1 and 0) are numbers; dates, times
   * and the rest are text.
   */
  readonly kind: "number" | "text";
}

/** The columns of a schema. */
export function parquetColumns(schema: SchemaTree): ParquetColumn[] {
  return schema.children.map((column) => {
    const { depth, leaf } = unwrap(column, 0);
    const known = depth === 0 || depth === 1 || depth === 2 ? depth : undefined;
    return {
      name: column.element.name,
      depth: leaf === undefined ? undefined : known,
      kind: isNumber(leaf) ? "number" : "text",
    };
  });
}

/** The error for a column that holds more than values and lists of values. */
export function nestedColumn(where: Place): InputError {
  return new InputError({
    code: "nested-column",
    message: "the column is nested: neither a value, nor a list of numbers, nor a list of lists of numbers",
    remedy: "Flatten it into plain columns, or leave it out with the option ignore.",
    where,
  });
}

/**
 * Follows lists, standard (`list.element`) or a repeated value, down to the value; no leaf for
 * structs and maps.
 */
function unwrap(node: SchemaTree, depth: number): { depth: number; leaf: SchemaTree | undefined } {
  const { element, children } = node;
  if (children.length === 0) return { depth: depth + (element.repetition_type === "REPEATED" ? 1 : 0), leaf: node };
  const [inner] = children;
  const list =
    element.converted_type === "LIST" && children.length === 1 && inner.element.repetition_type === "REPEATED";
  if (!list) return { depth, leaf: undefined };
  // A repeated group of one is the list's wrapper; a repeated value is the element itself.
  if (inner.children.length === 0) return { depth: depth + 1, leaf: inner };
  return inner.children.length === 1 ? unwrap(inner.children[0], depth + 1) : { depth, leaf: undefined };
}

const NUMBERS = new Set(["BOOLEAN", "INT32", "INT64", "FLOAT", "DOUBLE"]);
const NUMBER_CONVERSIONS = /^(U?INT_\d+|DECIMAL)$/;
const NUMBER_MEANINGS = new Set(["INTEGER", "DECIMAL", "FLOAT16"]);

function isNumber(leaf: SchemaTree | undefined): boolean {
  if (leaf === undefined) return false;
  const { type = "", converted_type: converted, logical_type: logical } = leaf.element;
  if (logical !== undefined && NUMBER_MEANINGS.has(logical.type)) return true;
  if (converted !== undefined) return NUMBER_CONVERSIONS.test(converted);
  return logical === undefined && NUMBERS.has(type);
}
