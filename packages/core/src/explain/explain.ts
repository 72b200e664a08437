import type { BagSet } from "../bags/bag-set.js";
import { applyScaling } from "../bags/scaling.js";
import { breathing } from "../base/breathe.js";
import { badOption } from "../base/option.js";
import type { BagExplanation, Explained, ExplainOptions, ExplainRun } from "./explanation.js";
import { featureEffects } from "./feature-effects.js";
import { leaveOneOut } from "./leave-one-out/leave-one-out.js";

const FEATURES = 5;
/** Instances that are scaled and scored at a time. */
const BLOCK = 4096;

/**
 * Explains the score of each bag: the contribution of every instance, the witness, and the
 * witness's features that matter most. Works for every learner. Explanations come in the order of
 * the bags.
 *
 * Contributions are exact, g(X) - g(X without x), and need not add up to the score. See
 * `BagExplanation` for bags of one instance, bags of equal instances, and ties. Yields to the event
 * loop every 50 ms, so a page stays responsive. Throws an InputError as `model.scores` does, and
 * for an option out of range.
 *
 * @example
 * const [{ witness, features }] = await explain(model, bags.subset([0])); console.log(`instance
 * ${witness.row}, because ${features[0].name} is ${features[0].direction}`);
 */
export async function explain(
  model: Explained,
  bags: BagSet,
  { signal, onProgress, ...options }: ExplainOptions & ExplainRun = {},
): Promise<BagExplanation[]> {
  const turn = breathing(signal);
  const result: BagExplanation[] = [];
  for (const explanation of explainEach(model, bags, options)) {
    result.push(explanation);
    onProgress?.(result.length, bags.size);
    await turn();
  }
  return result;
}

/** Like `explain`, but synchronous and one bag at a time, for loops that stop early. */
export function* explainEach(
  model: Explained,
  bags: BagSet,
  { features = FEATURES, scores }: ExplainOptions = {},
): Generator<BagExplanation> {
  if (!(features >= 0 && (Number.isInteger(features) || features === Infinity)))
    throw badOption("features", features, "a whole number from 0 up, or Infinity");
  if (scores !== undefined && scores.length !== bags.size)
    throw badOption("scores", scores.length, `one score for each of ${bags.size} bags`);
  const { scorer, scaling } = model.parts();
  const examine = leaveOneOut(scorer);
  const ofInstances = model.scoresInstances;
  let index = 0;
  for (const numbers of blocksOf(bags)) {
    const known = scores && Float64Array.from(numbers, (i) => scores[i]);
    for (const examined of examine(applyScaling(scaling, bags.subset(numbers)), known)) {
      const { score, contributions, witness, drop } = examined;
      const without = contributions.length === 1 ? undefined : drop?.(witness.instance);
      yield {
        bag: bags.idOf(index),
        index,
        score,
        contributions,
        witness: { ...witness, row: bags.startOf(index) + witness.instance },
        tied: witness.tied,
        decides: decides(
          score,
          model.threshold,
          without ?? dropWithout(contributions, witness.instance, score, ofInstances),
        ),
        features:
          features === 0
            ? []
            : featureEffects(bags, index, witness.instance, {
                ...examined.effects(features),
                names: scaling.features,
                most: features,
              }),
        terms: features === 0 ? [] : examined.terms(features),
      };
      index++;
    }
  }
}

/** An instance that takes less than this share of the way to the threshold decides nothing. */
const DECISIVE = 0.5;

function decides(score: number, threshold: number, drop: number): boolean {
  const margin = score - threshold;
  return margin >= 0 && drop > 0 && drop >= DECISIVE * margin;
}

/** How much the score of a bag falls without its witness; all the way if it is the only instance. */
function dropWithout(contributions: Float64Array, witness: number, score: number, ofInstances: boolean): number {
  if (contributions.length === 1) return Number.POSITIVE_INFINITY;
  if (!ofInstances) return contributions[witness];
  // The bag would have the score of the next instance.
  return contributions.reduce((drop, value, j) => (j === witness ? drop : Math.min(drop, score - value)), Infinity);
}

/** Groups of bag indices with about `BLOCK` instances each. */
function* blocksOf(bags: BagSet): Generator<number[]> {
  let block: number[] = [];
  for (let i = 0, total = 0; i < bags.size; i++) {
    block.push(i);
    total += bags.sizeOf(i);
    if (total < BLOCK && i < bags.size - 1) continue;
    yield block;
    block = [];
    total = 0;
  }
}
