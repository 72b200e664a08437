/** The instance that best explains the score of its bag. */
export interface Witness {
  /** The index of the instance in the bag, from 0. */
  readonly instance: number;
  /** The row in `bags.data`. */
  readonly row: number;
  /**
   * g(X) - g(X without x), negative if every instance lowers the score; the score of the instance
   * for a learner that scores instances, that of the bag for a bag of one.
   */
  readonly contribution: number;
  /** Whether another contributes as much, up to rounding: this is the first of them. */
  readonly tied: boolean;
}

/** Contributions are differences of scores and carry their rounding errors: relative to both. */
const EQUAL = 1e-11;

/** The largest contribution, the first in case of a tie, or the given key instance. */
export function witnessOf(contributions: Float64Array, score: number, key?: number): Omit<Witness, "row"> {
  let most = key ?? 0;
  let scale = Math.abs(score);
  for (let i = 0; i < contributions.length; i++) {
    if (key === undefined && contributions[i] > contributions[most]) most = i;
    scale = Math.max(scale, Math.abs(contributions[i]));
  }
  const like = (value: number) => Math.abs(value - contributions[most]) <= EQUAL * scale;
  const instance = key ?? contributions.findIndex(like);
  const contribution = contributions[instance];
  const tied = contributions.some((value, i) => i !== instance && like(value));
  return { instance, contribution, tied };
}
