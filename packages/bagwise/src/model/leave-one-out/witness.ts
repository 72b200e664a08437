/** The instance that a bag's score is owed to. */
export interface Witness {
  /** From 0 in the bag. */
  readonly instance: number;
  /** The row in `bags.data`. */
  readonly row: number;
  /**
   * How much the score falls without the instance, g(X) - g(X without x): it may be below 0, when
   * every instance speaks against. For a learner that scores instances the score of the instance;
   * for a bag of one instance the score of the bag.
   */
  readonly contribution: number;
  /**
   * Whether another instance contributes as much, but for rounding; then this is the first of them.
   */
  readonly tied: boolean;
}

/**
 * Contributions that differ by less, relative to score and contributions, are equal: they are
 * differences of scores and have their rounding.
 */
const EQUAL = 1e-11;

/** The instance that contributes most, the first of equals; or the given key instance. */
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
