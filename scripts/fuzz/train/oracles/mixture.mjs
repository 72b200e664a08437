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

/** Shares of negatives that look like positives: none, or the middles of parts of an exponential distribution. */
const LOOKALIKES = [[0, 0.1]];
const SHARES = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3];
const EDGES = [0, 0.015, 0.025, 0.04, 0.0625, 0.0875, 0.125, 0.175, 0.225, 0.275, 0.325];
for (const [k, share] of SHARES.entries()) {
  const [from, to] = [EDGES[k], EDGES[k + 1]].map((edge) => Math.exp(-edge / 0.15));
  LOOKALIKES.push([share, (0.9 * (from - to)) / (1 - Math.exp(-0.325 / 0.15))]);
}

/**
 * log(w_e L_0(s)) for each share e of look-alikes, where s = pi + (1 - pi) e looks positive. `places`: the rows to take
 * L_0(s) from, and how much of each.
 */
function byLookalikes(pi, placesOf, logAt) {
  return LOOKALIKES.map(([e, weight], k) => {
    const s = pi + (1 - pi) * e;
    const places = placesOf(s, k);
    return { s, places, log: Math.log(weight) + places.reduce((sum, [place, part]) => sum + part * logAt(place), 0) };
  });
}

/** Between points of the grid, straight lines. */
const onGrid = (points) => (s) => {
  const place = clamped(s * points - 0.5, points - 1, 0);
  const below = Math.min(points - 2, Math.floor(place));
  return [
    [below, 1 - (place - below)],
    [below + 1, place - below],
  ].filter(([, part]) => part > 0);
};

/** log L(pi) from log L_0 at points of the grid: an unknown share of the negatives looks like positives. */
export function withLookalikes(pi, points, logAt) {
  return logSum(byLookalikes(pi, onGrid(points), logAt).map(({ log }) => log));
}

/** What the log-odds are averaged over: the prior's share of what looks positive, for each row. */
function termsOf({ pi, weight }, found, rowOf) {
  const total = logSum(found.map(({ log }) => log));
  return found.flatMap(({ s, places, log }) =>
    places.map(([row, part]) => ({
      ...rowOf(row),
      row,
      truly: pi / s,
      weight: weight * Math.exp(log - total) * part,
    })),
  );
}

/** For a prior on the grid with this weight; `logsOf`: the logarithms of all pairs at a point of the grid. */
export function termsOnGrid(prior, grid, logsOf) {
  const found = byLookalikes(prior.pi, onGrid(grid.length), (row) => logSum(logsOf(row)));
  return termsOf(prior, found, (row) => ({ looking: grid[row], logs: logsOf(row) }));
}

/** For an exact prior: each share that looks positive has a row of its own. */
export function termsOfPoint(pi, model) {
  const rows = LOOKALIKES.map(([e]) => pi + (1 - pi) * e).map((looking) => ({ looking, logs: logsAt(model, looking) }));
  const found = byLookalikes(
    pi,
    (_, k) => [[k, 1]],
    (row) => logSum(rows[row].logs),
  );
  return termsOf({ pi, weight: 1 }, found, (row) => rows[row]);
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

/** Rows that weigh less are left out, and pairs in a row that weigh less by another ten-thousandth. */
const LEAST = 1e-6;

/**
 * The log-odds of being positive at each knot, over these terms, with the probability `doubt` that it is `prior` instead.
 * `lost`: how much it changes by what weighs so nearly as little as what is left out that an error of `off` in a
 * logarithm decides.
 */
export function logOdds(model, knots, terms, { doubt, prior }, off) {
  const numbers = [...new Set(terms.map(({ row }) => row))];
  const unsure = (value, least) => Math.abs(value - least) <= least * (Math.expm1(off) + 1e-9);
  const rows = numbers.map((row) => {
    const own = terms.filter((term) => term.row === row);
    const [{ looking, logs }] = own;
    const weight = own.reduce((sum, term) => sum + term.weight, 0);
    const truly = own.reduce((sum, term) => sum + term.weight * term.truly, 0) / weight;
    const heaviest = Math.max(...own.map((term) => term.weight));
    const total = logSum(logs);
    const least = LEAST / numbers.length;
    const [kept, open] = [heaviest > least, unsure(heaviest, least)];
    const pairs = logs.map((log) => {
      const joint = weight * Math.exp(log - total);
      return { joint, kept: kept && joint >= LEAST * 1e-4, unsure: open || (kept && unsure(joint, LEAST * 1e-4)) };
    });
    return { odds: logit(looking), truly, pairs };
  });
  return knots.map((knot) => {
    const sums = { positive: 0, negative: 0, lostPositive: 0, lostNegative: 0 };
    for (const [k, pair] of model.pairs.entries()) {
      const ratio = logRatio(pair, (knot - model.centre) / model.scale);
      for (const { odds, truly, pairs } of rows) {
        const { joint, kept, unsure } = pairs[k];
        if (!kept && !unsure) continue;
        const looks = sigmoid(odds + ratio);
        const [positive, negative] = [looks * truly, sigmoid(-odds - ratio) + looks * (1 - truly)];
        if (kept) sums.positive += joint * positive;
        if (kept) sums.negative += joint * negative;
        if (unsure) sums.lostPositive += joint * positive;
        if (unsure) sums.lostNegative += joint * negative;
      }
    }
    const { positive, negative, lostPositive, lostNegative } = sums;
    const lost = [lostPositive / positive, lostNegative / negative].map((share) =>
      share < 1 ? -Math.log1p(-share) : Infinity,
    );
    // If scores surely tell nothing, the log-odds only say what they suggest.
    const d = doubt < 1 ? doubt : 0;
    const [inP, inN] = [positive, negative].map((sum) => ((1 - d) * sum) / (positive + negative));
    return { value: Math.log(inP + d * prior) - Math.log(inN + d * (1 - prior)), lost: lost[0] + lost[1] };
  });
}

/** Log-odds that rise by a billionth from knot to knot, on the side of one half where the prior is if scores tell nothing. */
export function risen(values, { doubt, prior, exact }) {
  const found = [];
  for (const value of values) found.push(Math.max(value, (found.at(-1) ?? -Infinity) + 1e-9));
  if (doubt < 1 || exact) return found;
  const [first, last] = [found[0], found.at(-1)];
  const shift = prior < 0.5 - 1e-9 ? Math.min(0, -1e-9 - last) : Math.max(0, 1e-9 - first);
  return found.map((value) => value + shift);
}
