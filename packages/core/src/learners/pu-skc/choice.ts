import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { type BagScores, scoresByLabel } from "../../scores/bag-scores.js";
import { sampleSize } from "../../scores/scenario.js";
import type { FitContext } from "../learner.js";
import { copiesApart } from "../shared/copies-apart.js";
import { HEAVY_WEIGHT, usualNegativeWeight } from "../shared/negative-weight.js";
import { nestedValues } from "../shared/nested.js";
import { countsIn, type PuSkcData } from "./data.js";
import {
  crossValidate,
  type FitOptions,
  type JudgedSetting,
  negativesHeld,
  type Search,
  type SettingGrid,
} from "./validation.js";

/** Weights of known negatives to compare with the usual one; 0 ignores negatives that mislead. */
export const LIGHT_WEIGHTS: readonly number[] = [0, 0.3];

/** The setting to fit with, and how it was found. */
interface Choice {
  readonly degree: number;
  readonly lambda: number;
  readonly negativeWeight: number;
  readonly judged: readonly JudgedSetting[];
  /** Held-out scores of bags that had no say in the choice (`nestedValues`); undefined if nothing was held out. */
  readonly held: BagScores | undefined;
  readonly notes: readonly Note[];
}

/**
 * Chooses degree, lambda and the weight of known negatives by cross-validation. Takes the first
 * degree and lambda if nothing can be held out.
 *
 * With known negatives, degree and lambda are chosen first, with a heavy weight. Then lighter
 * weights are tried for these two, among them the usual one (`usualNegativeWeight`). Searching all
 * of them together would cost more than twice as much, and gave no better models in trials. The
 * usual weight is taken if negatives cannot be held out, as when there is only one.
 *
 * Each fold chooses without its own bags, too, so that its held-out scores flatter nobody. That costs two more
 * fits for each setting and fold; none if there is nothing to choose, or with `judge: false`.
 */
export async function chooseByValidation(
  data: PuSkcData,
  options: FitOptions,
  { prior, search }: { prior: number; search: Search | undefined },
  context: FitContext,
): Promise<Choice> {
  const { degrees, lambdas } = options;
  const apart = copiesApart(data.bags, search, context);
  const usual = data.negatives === 0 ? 0 : (options.negativeWeight ?? usualWeight(data, options, prior));
  const how = options.negativeWeight === undefined ? "derived from the numbers of bags" : "as you set it";
  if (search === undefined) {
    const notes = negativeNotes(data, usual, how);
    return { degree: degrees[0], lambda: lambdas[0], negativeWeight: usual, judged: [], held: undefined, notes };
  }
  const free = options.negativeWeight === undefined && negativesHeld(data, search);
  const nested = context.judge !== false && (free || degrees.length * lambdas.length > 1);
  const compare = async (grid: SettingGrid, step: string) =>
    await crossValidate(data, options, { prior, search, grid, step, nested }, context);
  const heavy = free ? HEAVY_WEIGHT : usual;
  const judged = await compare({ degrees, lambdas, weights: [heavy] }, "cross-validation");
  const heldBy = (best: JudgedSetting, of: readonly JudgedSetting[], without: readonly JudgedSetting[]) => {
    const values = nested
      ? nestedValues(
          search,
          of.map((each) => each.values),
          { chosen: of.indexOf(best), without: without.map((each) => of.indexOf(each)) },
        )
      : best.values;
    return scoresByLabel(values, { bags: data.bags, rows: search.rows, scenario: options.scenario });
  };
  const chosen = chooseSetting(judged);
  const byOthers = Array.from({ length: search.folds }, (_, fold) => withoutFold(judged, fold, chooseSetting));
  const { degree, lambda } = chosen;
  if (!free) {
    const notes = [...negativeNotes(data, usual, how), ...apart];
    return { degree, lambda, negativeWeight: usual, judged, held: heldBy(chosen, judged, byOthers), notes };
  }
  // Weights are compared for what is chosen, and for whatever else a fold would have chosen.
  const weights = [...new Set([usual, ...LIGHT_WEIGHTS])].filter((each) => each !== heavy);
  const compared = new Map<JudgedSetting, JudgedSetting[]>();
  for (const each of new Set([chosen, ...(nested ? byOthers : [])])) {
    const grid = { degrees: [each.degree], lambdas: [each.lambda], weights };
    compared.set(each, [each, ...(await compare(grid, "weighing known negatives"))]);
  }
  const nearest = (settings: readonly JudgedSetting[]) => nearestUsualWeight(settings, usual);
  const own = compared.get(chosen) ?? judged;
  const best = nearest(own);
  const { negativeWeight = usual } = best;
  const lastByOthers = byOthers.map((each, fold) => withoutFold(compared.get(each) ?? own, fold, nearest));
  const held = heldBy(best, [...new Set([...compared.values()].flat())], lastByOthers);
  const notes = [...negativeNotes(data, negativeWeight, "chosen by cross-validation"), ...apart];
  return { degree, lambda, negativeWeight, judged: [...judged, ...own.slice(1)], held, notes };
}

/** What would be chosen without a fold; the first setting if nobody can tell. */
function withoutFold(
  settings: readonly JudgedSetting[],
  fold: number,
  choose: (settings: readonly JudgedSetting[]) => JudgedSetting,
): JudgedSetting {
  const byRisk = new Map(
    settings.flatMap((each) => {
      const risk = each.without[fold];
      return risk === undefined ? [] : [[{ ...each, risk }, each] as const];
    }),
  );
  return byRisk.size === 0 ? settings[0] : (byRisk.get(choose([...byRisk.keys()])) ?? settings[0]);
}

function usualWeight(data: PuSkcData, { scenario }: FitOptions, prior: number): number {
  const counts = countsIn(data);
  return usualNegativeWeight({ ...counts, unlabeled: sampleSize(counts, scenario) }, prior);
}

function negativeNotes({ negatives, unit = "bag" }: PuSkcData, weight: number, how: string): Note[] {
  if (negatives === 0) return [];
  const message = `${count(negatives, `known negative ${unit} was`, `known negative ${unit}s were`)} used with weight ${weight}, ${how}; 0 would ignore them, 1 the unlabeled ${unit}s`;
  return [{ code: "negatives", message }];
}

/** A setting with its cross-validated risk. */
interface Judged {
  readonly degree: number;
  readonly lambda: number;
  readonly risk: number;
}

/** Risks closer than this are equal: they are counts of bags divided by their number. */
const EQUAL = 1e-12;

/**
 * The setting with the least risk; among equals the simplest: the lowest degree, then the largest
 * lambda. Throws a RangeError without settings.
 */
export function chooseSetting<Setting extends Judged>(settings: readonly Setting[]): Setting {
  const best = leastRisk(settings);
  return best.reduce((a, b) => (b.degree < a.degree || (b.degree === a.degree && b.lambda > a.lambda) ? b : a));
}

/**
 * The setting with the least risk; among equals the one whose weight of known negatives is nearest
 * to the usual one. Throws a RangeError without settings.
 */
export function nearestUsualWeight<Setting extends { readonly negativeWeight?: number; readonly risk: number }>(
  settings: readonly Setting[],
  usual: number,
): Setting {
  const distance = ({ negativeWeight = 0 }: Setting) => Math.abs(negativeWeight - usual);
  return leastRisk(settings).reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

function leastRisk<Setting extends { readonly risk: number }>(settings: readonly Setting[]): Setting[] {
  if (settings.length === 0) throw new RangeError("there is no setting to choose from");
  const least = Math.min(...settings.map(({ risk }) => risk));
  return settings.filter(({ risk }) => risk <= least + EQUAL);
}
