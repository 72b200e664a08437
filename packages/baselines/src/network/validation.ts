import { breathing } from "@bagwise/core/base";
import type { FitContext } from "@bagwise/core/learners";
import type { SettingRisk } from "@bagwise/core/model";
import { type BagScores, scoresByLabel } from "@bagwise/core/scores";
import { type Folds, foldPairs, leastOf, nestedValues, risksWithout } from "@bagwise/core/training";
import type { NetworkData } from "./data.js";
import { type NetworkSetting, rowsOf, scoresOf, sharesOf, startFit } from "./fit.js";
import { lossOf } from "./loss.js";
import type { CheckedNetworkOptions } from "./options.js";

/**
 * So many networks are trained for each fold, or as many as the model has if that is fewer: they tell
 * how many epochs to train about as well as all would.
 */
const MEMBERS_TO_COMPARE = 1;

/** A setting with the best number of epochs and its held-out risk. */
export interface JudgedNetwork extends SettingRisk {
  readonly hidden: number;
  readonly rate: number;
  readonly lambda: number;
  readonly epochs: number;
}

/** What cross-validation found. */
export interface JudgedNetworks {
  readonly judged: readonly JudgedNetwork[];
  /** The one with the least risk, the first of equals. */
  readonly best: JudgedNetwork;
  /** Held-out scores of bags that had no say in the choice of setting and epochs (`nestedValues`). */
  readonly held: BagScores;
}

/**
 * The held-out risk of every setting, after the number of epochs for which it is lowest (early
 * stopping): one number for all folds, so that a last fit on all bags can use it. The risk is that of
 * the sigmoid loss 1 / (1 + e^z), which counts a confident error once and not ever more: with both
 * kinds of bags weighted alike, or the unbiased one of positive and unlabeled bags. Costs three fits for each
 * setting and fold, or one if there is but one setting and one epoch.
 */
export async function crossValidateNetwork(
  data: NetworkData,
  folds: Folds,
  options: CheckedNetworkOptions & { readonly settings: readonly NetworkSetting[]; readonly epochs: number },
  { signal, onProgress }: FitContext,
): Promise<JudgedNetworks> {
  const { settings, epochs, pooling, prior = 0.5 } = options;
  const members = Math.min(options.members, MEMBERS_TO_COMPARE);
  const pause = breathing(signal);
  const pairs = settings.length * epochs === 1 ? 0 : foldPairs(folds.folds).length;
  const total = settings.length * (folds.folds + pairs);
  let done = 0;
  /** Adds, for each epoch, the mean scores of the bags of some folds by networks trained on the others. */
  const addScores = async (scores: readonly Float64Array[], setting: NetworkSetting, ...without: number[]) => {
    const bagsWhere = (held: boolean) => [...folds.of.keys()].filter((bag) => without.includes(folds.of[bag]) === held);
    const [rest, held] = [bagsWhere(false), bagsWhere(true)];
    const training = { ...rowsOf(data, rest), sides: rest.map((bag) => data.sides[bag]) };
    const heldRows = rowsOf(data, held);
    for (let member = 0; member < members; member++) {
      const { negativeWeight } = data;
      const fit = startFit(training, { ...options, setting, prior, negativeWeight, member });
      for (let epoch = 0; epoch < epochs; epoch++) {
        fit.epoch();
        const found = scoresOf(fit.network, heldRows, pooling);
        for (const [k, bag] of held.entries()) scores[epoch][bag] += found[k] / members;
        await pause();
      }
    }
    onProgress?.({ step: "cross-validation", done: ++done, total });
    signal?.throwIfAborted();
  };
  const noScores = () => Array.from({ length: epochs }, () => new Float64Array(data.sides.length));
  const every = Uint32Array.from(folds.of.keys());
  const judged: JudgedNetwork[] = [];
  const values: Float64Array[] = [];
  for (const setting of settings) {
    const scores = noScores();
    for (let fold = 0; fold < folds.folds; fold++) await addScores(scores, setting, fold);
    const risks = scores.map((each) => heldOutRisk(each, every, data, options));
    const best = leastOf(risks);
    judged.push({ ...setting, epochs: best + 1, risk: risks[best], solved: 0, folds: folds.folds });
    values.push(...scores);
  }
  const without = await risksWithout(folds, {
    pair: async (a, b) => {
      if (pairs === 0) return undefined;
      const found: Float64Array[] = [];
      for (const setting of settings) {
        const scores = noScores();
        await addScores(scores, setting, a, b);
        found.push(...scores);
      }
      return found;
    },
    risk: (scores, bags) => heldOutRisk(scores, bags, data, options),
    positive: (bag) => data.sides[bag] === "positive",
  });
  const best = leastOf(judged.map(({ risk }) => risk));
  const chosen = best * epochs + judged[best].epochs - 1;
  const nested = nestedValues(folds, values, { chosen, without: without.map(leastOf) });
  return {
    judged,
    best: judged[best],
    held: scoresByLabel(nested, { bags: data.given, scenario: "case-control" }),
  };
}

function heldOutRisk(
  scores: Float64Array,
  bags: Uint32Array,
  data: NetworkData,
  { loss, prior = 0.5 }: CheckedNetworkOptions,
): number {
  const { negativeWeight } = data;
  const sides = Array.from(bags, (bag) => data.sides[bag]);
  const own = Float64Array.from(bags, (bag) => scores[bag]);
  // With the prior 1/2 and negatives alone, the PU risk is the mean error of the two kinds of bags.
  const terms = loss === "positive-negative" ? { prior: 0.5, negativeWeight: 1 } : { prior, negativeWeight };
  return lossOf(own, { name: "unbiased-pu", sides, shares: sharesOf(sides), ...terms }).value;
}
