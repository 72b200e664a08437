import type { SettingRisk } from "../../model/setting-risk.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import { breathe } from "../shared/breathe.js";
import type { InstanceData } from "../shared/instance-data.js";
import type { BaselineSetting } from "../shared/options.js";
import { densityFactor, fitLsdd, type LsddFit, type LsddWeights } from "./fit.js";
import type { BagFolds } from "./folds.js";
import { type HeldOutModel, heldOutScores } from "./held-out.js";
import type { KernelSums } from "./kernel-sums.js";
import { type LsddPart, lsddParts } from "./parts.js";

/** A setting with its risk, and the coefficients that score held-out bags. */
interface JudgedWidth extends SettingRisk, HeldOutModel {
  readonly width: number;
  readonly lambda: number;
  /** Held-out scores, if they were needed to judge. */
  readonly held?: BagScores;
}

/** What to search, and how. */
interface LsddSearch {
  readonly setting: BaselineSetting;
  readonly widths: readonly number[];
  readonly lambdas: readonly number[];
  /** For each width. */
  readonly sums: readonly KernelSums[];
}

/**
 * Risks closer than this are equal: in the setting `default` they are counts of bags divided by
 * their number.
 */
const EQUAL = 1e-12;

/**
 * The factor of H in a setting. `default` leaves it out, which scales theta and changes no sign.
 */
export function settingFactor(setting: BaselineSetting, width: number, dimension: number): number {
  return setting === "paper" ? densityFactor(width, dimension) : 1;
}

/**
 * The risk of every setting; empty if no fold can be judged.
 *
 * `paper`: theta'H theta - 2 h'theta with h from the fold, averaged over folds, as in the authors'
 * program. The centres are those of the training folds. `default`: that criterion has the unit (pi
 * width^2)^(-d / 2), so in many dimensions it compares nothing but widths. Instead bags are
 * counted: the share of held-out positive bags that are called negative plus the share of held-out
 * unlabeled bags that are called positive. The centres, which know no labels, are the same for all
 * folds, so that one factorisation serves them all.
 *
 * Costs O(centres^3) per setting (`default`), or per setting and fold (`paper`, and only if H is
 * not lost beside lambda).
 */
export async function crossValidateLsdd(
  data: InstanceData,
  folds: BagFolds,
  { setting, widths, lambdas, sums }: LsddSearch,
  context: FitContext,
): Promise<JudgedWidth[]> {
  const own = setting === "paper";
  const judged: JudgedWidth[] = [];
  for (const [w, width] of widths.entries()) {
    const parts = lsddParts(data, folds, sums[w], { width, own });
    if (parts.length === 0) return [];
    const factor = settingFactor(setting, width, data.rows.cols);
    for (const lambda of lambdas) {
      const fits = fitParts(parts, { factor, lambda }, own);
      judged.push({
        width,
        lambda,
        risk: criterion(parts, fits),
        solved: fits.filter(({ status }) => status === "solved").length,
        folds: parts.length,
        thetas: new Map(parts.map(({ fold, centres }, k) => [fold, spread(fits[k].theta, centres, data.centres.rows)])),
      });
      context.onProgress?.({
        step: "cross-validation",
        done: judged.length,
        total: widths.length * lambdas.length,
      });
      await breathe(context.signal);
    }
  }
  if (own) return judged;
  const held = await heldOutScores(data, folds, judged, context);
  return judged.map((each, k) => ({ ...each, risk: balancedRisk(held[k]), held: held[k] }));
}

/**
 * The setting with the least risk; undefined without settings. Among equals the first in the
 * setting `paper`, as in the authors' program, and the smoothest in the setting `default`: the
 * largest width, then the largest lambda. A risk that is NaN is worse than any other.
 */
export function chooseWidth<S extends Pick<JudgedWidth, "width" | "lambda" | "risk">>(
  judged: readonly S[],
  setting: BaselineSetting,
): S | undefined {
  const sound = judged.filter(({ risk }) => !Number.isNaN(risk));
  if (sound.length === 0) return judged[0];
  const least = sound.reduce((a, b) => (b.risk < a.risk ? b : a));
  if (setting === "paper") return least;
  return sound
    .filter(({ risk }) => risk <= least.risk + EQUAL)
    .reduce((a, b) => (b.width > a.width || (b.width === a.width && b.lambda > a.lambda) ? b : a));
}

function fitParts(parts: readonly LsddPart[], weights: LsddWeights, own: boolean): LsddFit[] {
  if (own) return parts.flatMap(({ overlap, training }) => fitLsdd(overlap, weights, [training]));
  const targets = parts.map(({ training }) => training);
  return fitLsdd(parts[0].overlap, weights, targets);
}

/** NaN if a fit is invalid. */
function criterion(parts: readonly LsddPart[], fits: readonly LsddFit[]): number {
  const values = parts.map(({ validation }, k) => {
    const { status, energy, theta } = fits[k];
    if (status === "invalid") return Number.NaN;
    return energy - 2 * validation.reduce((sum, value, l) => sum + value * theta[l], 0);
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function balancedRisk({ positive, unlabeled }: BagScores): number {
  const rate = (scores: Float64Array) => scores.filter((score) => score >= 0).length / scores.length;
  return 1 - rate(positive) + rate(unlabeled);
}

/** The coefficients of all centres; 0 for those that a part lacks. */
function spread(theta: Float64Array, centres: Uint32Array, size: number): Float64Array {
  const result = new Float64Array(size);
  for (const [at, l] of centres.entries()) result[l] = theta[at];
  return result;
}
