import { matrix } from "@bagwise/core/linalg";
import { drawLandmarks, rowsOfBags } from "@bagwise/core/training";
import type { Climb, Climbed, Effort } from "./climb.js";
import { spreadFeatures, varyingFeatures, withFeatures } from "./features.js";
import { type ConceptBags, type ConceptPenalty, conceptPenalty } from "./objective.js";

export interface SearchOptions {
  readonly climb: Climb;
  /** Penalty weights, descending: each search begins where the one before ended. */
  readonly lambdas: readonly number[];
  readonly starts: number;
  readonly shared: boolean;
  readonly seed: number;
  /** Called between climbs. */
  readonly pause: () => Promise<void>;
}

/** The best concept for a lambda. */
export interface FoundConcept {
  readonly lambda: number;
  readonly best: Climbed;
  /** How many of the climbs that went on ended within 0.1 % of its loss, and how many went on. */
  readonly agreed: number;
  readonly carried: number;
  /** How many starts there were. */
  readonly starts: number;
}

/** After so many steps the best starts are known well enough. */
const EXPLORE: Effort = { iterations: 12, tolerance: 1e-8 };
/** How many starts go on then, and for how many steps at each lambda. */
const CARRIED = 2;
const FEWEST_STEPS = 30;
const MOST_STEPS = 500;
/** Small problems, of which so many numbers are read again and again, get more steps. */
const NUMBERS = 4e6;
/** Losses within this share are the same local optimum, or just as good. */
const AGREE = 1e-3;

/**
 * Climbs from `starts` instances of positive bags, drawn by k-means++, with equal scales at which the
 * instances are one squared unit from their mean on average. The best two go on, down the list of
 * lambdas. Returns the best concept for each lambda. Costs 12 iterations for each start, and 30 for
 * each lambda and each start that goes on; up to 500 if there are few numbers. Features that do not vary
 * take no part: their scale is 0.
 */
export async function searchConcepts(all: ConceptBags, options: SearchOptions): Promise<FoundConcept[]> {
  const kept = varyingFeatures(all);
  if (kept.length === 0 || kept.length === all.features) return searchAmong(all, options);
  const { mean } = conceptPenalty(all, 0);
  const { shared } = options;
  const found = await searchAmong(withFeatures(all, kept), options);
  return found.map(({ best, ...rest }) => ({
    ...rest,
    best: { ...best, x: spreadFeatures(best.x, { kept, mean, shared }) },
  }));
}

async function searchAmong(bags: ConceptBags, options: SearchOptions): Promise<FoundConcept[]> {
  const { climb, lambdas, shared, pause } = options;
  const steps = Math.floor(NUMBERS / Math.max(1, bags.data.length));
  const effort = { ...EXPLORE, iterations: Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, steps)) };
  const penalty = conceptPenalty(bags, 1);
  const starts = startsOf(bags, penalty, options);
  let carried = starts;
  const found: FoundConcept[] = [];
  const climbFor = climb(bags);
  for (const [k, lambda] of lambdas.entries()) {
    const upward = climbFor({ penalty: { ...penalty, weight: lambda * penalty.weight }, shared });
    const from = async (points: readonly Float64Array[], how: Effort) => {
      const ends: Climbed[] = [];
      for (const point of points) {
        ends.push(upward(point, how));
        await pause();
      }
      return lowestFirst(ends);
    };
    if (k === 0) carried = (await from(starts, EXPLORE)).slice(0, CARRIED).map(({ x }) => x);
    const ends = await from(carried, effort);
    carried = ends.map(({ x }) => x);
    const [best] = ends;
    const agreed = ends.filter(({ value }) => value <= best.value * (1 + AGREE)).length;
    found.push({ lambda, best, agreed, carried: ends.length, starts: starts.length });
  }
  return found;
}

/** The parameters to start from. */
function startsOf(
  { data, features, offsets, signs }: ConceptBags,
  { variance }: ConceptPenalty,
  { starts, shared, seed }: SearchOptions,
): Float64Array[] {
  const positive = Uint32Array.from(signs.keys()).filter((bag) => signs[bag] > 0);
  const rows = rowsOfBags(offsets, positive);
  const points = matrix(rows.length, features);
  for (const [k, row] of rows.entries())
    points.data.set(data.subarray(row * features, (row + 1) * features), k * features);
  const total = variance.reduce((sum, each) => sum + each, 0);
  const scale = total > 0 ? 1 / Math.sqrt(total) : 1;
  const drawn = drawLandmarks(points, { count: starts, way: "k-means++", seed });
  return Array.from(drawn, (row) => {
    const x = new Float64Array(features + (shared ? 1 : features)).fill(scale, features);
    x.set(points.data.subarray(row * features, (row + 1) * features));
    return x;
  });
}

/** By loss to nine digits, then in the order of the starts, so that rounding does not choose. */
function lowestFirst(ends: readonly Climbed[]): Climbed[] {
  const key = ({ value }: Climbed) => Number(value.toPrecision(9));
  return [...ends].sort((a, b) => key(a) - key(b));
}
