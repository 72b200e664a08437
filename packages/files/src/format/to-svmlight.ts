import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { checkCharacters } from "./rows/whole-characters.js";
import { escapeId, groupLine, headerLine } from "./svmlight/header.js";
import { decimal, textPieces } from "./text/text-pieces.js";

/**
 * Writes svmlight-style text of bags, `instance:bag:label index:value ...`, without the zeros (but
 * with -0). Names of features, groups and the escaping of ids are in comments that other programs
 * skip. Keeps everything of a BagSet. Throws an InputError for an id that is no Unicode.
 */
export function toSvmlight(bags: BagSet): Iterable<Uint8Array> {
  checkCharacters(bags);
  return textPieces(bags.dimension === 0 && bags.blocks.length === 1 ? sparseText(bags) : text(bags));
}

function* text(bags: BagSet): Generator<string> {
  yield headerLine(bags.features);
  for (const { id, label, group, size, instance } of bags) {
    if (group !== undefined) yield groupLine(id, group);
    const end = `:${escapeId(id)}:${LABEL_CODE[label]}`;
    for (let j = 0; j < size; j++) yield `${j + 1}${end}${pairs(instance(j))}\n`;
  }
}

/** Bags with one block of sparse features: each has the number of its position. */
function* sparseText(bags: BagSet): Generator<string> {
  const [{ width, terms, offsets, indices, values }] = bags.blocks;
  yield headerLine(terms ?? Array.from({ length: width }, (_, k) => `f${k + 1}`));
  for (const { id, label, group, size, start } of bags) {
    if (group !== undefined) yield groupLine(id, group);
    const end = `:${escapeId(id)}:${LABEL_CODE[label]}`;
    for (let j = 0; j < size; j++) {
      let written = "";
      for (let e = offsets[start + j]; e < offsets[start + j + 1]; e++)
        written += ` ${indices[e] + 1}:${decimal(values[e])}`;
      yield `${j + 1}${end}${written}\n`;
    }
  }
}

function pairs(values: Iterable<number>): string {
  let written = "";
  let index = 0;
  for (const value of values) {
    index++;
    if (!Object.is(value, 0)) written += ` ${index}:${decimal(value)}`;
  }
  return written;
}
