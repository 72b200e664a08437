// One trial: label some positives of a set, train, and keep what the training found.

import { auto } from "bagwise";
import { random } from "bagwise/bags";
import { auc } from "bagwise/evaluation";
import { statisticsOf } from "bagwise/kernels";
import { mean } from "../../../scripts/tables.mjs";

/**
 * How strongly labels prefer easy positives: a positive is labelled with odds exp(strength x ease),
 * the ease in standard deviations. Infinity labels exactly the easiest ones, and -Infinity the hardest.
 * With `cluster`, a positive drawn at random is labelled, and those whose means are closest to its own.
 */
export const SELECTIONS = [
  { name: "fair", strength: 0 },
  { name: "mild", strength: 0.5 },
  { name: "medium", strength: 1 },
  { name: "strong", strength: 2 },
  { name: "easiest", strength: Number.POSITIVE_INFINITY },
  { name: "hard", strength: -1 },
  { name: "hardest", strength: Number.NEGATIVE_INFINITY },
  { name: "one cluster", cluster: true },
];

/** Of fair labels alone, where positives are rare. */
export const FAIR = SELECTIONS.slice(0, 1);

/** Simulations behind the intervals of measures. */
const BOOTSTRAP = 200;

/** The positives to label. */
function labelled(pool, { cluster = false, strength }, { labeled, seed }) {
  const positive = pool.truth.flatMap((is, i) => (is ? [i] : []));
  const generator = random(seed * 7 + 1);
  const key = cluster ? closeness(pool.bags, positive, generator) : preference(pool, positive, strength, generator);
  return new Set(positive.sort((i, j) => key.get(j) - key.get(i)).slice(0, labeled));
}

/** strength x ease + Gumbel noise: the largest of these are draws with such odds. */
function preference({ ease }, positive, strength, generator) {
  const centre = mean(positive.map((i) => ease[i]));
  const spread = Math.sqrt(mean(positive.map((i) => (ease[i] - centre) ** 2))) || 1;
  return new Map(
    positive.map((i) => {
      const noise = -Math.log(-Math.log(generator.uniform() + 1e-300));
      const z = (ease[i] - centre) / spread;
      return [i, Number.isFinite(strength) ? strength * z + noise : Math.sign(strength) * z];
    }),
  );
}

/** How close the mean of each positive bag is to that of one of them, each feature in its standard deviations. */
export function closeness(bags, positive, generator) {
  const { rows, cols, data } = statisticsOf("mean", bags);
  const column = (j) => Array.from({ length: rows }, (_, i) => data[i * cols + j]);
  const scales = Array.from({ length: cols }, (_, j) => {
    const values = column(j);
    const centre = mean(values);
    return Math.sqrt(mean(values.map((value) => (value - centre) ** 2))) || Number.POSITIVE_INFINITY;
  });
  const first = positive[generator.below(positive.length)];
  const squares = (i) =>
    scales.reduce((sum, scale, j) => sum + ((data[i * cols + j] - data[first * cols + j]) / scale) ** 2, 0);
  return new Map(positive.map((i) => [i, -squares(i)]));
}

/**
 * What a training on selected labels believes about the prior, and about its measures beside what they are
 * on the unlabeled bags; held-out scores of labelled (P) and unlabeled (U) bags; the truth (T), the
 * scores (S) and the probabilities (Q) of the unlabeled ones.
 */
export async function trial(set, pool, selection, seed) {
  const { bags, truth } = pool;
  const chosen = labelled(pool, selection, { labeled: set.labeled, seed });
  const ids = bags.ids();
  const labels = ids.map((_, i) => (chosen.has(i) ? "positive" : "unlabeled"));
  const model = await auto({ bootstrap: BOOTSTRAP }).fit(bags.withLabels(labels));
  const rows = ids.flatMap((_, i) => (chosen.has(i) ? [] : [i])).sort((a, b) => (ids[a] < ids[b] ? -1 : 1));
  const { value, low, high, belief } = model.card.prior;
  const top = rows
    .map((row, k) => ({ row, score: model.heldOut.unlabeled[k] }))
    .sort((a, b) => b.score - a.score)
    .slice(0, chosen.size);
  const drift = await aucOfFit(
    bags,
    [...chosen],
    top.map(({ row }) => row),
  );
  const predictions = model.predict(bags.subset(rows));
  return {
    set: set.name,
    strength: selection.name,
    seed,
    truth: rows.filter((i) => truth[i]).length / rows.length,
    value,
    low,
    high,
    notes: model.card.notes.map(({ code }) => code),
    P: Array.from(model.heldOut.positive),
    U: Array.from(model.heldOut.unlabeled),
    T: rows.map((i) => (truth[i] ? 1 : 0)),
    S: predictions.map(({ score }) => score),
    Q: predictions.map(({ probability }) => probability),
    ll: Array.from(belief.weights),
    measures: measuresOf(
      model,
      rows.map((i) => truth[i]),
    ),
    drift,
  };
}

/** What the model says of its AUC and recall, and what they are among the unlabeled bags, all held out. */
function measuresOf({ card, heldOut }, truth) {
  const scores = heldOut.unlabeled;
  const found = truth.filter((is, k) => is && scores[k] >= 0).length;
  const real = {
    auc: auc(
      scores,
      Int8Array.from(truth, (is) => (is ? 1 : -1)),
    ),
    recall: found / truth.filter(Boolean).length,
  };
  return Object.fromEntries(
    Object.entries(real).map(([name, truth]) => {
      const { value, low, high } = card.measures[name];
      return [name, { value, low, high, truth }];
    }),
  );
}

/** The held-out AUC of a fit of labelled bags against the unlabeled ones with the highest scores. */
async function aucOfFit(bags, positive, others) {
  const labels = [...positive.map(() => "positive"), ...others.map(() => "unlabeled")];
  const { heldOut } = await auto({ bootstrap: 0 }).fit(bags.subset([...positive, ...others]).withLabels(labels));
  let above = 0;
  for (const p of heldOut.positive) for (const u of heldOut.unlabeled) above += p > u ? 1 : p === u ? 0.5 : 0;
  return above / (heldOut.positive.length * heldOut.unlabeled.length);
}
