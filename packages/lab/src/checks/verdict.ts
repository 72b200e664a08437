/** From this mean AUC on, and this share of raised bags, a method respects the assumption. */
export const RESPECTS = 0.9;
/** Down to this mean AUC, that of guessing, a method breaks it. */
export const BREAKS = 0.5;
/** A method with less on test bags drawn as in training has not learned enough to be judged. */
export const LEARNED = 0.75;

/**
 * `respects` and `breaks` the assumption that one positive instance makes a bag positive; `weak`
 * between them; `unclear` if it did not learn what it was trained on, so that nothing can be said.
 */
export type Verdict = "respects" | "weak" | "breaks" | "unclear";

/** The figures of a method in a check, as means over repeats. */
export interface CheckFigures {
  /** The AUC on test bags drawn as in training. */
  readonly own: number;
  /** The AUCs on test bags in which what is no evidence changed sides; may be empty. */
  readonly changed: readonly number[];
  /** The share of negative bags that a positive instance raised; null where that is not measured. */
  readonly raised: number | null;
}

/** The verdict on a method in one check, by its lowest AUC where something changed. */
export function verdictOf({ own, changed, raised }: CheckFigures): Verdict {
  if (changed.length > 0 && own < LEARNED) return "unclear";
  const least = changed.length === 0 ? own : Math.min(...changed);
  if (least <= BREAKS) return "breaks";
  return least >= RESPECTS && (raised === null || raised >= RESPECTS) ? "respects" : "weak";
}
