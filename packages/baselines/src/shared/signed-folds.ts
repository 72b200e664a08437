import type { Label } from "@bagwise/core/bags";
import { type Folds, type SignedBags, trainingFolds } from "@bagwise/core/training";

/** Folds over bags that are positive or not; undefined if nothing can be held out. */
export function signedFolds(
  { bags, signs }: Pick<SignedBags, "bags" | "signs">,
  options: { readonly folds: number | undefined; readonly seed: number },
): Folds | undefined {
  const labels = Array.from(signs, (sign): Label => (sign > 0 ? "positive" : "unlabeled"));
  return trainingFolds(bags.withLabels(labels), options);
}
