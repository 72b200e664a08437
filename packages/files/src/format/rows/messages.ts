import { count, InputError, type Place } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";
import { listNames, type Roles } from "./roles.js";

/**
 * Notes which columns were guessed; nothing if you named them all. Call it once per file.
 */
export function noteGuessed({ onNote }: ReadOptions, { guessed }: Pick<Roles, "guessed">): void {
  if (guessed.length > 0) onNote?.({ code: "guessed", message: `columns guessed: ${guessed.join(", ")}` });
}

/** Notes which columns were left out because they hold text. */
export function noteIgnoredText({ onNote }: ReadOptions, names: readonly string[]): void {
  if (names.length === 0) return;
  const noun = names.length === 1 ? "text column" : "text columns";
  onNote?.({ code: "ignored-text", message: `${noun} left out: ${listNames(names)}`, columns: names });
}

/** Notes which columns were given another name. */
export function noteRenamed({ onNote }: ReadOptions, renamed: readonly { readonly to: string }[]): void {
  if (renamed.length === 0) return;
  const columns = renamed.map(({ to }) => to);
  const message = `columns without a name of their own are called ${listNames(columns)}`;
  onNote?.({ code: "renamed-columns", message, columns });
}

/** Notes that each value of the lists in some columns is an instance. */
export function noteLists(columns: readonly string[], { onNote }: ReadOptions): void {
  if (columns.length === 0) return;
  onNote?.({
    code: "list-instances",
    message: `each value of the lists in ${listNames(columns)} is an instance`,
    columns,
  });
}

/** Notes that no bag has a label, unless labels come from a file of their own. */
export function noteNoLabel({ onNote, labels }: ReadOptions): void {
  if (labels !== undefined) return;
  onNote?.({ code: "no-label", message: "no label column: every bag is unlabeled" });
}

/** The error for a file without instances. */
export function noInstances(where: Place, remedy = "Give at least one instance."): InputError {
  return new InputError({ code: "no-instances", message: "there is no data row", remedy, where });
}

/** The error for a bag without instances. */
export function emptyBag(where: Place): InputError {
  return new InputError({
    code: "empty-bag",
    message: "the bag has no instances",
    remedy: "Give it at least one instance, or leave the bag out.",
    where,
  });
}

/** Says what became of missing values: of how many instances, bags and values. */
export function noteLosses(
  { onNote, medians }: ReadOptions,
  { dropped, lost, zeros, imputed }: Readonly<Record<"dropped" | "lost" | "zeros" | "imputed", number>>,
): void {
  if (dropped > 0)
    onNote?.({ code: "dropped", message: `${count(dropped, "instance")} with missing values were dropped` });
  if (lost > 0)
    onNote?.({
      code: "lost-bags",
      message: `${count(lost, "bag was", "bags were")} lost: all instances had missing values`,
    });
  if (zeros > 0)
    onNote?.({ code: "imputed", message: `${count(zeros, "missing value was", "missing values were")} read as 0` });
  if (imputed > 0)
    onNote?.({
      code: "imputed",
      message: `missing values of ${count(imputed, "instance")} were replaced by the feature's median${medians === undefined ? "" : " in the training bags"}`,
    });
}
