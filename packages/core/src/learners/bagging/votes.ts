import type { BagSet } from "../../bags/bag-set.js";
import { breathing } from "../../base/breathe.js";
import { matrix } from "../../linalg/matrix.js";
import { type Forest, treeValue } from "../../scorers/forest/forest.js";
import { baseValues, type ForestScorer, pooledValue, summaryRows } from "../../scorers/forest/forest-scorer.js";
import { areFinite, type BagScores } from "../../scores/bag-scores.js";
import type { Scenario } from "../../scores/scenario.js";
import type { KnownRows } from "../shared/fitted-bags.js";
import { memberDraws } from "./draws.js";
import type { Ensemble } from "./rounds.js";
import type { LabelledBags, RoundsData } from "./rounds-data.js";

/** Bags that vote together, and about how many of their rows. */
const BLOCK = 1024;

/** Training bags whose votes are wanted. */
export interface VotedBags extends LabelledBags {
  readonly rows: KnownRows;
  readonly scenario: Scenario;
}

/**
 * The value of each training bag in the rounds that have seen neither it nor a bag of its group or a copy.
 * Null if some bag was seen by all, or if numbers are too large.
 *
 * Where rounds have looked at all rows of all bags, their own votes are used. Otherwise trees vote on all
 * instances again, as the model does. They do so too where the highest instances count: fewer trees have not seen a
 * positive bag than an unlabeled one, the mean of fewer votes is noisier, and the highest of noisier numbers is
 * higher. So every bag then has as many votes as the one with the fewest. Bags outside the fitted sample then have
 * the votes of all rounds of machines, which cannot be told apart.
 */
export async function heldOutVotes(
  data: VotedBags,
  rounds: RoundsData,
  ensemble: Ensemble,
  { on, topShare }: Pick<ForestScorer, "on" | "topShare">,
  signal: AbortSignal | undefined,
): Promise<BagScores | null> {
  const { fitted, rows, scenario, together } = data;
  if (rounds.drawn.parts === 0 || ensemble.fewest === 0) return null;
  const whole = fitted.bags === null && rounds.notes.length === 0;
  const base = inGivenOrder(ensemble.base, rounds.columns);
  const scorer = { base, on, topShare };
  const evenly = on === "instances" && topShare < 1;
  const votes =
    base.type === "trees" && (!whole || evenly)
      ? await votedAgain(data, rounds, { ...scorer, base, most: evenly ? ensemble.fewest : Infinity }, signal)
      : await votesOf(data, rounds, { scorer, unseen: ensemble.unseen }, signal);
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

type VotingScorer = Pick<ForestScorer, "base" | "on" | "topShare">;

/** The votes that rounds counted themselves, and those of all rounds on bags outside the fitted sample. */
async function votesOf(
  { bags, fitted }: LabelledBags,
  { offsets }: RoundsData,
  { scorer, unseen }: { readonly scorer: VotingScorer; readonly unseen: Float64Array },
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const votes = new Float64Array(bags.size).fill(Number.NaN);
  for (let row = 0; row + 1 < offsets.length; row++)
    votes[fitted.bags === null ? row : fitted.bags[row]] = pooled(scorer, unseen, offsets[row], offsets[row + 1]);
  const others = Array.from(votes.keys()).filter((bag) => Number.isNaN(votes[bag]));
  if (fitted.bags === null) return votes;
  for await (const { some, x, starts } of blocksOf(bags, others, scorer.on, signal)) {
    const values = baseValues(scorer.base, x);
    for (let k = 0; k < some.length; k++) votes[some[k]] = pooled(scorer, values, starts[k], starts[k + 1]);
  }
  return votes;
}

/** The votes of trees that have not seen a bag, at most so many, on all its instances. Costs O(rows x trees x depth). */
async function votedAgain(
  { bags, fitted, together }: LabelledBags,
  { drawn }: RoundsData,
  scorer: VotingScorer & { readonly base: Forest; readonly most: number },
  signal: AbortSignal | undefined,
): Promise<Float64Array> {
  const trees = scorer.base.roots.length;
  const seen = Array.from(memberDraws(drawn, { from: 0, to: trees }), (draw) => draw.seen);
  const rowOf = fittedRows(fitted.bags, together);
  const votes = new Float64Array(bags.size);
  for await (const { some, x, starts } of blocksOf(bags, Array.from(votes.keys()), scorer.on, signal)) {
    const sums = new Float64Array(x.rows);
    for (let k = 0; k < some.length; k++) {
      const row = rowOf(some[k]);
      let count = 0;
      for (let tree = 0; tree < trees && count < scorer.most; tree++) {
        if (row >= 0 && seen[tree][row] === 1) continue;
        count++;
        for (let r = starts[k]; r < starts[k + 1]; r++) sums[r] += treeValue(scorer.base, tree, x, r);
      }
      for (let r = starts[k]; r < starts[k + 1]; r++) sums[r] /= count;
      votes[some[k]] = pooled(scorer, sums, starts[k], starts[k + 1]);
    }
  }
  return votes;
}

/** For a bag, a fitted row of it or of its group or copies; -1 if there is none. */
function fittedRows(fitted: Uint32Array | null, together: Uint32Array): (bag: number) => number {
  if (fitted === null) return (bag) => bag;
  const rows = new Map(Array.from(fitted, (bag, row) => [together[bag], row]));
  return (bag) => rows.get(together[bag]) ?? -1;
}

/** The value of a bag from those of its rows. */
function pooled({ on, topShare }: VotingScorer, values: Float64Array, from: number, to: number): number {
  return on === "bags" ? values[from] : pooledValue({ topShare }, values.slice(from, to));
}

/** What the ensemble looks at in these bags, some at a time. */
async function* blocksOf(bags: BagSet, numbers: readonly number[], on: ForestScorer["on"], signal?: AbortSignal) {
  const pause = breathing(signal);
  for (let from = 0, to = 0; from < numbers.length; from = to) {
    await pause();
    for (let rows = 0; to < numbers.length && (to === from || rows < BLOCK); to++)
      rows += on === "bags" ? 1 : bags.sizeOf(numbers[to]);
    const some = numbers.slice(from, to);
    const block = bags.subset(some);
    const starts = new Uint32Array(some.length + 1);
    for (let k = 0; k < some.length; k++) starts[k + 1] = starts[k] + (on === "bags" ? 1 : block.sizeOf(k));
    const x = on === "bags" ? summaryRows(block) : matrix(block.instances, block.dimension, block.toMatrix());
    yield { some, x, starts };
  }
}

/** The same ensemble for rows with their columns in the given order. */
export function inGivenOrder(base: Ensemble["base"], columns: readonly number[]): Ensemble["base"] {
  if (base.type === "trees") return { ...base, feature: base.feature.map((j) => (j < 0 ? j : columns[j])) };
  const weights = new Float64Array(base.weights.length);
  for (const [k, j] of columns.entries()) weights[j] = base.weights[k];
  return { ...base, weights };
}
