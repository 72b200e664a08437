import { exp, log } from "../../base/portable-math.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import type { MixtureParameters } from "./parameters.js";
import type { StandardScores } from "./standard-scores.js";

/**
 * The log-odds are computed at standardised scores from -5 to 8. Between -1 and 1, straight lines
 * between the knots were off by at most 0.023, mostly below 0.01.
 */
const FIRST = -5;
const LAST = 8;
const STEP = 0.25;
/** Pairs of distributions and priors with less weight are left out. */
const NEGLIGIBLE = 1e-6;
/** The log-odds between two distributions stay within this, so that no exponential overflows. */
const GREATEST_RATIO = 300;
/** The log-odds rise at least by this between knots, so that different scores stay different. */
const LEAST_RISE = 1e-9;

/**
 * The log-odds of being positive as a function of the raw score, linear between knots. Both arrays
 * rise strictly, and all values are finite.
 */
export interface ScoreLink {
  readonly knots: Float64Array;
  readonly values: Float64Array;
}

/**
 * log(p / (1 - p)) at each knot, where p is the mean of sigmoid(log-likelihood ratio + log(pi / (1
 * - pi))) over the prior and the pairs of distributions. `posterior` is the belief after the
 * evidence. `weights` are those of the pairs given each of its points, as in `Joint`, and `rowOf`
 * gives the row of a point. Costs points x pairs x 53 divisions.
 */
export function mixtureLink(
  scores: StandardScores,
  parameters: MixtureParameters,
  { posterior, weights, rowOf }: { posterior: PriorBelief; weights: Float64Array; rowOf: (i: number) => number },
): ScoreLink {
  const knots = linkKnots(scores);
  const standardised = knots.map((knot) => (knot - scores.centre) / scores.scale);
  const used = [...posterior.points.keys()].filter((i) => posterior.weights[i] > NEGLIGIBLE / posterior.points.length);
  const row = Uint32Array.from(used, rowOf);
  const prior = Float64Array.from(used, (i) => posterior.points[i]);
  const rest = prior.map((pi) => 1 - pi);
  const weight = Float64Array.from(used, (i) => posterior.weights[i]);
  const joint = new Float64Array(used.length);
  const [positive, negative] = [new Float64Array(knots.length), new Float64Array(knots.length)];
  for (let k = 0; k < parameters.size; k++) {
    let total = 0;
    for (let i = 0; i < used.length; i++) total += joint[i] = weight[i] * weights[row[i] * parameters.size + k];
    if (total < NEGLIGIBLE) continue;
    for (let knot = 0; knot < knots.length; knot++) {
      const logOdds = logRatio(parameters, k, standardised[knot]);
      const above = logOdds >= 0;
      // The rest belongs to the other class. In this order no digits are lost.
      const lesser = above
        ? lesserPart(joint, rest, prior, exp(-logOdds))
        : lesserPart(joint, prior, rest, exp(logOdds));
      positive[knot] += above ? total - lesser : lesser;
      negative[knot] += above ? lesser : total - lesser;
    }
  }
  const values = positive.map((part, knot) => log(part) - log(negative[knot]));
  for (let knot = 1; knot < values.length; knot++) values[knot] = Math.max(values[knot], values[knot - 1] + LEAST_RISE);
  return { knots, values };
}

/**
 * The part of the class with the lower density, which is `ratio` of the other one, summed over the
 * priors. Kept small, because engines optimise small functions sooner.
 */
function lesserPart(joint: Float64Array, ofLesser: Float64Array, ofGreater: Float64Array, ratio: number): number {
  let sum = 0;
  for (let i = 0; i < joint.length; i++) {
    const lesser = ratio * ofLesser[i];
    sum += (joint[i] * lesser) / (ofGreater[i] + lesser);
  }
  return sum;
}

/** The knots as raw scores. Held-out scores beyond the range add a knot at each end. */
function linkKnots({ centre, scale, least, greatest }: StandardScores): Float64Array {
  const inner = Array.from({ length: (LAST - FIRST) / STEP + 1 }, (_, k) => centre + scale * (FIRST + k * STEP));
  return Float64Array.from([
    ...(least < inner[0] ? [least] : []),
    ...inner,
    ...(greatest > inner[inner.length - 1] ? [greatest] : []),
  ]);
}

/**
 * log P(x) - log N(x) of the k-th pair. With different variances it is a parabola. Beyond its
 * vertex it stays constant, so that a higher score never counts against a bag.
 */
function logRatio({ meanP, varianceP, meanN, varianceN }: MixtureParameters, k: number, score: number): number {
  const mP = meanP[k];
  const vP = varianceP[k];
  const mN = meanN[k];
  const vN = varianceN[k];
  const curvature = (1 / vN - 1 / vP) / 2;
  let x = score;
  if (Math.abs(curvature) > 1e-9) {
    const vertex = (mN / vN - mP / vP) / (2 * curvature);
    x = curvature > 0 ? Math.max(x, vertex) : Math.min(x, vertex);
  }
  const ratio = (x - mN) ** 2 / (2 * vN) - (x - mP) ** 2 / (2 * vP) + log(vN / vP) / 2;
  return Math.min(GREATEST_RATIO, Math.max(-GREATEST_RATIO, ratio));
}
