import {
  logOdds,
  logSum,
  logsAt,
  mixture,
  risen,
  termsOfPoint,
  termsOnGrid,
  unlabeledShare,
  withLookalikes,
} from "../oracles/mixture.mjs";

/** Held-out scores of positive, unlabeled and perhaps known negative bags, and what is believed of the prior. */
export function draw({ between, pick, chance, column, uniform, below }) {
  const scales = [1, 1, 1e-3, 1e3, 1e-60, 1e60];
  const scores = (size) => column(size, { offsets: [0, 0, 1, -2, 30], scales: [1] });
  const scale = pick(scales);
  const scaled = (size) => scores(size).map((score) => score * scale);
  const share = () => pick([1, 1, 1, 0.5 + uniform() / 2]);
  const first = below(195);
  return {
    positive: scaled(pick([1, 2, 5, between(3, 12), 60])),
    unlabeled: scaled(chance(0.05) ? 300 : pick([1, 2, between(3, 10), between(10, 30)])),
    negative: chance(0.3) ? scaled(between(1, 6)) : [],
    distinct: { positive: share(), unlabeled: share(), negative: share() },
    singleSet: chance(0.3),
    points: [pick([1e-6, 0.5, 1 - 1e-6]), uniform() * 0.98 + 0.01],
    /** A range of the grid of priors. */
    reference: below(200),
    everywhere: chance(0.003),
    range: [first / 200, (first + between(1, 4)) / 200],
    doubt: pick([0, 0, 0, 0, uniform(), 1]),
  };
}

/** Of what the oracle sees, one number a little larger. */
export const nudged = (problem) => ({
  ...problem,
  positive: problem.positive.map((score) => score + 1e-6 * Math.max(...problem.unlabeled.map(Math.abs))),
});

export function compare(problem, product, comparison, seen = problem) {
  const given = {
    positive: Float64Array.from(problem.positive),
    unlabeled: Float64Array.from(problem.unlabeled),
    negative: Float64Array.from(problem.negative),
    scenario: problem.singleSet ? "single-set" : "case-control",
  };
  const found = product.scoreMixture(given, { distinct: problem.distinct, doubt: problem.doubt });
  const spread = Math.max(...problem.unlabeled) - Math.min(...problem.unlabeled);
  const largest = Math.max(...[problem.positive, problem.unlabeled, problem.negative].flat().map(Math.abs));
  if (!(spread > 1e-11 * largest)) {
    comparison.holds("equal scores say nothing", found.notes.length === 1 && found.logLikelihood.every((v) => v === 0));
    return;
  }
  const model = mixture(seen);
  const { doubt } = problem;
  const grid = product.BELIEF_GRID;
  // Points are exact.
  for (const pi of problem.points) {
    const how = { doubt, prior: pi, exact: true, bound: 0, why: "a weight of a millionth" };
    compareLink(found.link(product.pointBelief(pi)), comparison, model, termsOfPoint(pi, model), how);
  }

  // The product interpolates between 41 priors: its polynomials are off by no more than this.
  const worst = Math.max(...grid.map((pi) => interpolationError(model, grid, pi)));
  const why = "polynomials between 41 priors";
  const known = new Map();
  const logs = (place) => {
    if (!known.has(place)) known.set(place, logsAt(model, grid[place]));
    return known.get(place);
  };
  const told = (place) => withLookalikes(grid[place], grid.length, (k) => logSum(logs(k)));
  const logLikelihood = doubted(told, doubt, grid);
  // Its largest value is 0 if nothing is in doubt, so only differences matter.
  const [from, foundFrom] =
    doubt === 0 ? [logLikelihood(problem.reference), found.logLikelihood[problem.reference]] : [0, 0];
  const places = grid.flatMap((pi, place) =>
    problem.everywhere || (pi > problem.range[0] && pi < problem.range[1]) ? [place] : [],
  );
  const own = places.map((place) => logLikelihood(place) - from);
  const seenOf = places.map((place) => found.logLikelihood[place] - foundFrom);
  comparison.all("log-likelihood", seenOf, own, { unit: 1, bound: 2 * worst, why });

  if (places.length === 1) return;
  const [low, high] = problem.everywhere ? [0, 1] : problem.range;
  const belief = product.withRange(product.flatBelief(), { low, high });
  const how = { unit: 1, bound: Math.expm1(4 * worst), why };
  comparison.all("belief", found.posterior(belief).weights, shares(own), how);
  const weights = shares(places.map(told));
  const terms = places.flatMap((place, i) => termsOnGrid({ pi: grid[place], weight: weights[i] }, grid, logs));
  const prior = places.reduce((sum, place) => sum + grid[place] / places.length, 0);
  compareLink(found.link(belief), comparison, model, terms, { doubt, prior, exact: false, bound: 16 * worst, why });
}

/** The parts of each in the sum of exponentials. */
export function shares(logs) {
  const total = logSum(logs);
  return logs.map((log) => Math.exp(log - total));
}

/** log((1 - doubt) L / mean(L) + doubt), with the mean over a density proportional to pi^(-1/3). */
function doubted(log, doubt, grid) {
  if (doubt === 0) return log;
  if (doubt === 1) return () => 0;
  const start = shares(grid.map((pi) => -Math.log(pi) / 3));
  const mean = logSum(grid.map((_, place) => Math.log(start[place]) + log(place)));
  return (place) => Math.log((1 - doubt) * Math.exp(log(place) - mean) + doubt);
}

function compareLink({ knots, values }, comparison, model, terms, { bound, why, ...over }) {
  const { centre, scale, scores } = model;
  const inner = Array.from({ length: 53 }, (_, k) => centre + scale * (-5 + k / 4));
  const [least, greatest] = [Math.min(...scores), Math.max(...scores)];
  const expected = [...(least < inner[0] ? [least] : []), ...inner, ...(greatest > inner[52] ? [greatest] : [])];
  comparison.all("knot", knots, expected, { unit: scale });
  const found = logOdds(model, expected, terms, over, bound);
  const rising = risen(
    found.map(({ value }) => value),
    over,
  );
  // A shift for scores that tell nothing is off by as much as the value at an end.
  const most = Math.max(...found.map(({ lost }) => lost));
  for (const [k, { lost }] of found.entries()) {
    const off = over.doubt < 1 ? bound + lost : 2 * (bound + most);
    comparison.same(`log-odds ${k}`, values[k], rising[k], { unit: 1, bound: off, why });
  }
}

/**
 * In log-odds x of the share, the log-likelihood is power times a sum of softplus(x + a) - softplus(x), whose sixth
 * derivatives are at most 1/4 each. The polynomial through the six nearest of equally spaced nodes is off by at most
 * that of the sum over 6! times the product of the distances to these nodes.
 */
export function interpolationError(model, grid, pi) {
  const { power, unlabeled } = model;
  const oddsOf = (each) => {
    const share = Math.min(1 - 1e-5, Math.max(1e-5, unlabeledShare(each, model)));
    return Math.log(share / (1 - share));
  };
  const [low, high] = [oddsOf(grid[0]), oddsOf(grid.at(-1))];
  const steps = Math.ceil((high - low) / 0.3);
  const width = (high - low) / steps;
  const x = (oddsOf(pi) - low) / width;
  const first = Math.min(steps - 5, Math.max(0, Math.ceil(x - 1e-9) - 3));
  let distances = 1;
  for (let k = 0; k < 6; k++) distances *= Math.abs(x - first - k);
  return (power * unlabeled.length * 0.5 * distances * width ** 6) / 720;
}
