import { InputError, type Place } from "../../base/errors.js";
import type { ReadOptions } from "../format.js";
import { listNames, type Roles } from "./roles.js";

/**
 * Says which columns were guessed; nothing when the user named everything. Call it once for each
 * file.
 */
export function noteGuessed({ onNote }: ReadOptions, { guessed }: Pick<Roles, "guessed">): void {
  if (guessed.length > 0) onNote?.({ code: "guessed", message: `columns guessed: ${guessed.join(", ")}` });
}

/** Says which columns were left out because they hold text; nothing when there is none. */
export function noteIgnoredText({ onNote }: ReadOptions, names: readonly string[]): void {
  if (names.length === 0) return;
  const noun = names.length === 1 ? "text column" : "text columns";
  onNote?.({ code: "ignored-text", message: `${noun} left out: ${listNames(names)}` });
}

/** Says that nothing is known about any bag. */
export function noteNoLabel({ onNote }: ReadOptions): void {
  onNote?.({ code: "no-label", message: "no label column: every bag is unlabeled" });
}

/**
 * Says which values of a whole bag, neither role nor instance, were left out; nothing when there is
 * none.
 */
export function noteBagFields({ onNote }: ReadOptions, names: readonly string[]): void {
  if (names.length === 0) return;
  onNote?.({ code: "ignored-bag-fields", message: `values of the whole bag left out: ${listNames(names)}` });
}

/** The complaint about a file without a single instance. */
export function noInstances(where: Place, remedy = "Give at least one instance."): InputError {
  return new InputError({ code: "no-instances", message: "there is no data row", remedy, where });
}

/** The complaint about a bag that is there but has nothing in it. */
export function emptyBag(where: Place): InputError {
  return new InputError({
    code: "empty-bag",
    message: "the bag has no instances",
    remedy: "Give the bag at least one instance, or leave the bag out.",
    where,
  });
}
