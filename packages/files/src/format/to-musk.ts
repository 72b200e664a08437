import type { BagSet, Label } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import type { WriteOptions } from "./format.js";
import { checkCharacters } from "./rows/whole-characters.js";
import { decimal, textPieces } from "./text/text-pieces.js";

const CLASS: Readonly<Record<Label, string>> = { positive: "1.", unlabeled: "?", negative: "0." };

/**
 * Writes the layout of the UCI Musk data. It has no place for feature names (they read back as f1,
 * f2, ...) and groups; `onNote` is told what is lost. Throws an InputError for an id with a comma
 * or a line break, or one that is no Unicode.
 */
export function toMusk(bags: BagSet, { onNote }: WriteOptions): Iterable<Uint8Array> {
  checkCharacters(bags);
  for (let i = 0; i < bags.size; i++) checkId(bags.idOf(i));
  const lost = [
    ...(bags.features.some((name, k) => name !== `f${k + 1}`) ? ["the names of the features"] : []),
    ...(bags.grouped ? ["the groups"] : []),
  ];
  if (lost.length > 0) onNote?.({ code: "not-held", message: `the Musk layout cannot hold ${lost.join(" and ")}` });
  return textPieces(text(bags));
}

function* text(bags: BagSet): Generator<string> {
  // A reader takes the first byte order mark for that of the file, not for a part of the id.
  if (bags.idOf(0).startsWith("\ufeff")) yield "\ufeff";
  for (const { id, label, size, instance } of bags) {
    for (let j = 0; j < size; j++) {
      yield `${id},${id}_${j + 1},${Array.from(instance(j), decimal).join(",")},${CLASS[label]}\n`;
    }
  }
}

function checkId(id: string): void {
  if (!/[,\r\n]/.test(id)) return;
  throw new InputError({
    code: "bag-id",
    message: "the Musk layout cannot hold a bag id with a comma or a line break",
    remedy: "Rename the bag, or choose another format.",
    where: { bag: id },
  });
}
