/**
 * From so many trials on, a test may call a method the best. With five, Student's one-sided test at
 * 5 % notices a difference of 1.7 standard deviations four times in five; with two it takes 4, so
 * that "not found worse" would mean next to nothing. The paper has 20, which notice 0.8.
 */
export const ENOUGH_TRIALS = 5;

/** What so many trials of a cell cannot prove; empty if they are enough. */
export function fewTrials(trials: number): string {
  if (trials >= ENOUGH_TRIALS) return "";
  const few =
    trials === 1
      ? "One trial per cell tells nothing about chance: which method is ahead may change with the next seed."
      : `${trials} trials per cell prove little about a single cell: there, only very large differences can be told from chance.`;
  return `${few} Run at least ${ENOUGH_TRIALS}, better 20 (--trials 20).`;
}

/** Continues a sentence on bold faces. */
export function boldRule(trials: number): string {
  const rule = `, in cells of at least ${ENOUGH_TRIALS} trials`;
  return trials < ENOUGH_TRIALS ? `${rule} (so none of ours is bold here)` : rule;
}
