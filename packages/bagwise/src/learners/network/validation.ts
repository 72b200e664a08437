import type { SettingRisk } from "../../model/setting-risk.js";
import { type BagScores, scoresByLabel } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { breathing } from "../shared/breathe.js";
import type { Folds } from "../shared/folds.js";
import type { NetworkData } from "./data.js";
import { type NetworkSetting, rowsOf, scoresOf, sharesOf, startFit } from "./fit.js";
import { lossOf } from "./loss.js";
import type { CheckedNetworkOptions } from "./options.js";

/**
 * So many networks are trained for each fold, or as many as the model has if that is fewer: they tell
 * how many epochs to train about as well as all would.
 */
const MEMBERS_TO_COMPARE = 1;

/** A setting with the best number of epochs, its held-out risk and its held-out scores. */
export interface JudgedNetwork extends SettingRisk {
  readonly hidden: number;
  readonly rate: number;
  readonly lambda: number;
  readonly epochs: number;
  readonly held: BagScores;
}

/**
 * The held-out risk of every setting, after the number of epochs for which it is lowest (early
 * stopping): one number for all folds, so that a last fit on all bags can use it. The risk is that of
 * the sigmoid loss 1 / (1 + e^z), which counts a confident error once and not ever more: with both
 * kinds of bags weighted alike, or the unbiased one of positive and unlabeled bags. Costs settings x
 * folds fits.
 */
export async function crossValidateNetwork(
  data: NetworkData,
  folds: Folds,
  options: CheckedNetworkOptions & { readonly settings: readonly NetworkSetting[]; readonly epochs: number },
  { signal, onProgress }: FitContext,
): Promise<JudgedNetwork[]> {
  const { settings, epochs, pooling, prior = 0.5 } = options;
  const members = Math.min(options.members, MEMBERS_TO_COMPARE);
  const pause = breathing(signal);
  const total = settings.length * folds.folds;
  const judged: JudgedNetwork[] = [];
  let done = 0;
  for (const setting of settings) {
    /** Of each epoch, the mean score of each held-out bag. */
    const scores = Array.from({ length: epochs }, () => new Float64Array(data.sides.length));
    for (let fold = 0; fold < folds.folds; fold++) {
      const bagsWhere = (held: boolean) => [...folds.of.keys()].filter((bag) => (folds.of[bag] === fold) === held);
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
    }
    const risks = scores.map((each) => heldOutRisk(each, data, options));
    const best = risks.reduce((low, risk, epoch) => (risk < risks[low] ? epoch : low), 0);
    judged.push({
      ...setting,
      epochs: best + 1,
      risk: risks[best],
      solved: 0,
      folds: folds.folds,
      held: scoresByLabel(scores[best], { bags: data.given, scenario: "case-control" }),
    });
  }
  return judged;
}

function heldOutRisk(
  scores: Float64Array,
  { sides, negativeWeight }: NetworkData,
  { loss, prior = 0.5 }: CheckedNetworkOptions,
): number {
  // With the prior 1/2 and negatives alone, the PU risk is the mean error of the two kinds of bags.
  const terms = loss === "positive-negative" ? { prior: 0.5, negativeWeight: 1 } : { prior, negativeWeight };
  return lossOf(scores, { name: "unbiased-pu", sides, shares: sharesOf(sides), ...terms }).value;
}
