// The mixture of two normal distributions of held-out scores, from docs/mathematics.md: all pairs of distributions in
// a list, all sums in full.

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const clamped = (value, most, least = -most) => Math.min(most, Math.max(least, value));
const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const logit = (p) => Math.log(p / (1 - p));
/** log sum exp. */
export function logSum(values) {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}
/** log N(s; m, v), without the constant. */
const logNormal = (s, m, v) => -((s - m) ** 2) / (2 * v) - Math.log(v) / 2;

/** The share of positives among unlabeled bags: in a single set the prior is that of all bags. */
export function unlabeledShare(pi, { singleSet, sizes: [positive, unlabeled, negative] }) {
  const all = positive + unlabeled + negative;
  return singleSet ? clamped((pi * all - positive) / unlabeled, 1, 0) : pi;
}

/** Scores in units of the unlabeled ones, what each kind counts, and 750 pairs of distributions. */
export function mixture({ positive, unlabeled, negative, distinct, singleSet }) {
  const centre = mean(unlabeled);
  const scale = Math.sqrt(mean(unlabeled.map((s) => (s - centre) ** 2)));
  const standard = (s) => (s - centre) / scale;
  // Unlabeled scores count in the middles of 60 bins from -4 to 6, outliers in the outermost.
  const bin = (s) => clamped(Math.floor((standard(s) + 4) * 6), 59, 0);
  const of = {
    positive: positive.map((s) => clamped(standard(s), 1e3)),
    unlabeled: unlabeled.map((s) => -4 + (bin(s) + 0.5) / 6),
    negative: negative.map((s) => clamped(standard(s), 6 - 1e-9, -4 + 1e-9)),
  };
  const enough = Math.min(1, (positive.length * distinct.positive) / 10) ** 2;
  const power = 0.4 * Math.min(distinct.unlabeled, 250 / unlabeled.length) * enough;
  const trustN = Math.min(distinct.negative, 250 / Math.max(1, negative.length));
  const shown = Math.max(1, positive.length * Math.min(distinct.positive, 40 / positive.length));
  return {
    centre,
    scale,
    power,
    unlabeled: of.unlabeled,
    singleSet,
    sizes: [positive.length, unlabeled.length, negative.length],
    scores: [...positive, ...unlabeled, ...negative],
    pairs: pairsOf(of, shown, trustN),
  };
}

function pairsOf({ positive, negative }, shown, trustN) {
  const n = positive.length;
  const m = mean(positive);
  const v = n > 1 ? (mean(positive.map((s) => (s - m) ** 2)) * n) / (n - 1) : 1;
  const error = Math.max(Math.sqrt(v), 0.3) / Math.sqrt(shown);
  const logV = Math.log(Math.max((n * v + 3) / (n + 3), 0.1));
  const logError = Math.sqrt(2 / (shown + 3));
  const separations = [0.1, 0.3, 0.5, 0.75, 1, 1.3, 1.65, 2.1, 2.7, 3.4];
  // Each separation stands for the range up to the middles between its neighbours, the ends for twice their half.
  const width = (k) => {
    const last = separations.length - 1;
    if (k === 0) return separations[1] - separations[0];
    return k === last ? separations[k] - separations[k - 1] : (separations[k + 1] - separations[k - 1]) / 2;
  };
  const pairs = [];
  for (const a of [-1.5, -0.75, 0, 0.75, 1.5])
    for (const b of [-1, 0, 1])
      for (const [k, separation] of separations.entries())
        for (const c of [-0.4, -0.2, 0, 0.2, 0.4]) {
          const mP = m + a * error;
          const vP = Math.exp(logV + b * logError);
          const vN = vP * Math.exp(c);
          const mN = mP - separation * Math.sqrt((vP + vN) / 2);
          const seen = negative.reduce((sum, s) => sum + logNormal(s, mN, vN), 0);
          const believed = Math.log(width(k)) - (a * a + b * b + (separation / 0.8) ** 2 + (c / 0.2) ** 2) / 2;
          pairs.push({ mP, vP, mN, vN, logWeight: believed + trustN * seen });
        }
  return pairs;
}

