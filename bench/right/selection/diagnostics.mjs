// Candidates for a warning without an audit: numbers from held-out scores that should be larger if
// easy positives were labelled. Each alarms above the 95 % quantile of fair labels in *other* sets.
import { mean } from "../../../scripts/tables.mjs";

const sd = (values) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];

function skewness(values) {
  const [centre, spread] = [mean(values), sd(values) || 1];
  return mean(values.map((value) => ((value - centre) / spread) ** 3));
}

/** The share of unlabeled bags above a quantile of the labelled ones, over the share of these. */
const above = ({ P, U }, share) => U.filter((u) => u > quantile(P, share)).length / U.length / (1 - share);

/**
 * The Kolmogorov distance of unlabeled scores from a mixture of the labelled positives' normal
 * distribution and another one, fitted by expectation maximisation.
 */
function misfit({ P, U }) {
  const [m, s] = [mean(P), sd(P) || 1e-9];
  let [share, n, t] = [0.3, mean(U), sd(U) || 1e-9];
  const density = (x, centre, spread) => Math.exp(-(((x - centre) / spread) ** 2) / 2) / spread;
  for (let step = 0; step < 200; step++) {
    const weights = U.map((x) => {
      const [p, q] = [share * density(x, m, s), (1 - share) * density(x, n, t)];
      return p + q > 0 ? q / (p + q) : 1;
    });
    const total = weights.reduce((a, b) => a + b, 0) || 1;
    share = 1 - total / U.length;
    n = U.reduce((sum, x, i) => sum + weights[i] * x, 0) / total;
    t = Math.sqrt(U.reduce((sum, x, i) => sum + weights[i] * (x - n) ** 2, 0) / total) || 1e-9;
  }
  const below = (x) => share * normal((x - m) / s) + (1 - share) * normal((x - n) / t);
  return Math.max(...sorted(U).map((x, i) => Math.abs(below(x) - (i + 0.5) / U.length)));
}

/** The normal distribution function, by Abramowitz and Stegun 26.2.17. */
function normal(x) {
  const k = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    k *
    (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

export const CANDIDATES = [
  { name: "narrow", help: "labelled scores are narrow: sd of U over sd of P", of: ({ P, U }) => sd(U) / sd(P) },
  { name: "apart", help: "mean of P above U, in sd of U", of: ({ P, U }) => (mean(P) - mean(U)) / sd(U) },
  { name: "skewed", help: "labelled scores are skewed to the right", of: ({ P }) => skewness(P) },
  { name: "tail", help: "unlabeled scores are skewed to the right", of: ({ U }) => skewness(U) },
  {
    name: "no plateau",
    help: "bags scored likewise: U above the lower tenth of P, over U above its median",
    of: (r) => above(r, 0.1) / Math.max(above(r, 0.5), 0.5 / r.U.length),
  },
  { name: "few", help: "the estimate of the prior is small", of: ({ value }) => -value },
  { name: "misfit", help: "unlabeled scores fit no mixture of two normals with P as one", of: misfit },
  { name: "drift", help: "AUC of a fit of labelled against the top unlabeled bags", of: ({ drift }) => drift },
];

/** The rate of alarms of each candidate by selection, and the worst set of fair labels. */
export function judge(records) {
  const sets = [...new Set(records.map(({ set }) => set))];
  return CANDIDATES.flatMap(({ name, help, of }) => {
    const known = records.map((record) => ({ ...record, number: of(record) })).filter((r) => Number.isFinite(r.number));
    if (known.length < records.length / 2) return [];
    const alarms = known.map((record) => {
      const fair = known.filter(({ set, strength }) => set !== record.set && strength === "fair");
      return {
        ...record,
        alarm:
          record.number >
          quantile(
            fair.map(({ number }) => number),
            0.95,
          ),
      };
    });
    const rate = (some) => mean(some.map(({ alarm }) => (alarm ? 1 : 0)));
    const of2 = (strength) => alarms.filter((each) => each.strength === strength);
    const worst = sets
      .map((set) => ({ set, rate: rate(of2("fair").filter((each) => each.set === set)) }))
      .reduce((most, each) => (each.rate > most.rate ? each : most), { set: "", rate: 0 });
    const rates = Object.fromEntries(
      [...new Set(records.map(({ strength }) => strength))].map((strength) => [strength, rate(of2(strength))]),
    );
    return [{ name, help, rates, worst }];
  });
}
