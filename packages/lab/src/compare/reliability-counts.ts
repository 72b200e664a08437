/** How many equal ranges of probabilities are told apart. */
export const BINS = 10;

/**
 * How the probabilities of test bags came true, as counts: enough for a reliability diagram of many trials. In bin k,
 * of ten, are probabilities from k/10 to below (k + 1)/10; 1 is in the last.
 */
export interface ReliabilityCounts {
  readonly bags: readonly number[];
  /** How many of them are positive. */
  readonly positive: readonly number[];
  /** The sum of their probabilities. */
  readonly said: readonly number[];
  /** The mean squared error of the probabilities. */
  readonly brier: number;
}

/** Counts the bags of one trial by their probability; at least one bag. Costs O(bags). */
export function reliabilityCounts(bags: readonly { probability: number; positive: boolean }[]): ReliabilityCounts {
  const zeros = () => new Array<number>(BINS).fill(0);
  const found = { bags: zeros(), positive: zeros(), said: zeros() };
  let squares = 0;
  for (const { probability, positive } of bags) {
    const truth = positive ? 1 : 0;
    const bin = Math.min(BINS - 1, Math.floor(BINS * probability));
    found.bags[bin] += 1;
    found.positive[bin] += truth;
    found.said[bin] += probability;
    squares += (probability - truth) ** 2;
  }
  return { ...found, brier: squares / bags.length };
}
