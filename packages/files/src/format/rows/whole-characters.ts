import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Place, quote } from "@bagwise/core/base";

/** With the flag u it only matches halves of a pair that stand alone. */
const HALF = /\p{Surrogate}/u;

/**
 * Throws an InputError if an id, or another text to be written, holds half of a character. UTF-8
 * cannot hold it, and encoders put a question mark there: two ids could become one.
 */
export function checkCharacters(
  bags: BagSet,
  { groups = false, features = false }: { groups?: boolean; features?: boolean } = {},
): void {
  if (features) for (const name of bags.features) if (HALF.test(name)) throw half("feature", name, { field: name });
  for (let i = 0; i < bags.size; i++) {
    const bag = bags.idOf(i);
    if (HALF.test(bag)) throw half("bag id", bag, { bag });
    const group = groups ? bags.groupOf(i) : undefined;
    if (group !== undefined && HALF.test(group)) throw half("group", group, { bag });
  }
}

function half(what: string, text: string, where: Place): InputError {
  return new InputError({
    code: "half-character",
    message: `the ${what} ${quote(text)} holds half of a character, which this format cannot hold`,
    remedy: "Rename it, or choose the format json, jsonl or arff.",
    where,
  });
}
