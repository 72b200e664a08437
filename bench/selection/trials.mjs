// One trial: label some positives of a set, train, and keep what the training found.
import { auto } from "bagwise";
import { random } from "bagwise/bags";

/**
 * How strongly labels prefer easy positives: a positive is labelled with odds exp(strength x ease),
 * the ease in standard deviations. Infinity labels exactly the easiest ones.
 */
export const SELECTIONS = [
  { name: "fair", strength: 0 },
  { name: "mild", strength: 0.5 },
  { name: "medium", strength: 1 },
  { name: "strong", strength: 2 },
  { name: "easiest", strength: Number.POSITIVE_INFINITY },
];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The positives to label: those with the largest of strength x ease + Gumbel noise. */
function labelled({ truth, ease }, { labeled, strength, seed }) {
  const positive = truth.flatMap((is, i) => (is ? [i] : []));
  const centre = mean(positive.map((i) => ease[i]));
  const spread = Math.sqrt(mean(positive.map((i) => (ease[i] - centre) ** 2))) || 1;
  const generator = random(seed * 7 + 1);
  const key = new Map(
    positive.map((i) => {
      const noise = -Math.log(-Math.log(generator.uniform() + 1e-300));
      const z = (ease[i] - centre) / spread;
      return [i, strength === Number.POSITIVE_INFINITY ? z : strength * z + noise];
    }),
  );
  return new Set(positive.sort((i, j) => key.get(j) - key.get(i)).slice(0, labeled));
}

/**
 * What a training on selected labels believes about the prior; held-out scores of labelled (P) and
 * unlabeled (U) bags; the truth (T), the scores (S) and the probabilities (Q) of the unlabeled ones.
 */
export async function trial(set, pool, { name: selection, strength }, seed) {
  const { bags, truth } = pool;
  const chosen = labelled(pool, { labeled: set.labeled, strength, seed });
  const ids = bags.ids();
  const labels = ids.map((_, i) => (chosen.has(i) ? "positive" : "unlabeled"));
  const model = await auto({ bootstrap: 0 }).fit(bags.withLabels(labels));
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
    strength: selection,
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
    drift,
  };
}

/** The held-out AUC of a fit of labelled bags against the unlabeled ones with the highest scores. */
async function aucOfFit(bags, positive, others) {
  const labels = [...positive.map(() => "positive"), ...others.map(() => "unlabeled")];
  const { heldOut } = await auto({ bootstrap: 0 }).fit(bags.subset([...positive, ...others]).withLabels(labels));
  let above = 0;
  for (const p of heldOut.positive) for (const u of heldOut.unlabeled) above += p > u ? 1 : p === u ? 0.5 : 0;
  return above / (heldOut.positive.length * heldOut.unlabeled.length);
}
