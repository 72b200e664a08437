/**
 * What the prior, and everything that depends on it, assumes about the labels: positives were
 * selected completely at random (Elkan and Noto 2008). The option `labelledBias` of `studyPrior`, and `evaluateIfBiased`,
 * give a bound instead.
 */
export const FAIR_SAMPLE =
  "This assumes that the labelled positives are a fair sample of all positives; if you labelled the easiest ones, the prior is too low.";
