import type { Bag, BagSet, Label } from "@bagwise/core/bags";
import type { WriteOptions } from "./format.js";
import { roleColumns } from "./rows/role-columns.js";
import { limitedLine } from "./text/lines.js";
import { decimal, textPieces } from "./text/text-pieces.js";

/** In WEKA a class is known or missing. */
const CLASS: Readonly<Record<Label, string>> = { positive: "1", unlabeled: "?", negative: "-1" };

/** More ids than this are declared as strings: a nominal list would be a very long line. */
const MOST_NOMINAL = 100_000;

/**
 * Writes ARFF: one row per instance (default), or with `rows: "bags"` WEKA's relational bag
 * attribute, in the order that WEKA's multi-instance methods need (id, bag, class). Keeps
 * everything of a BagSet.
 */
export function toArff(bags: BagSet, { rows = "instances" }: WriteOptions): Iterable<Uint8Array> {
  return textPieces(rows === "bags" ? relational(bags) : flat(bags));
}

function* flat(bags: BagSet): Generator<string> {
  const { bag, label, group } = roleColumns(bags);
  yield `@relation bags\n\n@attribute ${word(bag)} string\n@attribute ${word(label)} {-1,1}\n`;
  if (group !== undefined) yield `@attribute ${word(group)} string\n`;
  yield* numeric(bags);
  yield "\n@data\n";
  for (const { id, label, group, size, instance } of bags) {
    const start = `${quoted(id)},${CLASS[label]}${group === undefined ? "" : `,${quoted(group)}`}`;
    for (let j = 0; j < size; j++) yield `${start},${Array.from(instance(j), decimal).join(",")}\n`;
  }
}

function* relational(bags: BagSet): Generator<string> {
  const ids = bags.size > MOST_NOMINAL ? "string" : `{${bags.ids().map(quoted).join(",")}}`;
  yield `@relation bags\n\n@attribute bag_id ${ids}\n@attribute bag relational\n`;
  yield* numeric(bags, "  ");
  yield "@end bag\n@attribute class {-1,1}\n";
  if (bags.grouped) yield "@attribute group string\n";
  yield "\n@data\n";
  for (const bag of bags) yield limitedLine(bagRow(bag), bag.id);
}

function bagRow({ id, label, group, size, instance }: Bag): string {
  const instances = Array.from({ length: size }, (_, j) => Array.from(instance(j), decimal).join(","));
  return `${quoted(id)},"${instances.join("\\n")}",${CLASS[label]}${group === undefined ? "" : `,${quoted(group)}`}\n`;
}

function* numeric({ features }: BagSet, indent = ""): Generator<string> {
  for (const name of features) yield `${indent}@attribute ${word(name)} numeric\n`;
}

/** A name, quoted only when it needs to be. */
function word(text: string): string {
  return /^[A-Za-z][\w.-]*$/.test(text) ? text : quoted(text);
}

const ESCAPED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** In quotes, with escapes for what would end them and for halves of characters. */
function quoted(text: string): string {
  const escaped = (char: string) =>
    /\p{Surrogate}/u.test(char) ? `\\u${char.charCodeAt(0).toString(16)}` : (ESCAPED[char] ?? `\\${char}`);
  return `'${text.replace(/[\\'"%\n\r\t]|\p{Surrogate}/gu, escaped)}'`;
}