/** log w_k + the log-likelihood of the unlabeled scores for each pair k, if this share of them is positive. */
export function pairLogs({ pairs, unlabeled, power }, given) {
  const share = clamped(given, 1 - 1e-5, 1e-5);
  const counts = new Map();
  for (const s of unlabeled) counts.set(s, (counts.get(s) ?? 0) + 1);
  return pairs.map(({ mP, vP, mN, vN, logWeight }) => {
    let sum = 0;
    for (const [s, count] of counts) {
      const [p, q] = [Math.log(share) + logNormal(s, mP, vP), Math.log(1 - share) + logNormal(s, mN, vN)];
      sum += count * (Math.max(p, q) + Math.log1p(Math.exp(-Math.abs(p - q))));
    }
    return logWeight + power * sum;
  });
}

/** The same for a prior. */
export const logsAt = (model, pi) => pairLogs(model, unlabeledShare(pi, model));

/** log L(pi) from log L_0 at points of the grid: an unknown share of the negatives looks like positives. */
export function withLookalikes(pi, points, logAt) {
  // Between points of the grid, straight lines.
  const at = (share) => {
    const place = clamped(share * points - 0.5, points - 1, 0);
    const below = Math.min(points - 2, Math.floor(place));
    const part = place - below;
    return (1 - part) * logAt(below) + (part === 0 ? 0 : part * logAt(below + 1));
  };
  const shares = [
    [0, 0.4],
    [0.02, 0.2],
    [0.05, 0.2],
    [0.1, 0.2],
  ];
  return logSum(shares.map(([share, weight]) => Math.log(weight) + at(pi + (1 - pi) * share)));
}

/** log of the ratio of densities of a pair, constant beyond the vertex of the parabola and within 300. */
function logRatio({ mP, vP, mN, vN }, s) {
  const curvature = (1 / vN - 1 / vP) / 2;
  let x = s;
  if (Math.abs(curvature) > 1e-9) {
    const vertex = (mN / vN - mP / vP) / (2 * curvature);
    x = curvature > 0 ? Math.max(s, vertex) : Math.min(s, vertex);
  }
  return clamped(logNormal(x, mP, vP) - logNormal(x, mN, vN), 300);
}

/** Pairs and priors that weigh less are left out. */
const LEAST = 1e-6;

/**
 * The log-odds of being positive at each knot, for these priors with their weights and log-likelihoods of pairs. `lost`:
 * how much it changes by what weighs so nearly `LEAST` that an error of `off` in a logarithm decides.
 */
export function logOdds(model, knots, priors, off) {
  const joint = priors.map(({ weight, logs }) => {
    const total = logSum(logs);
    return logs.map((value) => weight * Math.exp(value - total));
  });
  const unsure = (value, least) => Math.abs(value - least) <= least * (Math.expm1(off) + 1e-9);
  const used = priors.map(({ weight }) => weight > LEAST / priors.length);
  const unsurePrior = priors.map(({ weight }) => unsure(weight, LEAST / priors.length));
  const totals = model.pairs.map((_, k) => joint.reduce((sum, row, i) => sum + (used[i] ? row[k] : 0), 0));
  const parts = model.pairs.map((_, k) =>
    priors
      .map(({ pi }, i) => ({
        odds: logit(pi),
        weight: joint[i][k],
        kept: used[i] && totals[k] >= LEAST,
        unsure: unsurePrior[i] || unsure(totals[k], LEAST),
      }))
      .filter((part) => part.kept || part.unsure),
  );
  return knots.map((knot) => {
    const sums = { positive: 0, negative: 0, lostPositive: 0, lostNegative: 0 };
    for (const [k, pair] of model.pairs.entries()) {
      const ratio = logRatio(pair, (knot - model.centre) / model.scale);
      for (const part of parts[k]) {
        const [positive, negative] = [sigmoid(part.odds + ratio), sigmoid(-part.odds - ratio)];
        if (part.kept) sums.positive += part.weight * positive;
        if (part.kept) sums.negative += part.weight * negative;
        if (part.unsure) sums.lostPositive += part.weight * positive;
        if (part.unsure) sums.lostNegative += part.weight * negative;
      }
    }
    const { positive, negative, lostPositive, lostNegative } = sums;
    const lost = [lostPositive / positive, lostNegative / negative].map((share) =>
      share < 1 ? -Math.log1p(-share) : Infinity,
    );
    return { value: Math.log(positive) - Math.log(negative), lost: lost[0] + lost[1] };
  });
}
