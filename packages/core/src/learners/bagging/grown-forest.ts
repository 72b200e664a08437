import type { ForestScorer } from "../../scorers/forest/forest-scorer.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { FitContext } from "../learner.js";
import type { Work } from "../work.js";
import { type EnsembleOptions, type RoundsJob, type RoundsOutcome, runRounds } from "./rounds.js";
import { centreOf, type RoundsOptions, roundsData } from "./rounds-data.js";
import { heldOutVotes, inGivenOrder, type VotedBags } from "./votes.js";

/** How randomised trees are grown. A cost is for machines, of which there are none. */
const RANDOMISED_TREES: Omit<EnsembleOptions, "rounds" | "leaf"> = {
  base: "trees",
  splits: "random",
  candidates: undefined,
  cost: 1,
};

/** A forest that was grown, and what it says about training bags that its trees have not seen. */
export interface GrownForest {
  readonly scorer: Omit<ForestScorer, "link">;
  readonly held: BagScores;
  /** The instances that trees were grown on. */
  readonly instances: number;
}

/**
 * Grows randomised trees by PU bagging, to be averaged with other rankings: the score of a bag is its vote, or the
 * mean vote of its instances. Null if some bag was seen by all trees. `work` is the unit of work under the
 * name of another learner. Costs as `growTrees`.
 */
export async function grownForest(
  data: VotedBags,
  options: RoundsOptions,
  { rounds: count, leaf }: Pick<EnsembleOptions, "rounds" | "leaf">,
  context: FitContext,
  work?: Work<RoundsJob, RoundsOutcome>,
): Promise<GrownForest | null> {
  const { on } = options;
  const rounds = roundsData(data, options);
  const ensemble = await runRounds(rounds, { ...RANDOMISED_TREES, leaf, rounds: count }, context, work);
  context.signal?.throwIfAborted();
  const held = await heldOutVotes(data, rounds, ensemble, { on, topShare: 1 }, context.signal);
  if (held === null) return null;
  const base = inGivenOrder(ensemble.base, rounds.columns);
  const scorer = { kind: "forest", on, topShare: 1, base, centre: centreOf(data.bags) } as const;
  return { scorer, held, instances: rounds.instances };
}
