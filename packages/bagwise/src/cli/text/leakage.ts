import type { BagSet } from "../../bags/bag-set.js";
import { count } from "../../base/errors.js";
import type { TrainingMatch } from "../../evaluation/training-match.js";
import { titled } from "./style.js";

/** The ids of bags that the model has seen, for programs. Null where nothing is known. */
export function leakedBags(bags: BagSet, { trainedOn, near }: TrainingMatch) {
  const ids = (numbers: readonly number[] | null) => numbers?.map((i) => bags.idOf(i)) ?? null;
  return { trainedOn: ids(trainedOn), nearCopies: ids(near) };
}

/** The measures on the bags that are new to the model, for people. */
export function freshLines({
  bags,
  ...measures
}: { readonly bags: number } & Readonly<Record<string, number>>): string[] {
  const named = Object.entries(measures).map(
    ([name, value]) => `${name === "auc" ? "AUC" : name} ${Number.isNaN(value) ? "unknown" : value.toFixed(3)}`,
  );
  return titled("New to it", `on the ${count(bags, "bag")} that the model has not seen: ${named.join(", ")}`);
}
