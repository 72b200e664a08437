import { InputError, type Place } from "../../base/errors.js";
import type { SchemaNode } from "./schema.js";

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
export function parquetColumns(root: SchemaNode): ParquetColumn[] {
  return root.children.map((column) => {
    const { depth, leaf } = unwrap(column, 0);
    const known = depth === 0 || depth === 1 || depth === 2 ? depth : undefined;
    return {
      name: column.name,
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
function unwrap(node: SchemaNode, depth: number): { depth: number; leaf: SchemaNode | undefined } {
  const { children, repetition, meaning } = node;
  if (children.length === 0) return { depth: depth + (repetition === "REPEATED" ? 1 : 0), leaf: node };
  const [inner] = children;
  const list = meaning.kind === "list" && children.length === 1 && inner.repetition === "REPEATED";
  // A repeated list is one list more than its shape shows.
  if (!list || repetition === "REPEATED") return { depth, leaf: undefined };
  // A repeated group of one is the list's wrapper; a repeated value is the element itself.
  if (inner.children.length === 0) return { depth: depth + 1, leaf: inner };
  return inner.children.length === 1 ? unwrap(inner.children[0], depth + 1) : { depth, leaf: undefined };
}

const NUMBERS = new Set(["BOOLEAN", "INT32", "INT64", "FLOAT", "DOUBLE"]);
const NUMBER_MEANINGS = new Set(["decimal", "integer", "unsigned", "float16"]);

function isNumber(leaf: SchemaNode | undefined): boolean {
  if (leaf?.type === undefined) return false;
  return NUMBER_MEANINGS.has(leaf.meaning.kind) || (leaf.meaning.kind === "plain" && NUMBERS.has(leaf.type));
}
