/** Scores of all bags, and their indices by falling score; ties by index. */
export interface Scored {
  readonly values: Float64Array;
  readonly order: Uint32Array;
}

/** The scores with their order. */
export function scored(values: Float64Array): Scored {
  return { values, order: Uint32Array.from(values.keys()).sort((i, j) => values[j] - values[i] || i - j) };
}

/** A range of scores with one ratio: from the previous range down to the score `low`. */
export interface RatioStep {
  readonly low: number;
  /** The shares of the positive sample and of the mixture sample in this range. */
  readonly positive: number;
  readonly mixture: number;
}

/**
 * The ratio of two weighted samples as a function that never falls with the score: the slopes of
 * the least concave majorant of (share of the mixture above, share of the positives above). This is
 * the least-squares monotone ratio. Steps go from high scores to low ones. Pool adjacent violators
 * (Ayer et al. 1955), one pass over the sorted scores.
 *
 * Equal scores are merged before pooling, so their order does not matter. Bags with weight 0 in
 * both samples are skipped. Without any weight there are no steps.
 */
export function monotoneSteps({ values, order }: Scored, positive: Float64Array, mixture: Float64Array): RatioStep[] {
  const steps: { low: number; positive: number; mixture: number }[] = [];
  let all = 0;
  let allMixture = 0;
  for (let at = 0; at < order.length; ) {
    const step = { low: values[order[at]], positive: 0, mixture: 0 };
    do {
      step.positive += positive[order[at]];
      step.mixture += mixture[order[at]];
      at++;
    } while (at < order.length && values[order[at]] === step.low);
    if (step.positive === 0 && step.mixture === 0) continue;
    all += step.positive;
    allMixture += step.mixture;
    for (let last = steps.at(-1); last !== undefined; last = steps.at(-1)) {
      if (last.positive * step.mixture > step.positive * last.mixture) break;
      step.positive += last.positive;
      step.mixture += last.mixture;
      steps.pop();
    }
    steps.push(step);
  }
  return steps.map(({ low, positive: p, mixture: m }) => ({
    low,
    positive: all > 0 ? p / all : 0,
    mixture: allMixture > 0 ? m / allMixture : 0,
  }));
}

/** The step of a score; a score below all steps belongs to the last one. */
export function stepAt(steps: readonly RatioStep[], score: number): RatioStep {
  let low = 0;
  let high = steps.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle].low <= score) high = middle;
    else low = middle + 1;
  }
  return steps[low];
}
