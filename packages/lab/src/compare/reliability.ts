import { groupBy } from "../trials/group-by.js";
import type { Group } from "./cells.js";
import { BINS, type ReliabilityCounts } from "./reliability-counts.js";
import type { CompareRecord } from "./trial.js";

/** A 90 % interval of the share of positives. */
const Z = 1.6448536269514722;

/** Cells with rare positives apart from others: groups end at these priors. */
const SHARE_GROUPS = [0.03, 0.07, 0.15, 0.3, 0.6, 1];

/** All bags of some trials whose probabilities are in one range. */
export type ReliabilityBin = ReturnType<typeof binOf>;

/** A method in the trials of a group whose true prior is in a range: one reliability diagram. */
export type Reliability = ReturnType<typeof reliabilityOf>;

/**
 * The diagrams of an arm in a group, by range of the true prior. Trials without counts are left out: their method
 * gives no probabilities, or their journal is older than the counts. Costs O(records).
 */
export function reliabilities(records: readonly CompareRecord[], arm: string, group: Group) {
  const counted = records.flatMap(({ spec, result }) => (result.reliability ? [{ spec, of: result.reliability }] : []));
  return groupBy(counted, ({ spec }) => SHARE_GROUPS.findIndex((most) => spec.prior <= most))
    .map((own) => reliabilityOf(own, arm, group))
    .sort((a, b) => a.priors[0] - b.priors[0]);
}

interface CountedTrial {
  readonly spec: CompareRecord["spec"];
  readonly of: ReliabilityCounts;
}

function reliabilityOf(trials: readonly CountedTrial[], arm: string, group: Group) {
  const total = (values: (of: ReliabilityCounts) => readonly number[]) =>
    trials.reduce((sum, { of }) => sum + values(of).reduce((a, b) => a + b, 0), 0);
  const shares = trials.map(({ of: { bags, positive } }) => sum(positive) / sum(bags));
  const priors = trials.map(({ spec }) => spec.prior);
  return {
    arm,
    group,
    /** The smallest and the largest true prior of these trials. */
    priors: [Math.min(...priors), Math.max(...priors)] as const,
    trials: trials.length,
    bags: total(({ bags }) => bags),
    /** The mean probability of all bags, and the share of them that is positive. */
    said: total(({ said }) => said) / total(({ bags }) => bags),
    share: total(({ positive }) => positive) / total(({ bags }) => bags),
    /** Means over trials: of the probabilities, and of a guess that knows the share in the trial and gives it to all. */
    brier: mean(trials.map(({ of }) => of.brier)),
    constantBrier: mean(shares.map((share) => share * (1 - share))),
    bins: Array.from({ length: BINS }, (_, k) => k).flatMap((k) => {
      const own = trials.filter(({ of }) => of.bags[k] > 0);
      return own.length === 0 ? [] : [binOf(own, k)];
    }),
  };
}

function binOf(trials: readonly CountedTrial[], bin: number) {
  const counts = trials.map(({ of }) => ({ bags: of.bags[bin], positive: of.positive[bin], said: of.said[bin] }));
  const bags = sum(counts.map((each) => each.bags));
  const share = sum(counts.map(({ positive }) => positive)) / bags;
  const said = sum(counts.map((each) => each.said)) / bags;
  return { from: bin / BINS, to: (bin + 1) / BINS, bags, said, share, ...interval(counts, share, bags) };
}

/**
 * Wilson's interval. Bags of one trial have its training set in common, so shares vary more from trial to trial than
 * those of independent bags: these count as fewer bags, by the ratio of the variances.
 */
function interval(counts: readonly { bags: number; positive: number }[], share: number, bags: number) {
  const spread = sum(counts.map((each) => (each.positive - each.bags * share) ** 2));
  const trials = counts.length;
  const effect =
    trials < 2 || share === 0 || share === 1 ? 1 : (spread * trials) / (trials - 1) / (bags * share * (1 - share));
  const n = bags / Math.max(1, effect);
  const middle = (share + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  // Rounding must not leave out a share of 0 or 1.
  return { low: Math.min(share, Math.max(0, middle - half)), high: Math.max(share, Math.min(1, middle + half)) };
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
