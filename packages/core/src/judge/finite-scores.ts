import { InputError } from "../base/errors.js";

/** Throws an InputError for the first bag whose score is not a finite number: it has no place in an order. */
export function checkFiniteScores(bags: readonly { readonly bag: string; readonly score: number }[]): void {
  const strange = bags.find(({ score }) => !Number.isFinite(score));
  if (strange === undefined) return;
  throw new InputError({
    code: "score-not-finite",
    message: `the score is ${strange.score}`,
    remedy: "Leave out bags with very large values.",
    where: { bag: strange.bag },
  });
}
