/** The instance that best explains the score of its bag. */
export interface Witness {
  /** The index of the instance in the bag, from 0. */
  readonly instance: number;
  /** The row in `bags.data`. */
  readonly row: number;
  /**
   * How much the score falls without the instance, g(X) - g(X without x). Can be negative, if every
   * instance lowers the score. For a learner that scores instances, the score of the instance. For
   * a bag of one instance, the score of the bag.
   */
  readonly contribution: number;
  /**
   * Whether another instance contributes as much, up to rounding. Then this is the first of them.
   */
  readonly tied: boolean;
}

/**
 * Contributions that differ by less than this, relative to score and contributions, count as equal.
 * They are differences of scores and carry their rounding errors.
 */
const EQUAL = 1e-11;

/**
 * The instance with the largest contribution, the first in case of a tie, or the given key
 * instance.
 */
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
