import type { Struct } from "./thrift.js";

const PHYSICAL = [
  "BOOLEAN",
  "INT32",
  "INT64",
  "INT96",
  "FLOAT",
  "DOUBLE",
  "BYTE_ARRAY",
  "FIXED_LEN_BYTE_ARRAY",
] as const;
const REPETITIONS = ["REQUIRED", "OPTIONAL", "REPEATED"] as const;

/** How values are stored. */
export type PhysicalType = (typeof PHYSICAL)[number];

/** What stored values stand for. `other` has no meaning here: times of day, BSON, geometry. */
export type Meaning =
  | {
      readonly kind: "plain" | "text" | "integer" | "unsigned" | "float16" | "date" | "uuid" | "list" | "map" | "other";
    }
  | { readonly kind: "decimal"; readonly scale: number }
  | { readonly kind: "timestamp"; readonly digits: 3 | 6 | 9 };

/** A column, a group of columns, or the root. Only columns have a type and no children. */
export interface SchemaNode {
  readonly name: string;
  readonly repetition: (typeof REPETITIONS)[number];
  readonly type: PhysicalType | undefined;
  /** The bytes of a FIXED_LEN_BYTE_ARRAY. */
  readonly width: number;
  readonly meaning: Meaning;
  readonly children: readonly SchemaNode[];
}

/** A column with the way to it from below the root. */
export interface Leaf {
  readonly path: readonly SchemaNode[];
  readonly node: SchemaNode;
  readonly type: PhysicalType;
}

/** How deeply groups may be nested. */
const DEEPEST = 64;

/** Builds the tree from the flat list in the footer, where each element says how many children follow. */
export function readSchema(elements: readonly Struct[]): SchemaNode {
  let at = 0;
  const next = (depth: number): SchemaNode => {
    if (at >= elements.length || depth > DEEPEST) throw new Error("the schema is not a tree");
    const element = elements[at++];
    const size = element.optional(5, (e, field) => e.count(field)) ?? 0;
    const children: SchemaNode[] = [];
    while (children.length < size) children.push(next(depth + 1));
    const type = element.optional(1, (e, field) => named(PHYSICAL, e.integer(field), "type"));
    if (depth > 0 && children.length === 0 && type === undefined) throw new Error("a column has no type");
    return {
      name: element.text(4),
      // The root needs none; some writers leave out that a column is optional.
      repetition: named(REPETITIONS, element.optional(3, (e, field) => e.integer(field)) ?? 1, "repetition"),
      type: children.length === 0 ? type : undefined,
      width: element.optional(2, (e, field) => e.count(field)) ?? 0,
      meaning: meaningOf(element, type),
      children,
    };
  };
  const root = next(0);
  if (at < elements.length) throw new Error("the schema has more columns than it says");
  return root;
}

/** The columns in the order of the file. */
export function leavesOf(root: SchemaNode): Leaf[] {
  const walk = (node: SchemaNode, above: readonly SchemaNode[]): Leaf[] => {
    const path = [...above, node];
    if (node.type !== undefined) return [{ path, node, type: node.type }];
    return node.children.flatMap((child) => walk(child, path));
  };
  return root.children.flatMap((child) => walk(child, []));
}

const PLAIN: Meaning = { kind: "plain" };
const OTHER: Meaning = { kind: "other" };

/** The older annotation of a column, by its number. */
const CONVERTED: readonly Meaning[] = [
  { kind: "text" },
  { kind: "map" },
  { kind: "map" },
  { kind: "list" },
  { kind: "text" },
  { kind: "decimal", scale: 0 },
  { kind: "date" },
  OTHER,
  OTHER,
  { kind: "timestamp", digits: 3 },
  { kind: "timestamp", digits: 6 },
  ...new Array<Meaning>(4).fill({ kind: "unsigned" }),
  ...new Array<Meaning>(4).fill({ kind: "integer" }),
  { kind: "text" },
  OTHER,
  OTHER,
];

/** The newer annotation, by the number of its field. */
const LOGICAL = new Map<number, (logical: Struct) => Meaning>([
  [1, () => ({ kind: "text" })],
  [2, () => ({ kind: "map" })],
  [3, () => ({ kind: "list" })],
  [4, () => ({ kind: "text" })],
  [5, (logical) => ({ kind: "decimal", scale: logical.struct(5).integer(1) })],
  [6, () => ({ kind: "date" })],
  [8, (logical) => ({ kind: "timestamp", digits: digitsOf(logical.struct(8).struct(2)) })],
  [10, (logical) => ({ kind: logical.struct(10).boolean(2) ? "integer" : "unsigned" })],
  [12, () => ({ kind: "text" })],
  [14, () => ({ kind: "uuid" })],
  [15, () => ({ kind: "float16" })],
]);

/** Some writers give only one of the two annotations. */
function meaningOf(element: Struct, type: PhysicalType | undefined): Meaning {
  const logical = element.optional(10, (e, field) => e.struct(field));
  if (logical !== undefined) {
    for (const [field, meaning] of LOGICAL) if (logical.has(field)) return meaning(logical);
  }
  const converted = element.optional(6, (e, field) => e.integer(field));
  if (converted !== undefined) {
    const meaning = CONVERTED[converted] ?? OTHER;
    return meaning.kind === "decimal" ? { kind: "decimal", scale: element.has(7) ? element.integer(7) : 0 } : meaning;
  }
  if (logical !== undefined) return OTHER;
  return type === "INT96" ? { kind: "timestamp", digits: 9 } : PLAIN;
}

function digitsOf(unit: Struct): 3 | 6 | 9 {
  return unit.has(1) ? 3 : unit.has(2) ? 6 : 9;
}

/** A value of an enumeration by its number. */
export function named<T>(names: readonly T[], number: number, what: string): T {
  if (number in names) return names[number];
  throw new Error(`${what} ${number} is unknown`);
}
