import type { BagSet } from "../../bags/bag-set.js";
import {
  baseValues,
  type ForestScorer,
  instanceValues,
  pooledValue,
  summaryRows,
} from "../../model/forest/forest-scorer.js";
import { areFinite, type BagScores } from "../../scores/bag-scores.js";
import type { Scenario } from "../../scores/scenario.js";
import { breathing } from "../shared/breathe.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import type { Ensemble } from "./rounds.js";
import type { LabelledBags, RoundsData } from "./rounds-data.js";

/** A block of bags outside the fitted sample. */
const BLOCK = 1024;

/** Training bags whose votes are wanted. */
interface VotedBags extends LabelledBags {
  readonly rows: KnownRows;
  readonly scenario: Scenario;
}

/**
 * The value of each training bag in the rounds that have not seen it. Bags outside the fitted sample are
 * new to all rounds. Null if some bag was seen by all, or if numbers are too large.
 */
export async function heldOutVotes(
  { bags, fitted, together, rows, scenario }: VotedBags,
  { offsets, columns, drawn }: RoundsData,
  { base, unseen, fewest }: Ensemble,
  { on, topShare }: Pick<ForestScorer, "on" | "topShare">,
  signal: AbortSignal | undefined,
): Promise<BagScores | null> {
  if (drawn.parts === 0 || fewest === 0) return null;
  const votes = new Float64Array(bags.size).fill(Number.NaN);
  for (let row = 0; row + 1 < offsets.length; row++) {
    const own = unseen.slice(offsets[row], offsets[row + 1]);
    votes[fitted.bags === null ? row : fitted.bags[row]] = on === "bags" ? own[0] : pooledValue({ topShare }, own);
  }
  if (fitted.bags !== null) {
    const pause = breathing(signal);
    const others = Array.from(votes.keys()).filter((bag) => Number.isNaN(votes[bag]));
    const scorer = { base: inGivenOrder(base, columns), on, topShare };
    for (let at = 0; at < others.length; at += BLOCK) {
      await pause();
      const some = others.slice(at, at + BLOCK);
      for (const [k, vote] of votesOf(scorer, bags.subset(some)).entries()) votes[some[k]] = vote;
    }
  }
  const of = (some: Uint32Array) => Float64Array.from(some, (bag) => votes[bag]);
  const held: BagScores = {
    scenario,
    positive: of(rows.positive),
    unlabeled: of(rows.unlabeled),
    negative: of(rows.negative),
    clusters: together.every((first, i) => first === i) ? null : together,
  };
  return areFinite(held) ? held : null;
}

/** The values of bags before the link. */
function votesOf({ base, on, topShare }: Pick<ForestScorer, "base" | "on" | "topShare">, bags: BagSet): Float64Array {
  if (on === "bags") return baseValues(base, summaryRows(bags));
  return Float64Array.from(instanceValues({ base }, bags), (own) => pooledValue({ topShare }, own));
}

/** The same ensemble for rows with their columns in the given order. */
export function inGivenOrder(base: Ensemble["base"], columns: readonly number[]): Ensemble["base"] {
  if (base.type === "trees") return { ...base, feature: base.feature.map((j) => (j < 0 ? j : columns[j])) };
  const weights = new Float64Array(base.weights.length);
  for (const [k, j] of columns.entries()) weights[j] = base.weights[k];
  return { ...base, weights };
}
