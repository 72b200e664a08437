import { breathe } from "../../base/breathe.js";
import type { SettingRisk } from "../../model/setting-risk.js";
import type { FitContext } from "../learner.js";
import type { InstanceData } from "../shared/instance-data.js";
import { risksWithout } from "../shared/nested.js";
import type { BaselineSetting } from "../shared/options.js";
import { densityFactor, fitLsdd, type LsddFit, type LsddWeights } from "./fit.js";
import type { BagFolds } from "./folds.js";
import { type HeldOutModel, heldOutScores } from "./held-out.js";
import type { KernelSums } from "./kernel-sums.js";
import { type LsddPart, lsddParts } from "./parts.js";

/** A setting with its risk, and the coefficients that score held-out bags. */
export interface JudgedWidth extends SettingRisk, HeldOutModel {
  readonly width: number;
  readonly lambda: number;
  /** The risk without each fold, by fits that have not seen it; NaN if it is unknown. Empty unless asked for. */
  readonly without: readonly number[];
  /** The highest score of each bag while it was held out, if that was needed to judge. */
  readonly held?: Float64Array;
}

/** What to search, and how. */
interface LsddSearch {
  readonly setting: BaselineSetting;
  readonly widths: readonly number[];
  readonly lambdas: readonly number[];
  /** For each width. */
  readonly sums: readonly KernelSums[];
  /** Whether settings are judged without each fold, too. */
  readonly nested: boolean;
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
 * not lost beside lambda), and with `nested` per pair of folds.
 */
export async function crossValidateLsdd(
  data: InstanceData,
  folds: BagFolds,
  { setting, widths, lambdas, sums, nested }: LsddSearch,
  context: FitContext,
): Promise<JudgedWidth[]> {
  const own = setting === "paper";
  const judged: JudgedWidth[] = [];
  /** For each setting, a model of each pair of folds. */
  const pairs: HeldOutModel[][] = [];
  for (const [w, width] of widths.entries()) {
    const parts = lsddParts(data, folds, sums[w], { width, own, nested });
    if (parts.length === 0) return [];
    const factor = settingFactor(setting, width, data.rows.cols);
    for (const lambda of lambdas) {
      const fitted = fitParts(parts, { factor, lambda }, own);
      const [first, second] = [1, 2].map((size) => fitted.filter(({ part }) => part.without.length === size));
      const modelOf = (...some: Fitted[]): HeldOutModel => {
        const thetas = some.flatMap(({ part, fit }) => {
          const theta = spread(fit.theta, part.centres, data.centres.rows);
          return part.without.map((fold) => [fold, theta] as const);
        });
        return { width, thetas: new Map(thetas) };
      };
      judged.push({
        ...modelOf(...first),
        lambda,
        risk: mean(first.map((each) => criterion(each, each.part.without[0]))),
        without: Array.from({ length: nested ? folds.folds : 0 }, (_, fold) =>
          mean(
            second.flatMap((each) =>
              each.part.without.includes(fold)
                ? each.part.without.filter((other) => other !== fold).map((other) => criterion(each, other))
                : [],
            ),
          ),
        ),
        solved: first.filter(({ fit }) => fit.status === "solved").length,
        folds: first.length,
      });
      pairs.push(second.map((each) => modelOf(each)));
      context.onProgress?.({
        step: "cross-validation",
        done: judged.length,
        total: widths.length * lambdas.length,
      });
      await breathe(context.signal);
    }
  }
  return own ? judged : judgedByBags(data, folds, { judged, pairs, nested }, context);
}

/** The same settings, judged by how many bags of each kind are called what they are not. */
async function judgedByBags(
  data: InstanceData,
  folds: BagFolds,
  { judged, pairs, nested }: { judged: JudgedWidth[]; pairs: HeldOutModel[][]; nested: boolean },
  context: FitContext,
): Promise<JudgedWidth[]> {
  const models = judged.flatMap((each, s) => [each, ...pairs[s]]);
  const scores = await heldOutScores(data, folds, models, context);
  const at = new Map(models.map((model, m) => [model, scores[m]]));
  const found = (model: HeldOutModel | undefined) => (model && at.get(model)) ?? new Float64Array(data.bags.size);
  const risk = (values: Float64Array, bags: Uint32Array) => balancedRisk(values, bags, data.positives);
  const without = nested
    ? await risksWithout(folds, {
        pair: async (a, b) => {
          const both = ({ thetas }: HeldOutModel) => thetas.has(a) && thetas.has(b);
          return pairs[0].some(both) ? pairs.map((own) => found(own.find(both))) : undefined;
        },
        risk,
        positive: (bag) => bag < data.positives,
      })
    : [];
  const held = Uint32Array.from(folds.of.keys()).filter((bag) => judged[0].thetas.has(folds.of[bag]));
  return judged.map((each, s) => ({
    ...each,
    risk: risk(found(each), held),
    without: without.map((risks) => risks[s] ?? Number.NaN),
    held: found(each),
  }));
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

interface Fitted {
  readonly part: LsddPart;
  readonly fit: LsddFit;
}

function fitParts(parts: readonly LsddPart[], weights: LsddWeights, own: boolean): Fitted[] {
  const targets = parts.map(({ training }) => training);
  const fits = own
    ? parts.flatMap(({ overlap, training }) => fitLsdd(overlap, weights, [training]))
    : fitLsdd(parts[0].overlap, weights, targets);
  return parts.map((part, k) => ({ part, fit: fits[k] }));
}

/** NaN if the fit is invalid. */
function criterion({ part, fit: { status, energy, theta } }: Fitted, fold: number): number {
  if (status === "invalid") return Number.NaN;
  return energy - 2 * part.validation(fold).reduce((sum, value, l) => sum + value * theta[l], 0);
}

/** NaN of nothing. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function balancedRisk(scores: Float64Array, bags: Uint32Array, positives: number): number {
  const rate = (some: Uint32Array) => some.filter((bag) => scores[bag] >= 0).length / some.length;
  return 1 - rate(bags.filter((bag) => bag < positives)) + rate(bags.filter((bag) => bag >= positives));
}

/** The coefficients of all centres; 0 for those that a part lacks. */
function spread(theta: Float64Array, centres: Uint32Array, size: number): Float64Array {
  const result = new Float64Array(size);
  for (const [at, l] of centres.entries()) result[l] = theta[at];
  return result;
}
