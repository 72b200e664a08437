import type { Label } from "../../bags/label.js";
import { type Folds, trainingFolds } from "./folds.js";
import type { SignedBags } from "./signed-bags.js";

/** Folds over bags that are positive or not; undefined if nothing can be held out. */
export function signedFolds(
  { bags, signs }: Pick<SignedBags, "bags" | "signs">,
  options: { readonly folds: number | undefined; readonly seed: number },
): Folds | undefined {
  const labels = Array.from(signs, (sign): Label => (sign > 0 ? "positive" : "unlabeled"));
  return trainingFolds(bags.withLabels(labels), options);
}
