import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { sampleSize } from "../../scores/scenario.js";
import type { FitContext } from "../learner.js";
import { copiesApart } from "../shared/copies-apart.js";
import { HEAVY_WEIGHT, usualNegativeWeight } from "../shared/negative-weight.js";
import { countsIn, type PuSkcData } from "./data.js";
import { crossValidate, type FitOptions, type JudgedSetting, negativesHeld, type Search } from "./validation.js";

/** Weights of known negatives to compare with the usual one; 0 ignores negatives that mislead. */
export const LIGHT_WEIGHTS: readonly number[] = [0, 0.3];

/** The setting to fit with, and how it was found. */
interface Choice {
  readonly degree: number;
  readonly lambda: number;
  readonly negativeWeight: number;
  readonly judged: readonly JudgedSetting[];
  /** Held-out scores of the chosen setting; undefined if nothing was held out. */
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
  const weight = free ? HEAVY_WEIGHT : usual;
  const first = { grid: { degrees, lambdas, weights: [weight] }, step: "cross-validation" };
  const judged = await crossValidate(data, options, { prior, search, ...first }, context);
  const { degree, lambda, held } = chooseSetting(judged);
  if (!free) {
    const notes = [...negativeNotes(data, usual, how), ...apart];
    return { degree, lambda, negativeWeight: usual, judged, held, notes };
  }
  const weights = [...new Set([usual, ...LIGHT_WEIGHTS])].filter((each) => each !== weight);
  const second = { grid: { degrees: [degree], lambdas: [lambda], weights }, step: "weighing known negatives" };
  judged.push(...(await crossValidate(data, options, { prior, search, ...second }, context)));
  const compared = judged.filter((each) => each.degree === degree && each.lambda === lambda);
  const best = nearestUsualWeight(compared, usual);
  const { negativeWeight = usual } = best;
  const notes = [...negativeNotes(data, negativeWeight, "chosen by cross-validation"), ...apart];
  return { degree, lambda, negativeWeight, judged, held: best.held, notes };
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
