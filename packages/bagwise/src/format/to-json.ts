import type { BagSet } from "../bags/bag-set.js";
import { bagAsJson } from "./json/text.js";
import { textPieces } from "./text/text-pieces.js";

/** Writes `{"features": [...], "bags": [...]}`, one bag a line. Holds everything of a BagSet. */
export function toJson(bags: BagSet): Iterable<Uint8Array> {
  return textPieces(text(bags));
}

function* text(bags: BagSet): Generator<string> {
  // The brace stands alone, so that a look at the first line tells this from JSON Lines.
  yield `{\n"features":${JSON.stringify(bags.features)},\n"bags":[`;
  for (const bag of bags) yield `${bag.index === 0 ? "" : ","}\n${bagAsJson(bag)}`;
  yield "\n]}\n";
}
