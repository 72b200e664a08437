// The belief of a trial, and the lower bound that the option labelledHow makes of it.
const CELLS = 200;
const POINTS = Array.from({ length: CELLS }, (_, k) => (k + 0.5) / CELLS);
/** As in src/prior/belief/trust.ts. */
const FAIR = 0.25;
/** As in src/prior/belief/belief.ts: the density of the prior before anything is seen is pi to this power. */
const START = -0.2;

/** The belief about the prior as the training had it. */
export function beliefOf({ ll: weights }) {
  if (weights.length !== CELLS) throw new Error(`the belief has ${weights.length} points, not ${CELLS}`);
  return { points: POINTS, weights };
}

/** The 5 % quantile of the belief if the easiest were labelled, with the truth. */
export function lowerBound(record) {
  const { points, weights } = beliefOf(record);
  const start = points.map((pi) => pi ** START);
  const fair = weights.map((weight, i) => weight / start[i]);
  let best = 0;
  const more = fair.map((value) => {
    best = Math.max(best, value);
    return best;
  });
  const sum = (values) => values.reduce((a, b) => a + b, 0);
  const joint = fair.map((value, i) => start[i] * ((FAIR * value) / sum(fair) + ((1 - FAIR) * more[i]) / sum(more)));
  const total = sum(joint);
  let below = 0;
  const cell = joint.findIndex((value) => {
    below += value / total;
    return below >= 0.05;
  });
  return { low: (cell + 1 - ((below - 0.05) * total) / joint[cell]) / CELLS, truth: record.truth };
}
