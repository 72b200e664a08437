import { type Bag, type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { limitedLine } from "./text/lines.js";
import { decimal, textPieces } from "./text/text-pieces.js";

/** Writes `{"features": [...], "bags": [...]}`, one bag per line. Keeps everything of a BagSet. */
export function toJson(bags: BagSet): Iterable<Uint8Array> {
  return textPieces(text(bags));
}

/** Writes JSON Lines: the names of the features, then one object per bag. Keeps everything of a BagSet. */
export function toJsonLines(bags: BagSet): Iterable<Uint8Array> {
  return textPieces(lines(bags));
}

function* text(bags: BagSet): Generator<string> {
  // The brace is alone, so that the first line tells this from JSON Lines.
  yield `{\n"features":${JSON.stringify(bags.features)},\n"bags":[`;
  for (const bag of bags) yield `${bag.index === 0 ? "" : ","}\n${bagAsJson(bag)}`;
  yield "\n]}\n";
}

function* lines(bags: BagSet): Generator<string> {
  yield `${JSON.stringify({ features: bags.features })}\n`;
  for (const bag of bags) yield `${limitedLine(bagAsJson(bag), bag.id)}\n`;
}

/** A bag as one JSON object, its instances as lists of numbers that read back to the same bits. */
function bagAsJson({ id, label, group, size, instance }: Bag): string {
  const grouped = group === undefined ? "" : `,"group":${JSON.stringify(group)}`;
  const instances = Array.from({ length: size }, (_, j) => `[${Array.from(instance(j), decimal).join(",")}]`);
  return `{"bag":${JSON.stringify(id)},"label":${LABEL_CODE[label]}${grouped},"instances":[${instances.join(",")}]}`;
}
