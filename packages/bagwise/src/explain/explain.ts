import type { BagSet } from "../bags/bag-set.js";
import { applyScaling } from "../bags/scaling.js";
import { badOption } from "../base/option.js";
import { breathing } from "../learners/shared/breathe.js";
import { allEqual } from "../model/leave-one-out.js";
import type { Model } from "../model/model.js";
import type { Scorer } from "../model/scorer.js";
import { witnessOf } from "../model/witness.js";
import { checkComputable } from "../statistics/check-bags.js";
import { extremesOf, type Others, othersOf } from "../statistics/leave-one-out.js";
import { bagExplainer } from "./bag-explainer.js";
import type { Explainer } from "./explainer.js";
import type { BagExplanation, ExplainOptions, ExplainRun } from "./explanation.js";
import { featureEffects } from "./feature-effects.js";
import { instanceExplainer } from "./instance-explainer.js";
import { viewsExplainer } from "./views/views-explainer.js";

const FEATURES = 5;
/** So many instances are scaled and scored at a time. */
const BLOCK = 4096;

/**
 * Why each bag has its score: what every instance contributes, which one is the witness, and which
 * of its features carry it. For any learner. In the order of the bags; no bags: none.
 *
 * Contributions are exact: g(X) - g(X without x), computed from what changes; they need not add up
 * to the score. See `BagExplanation` for bags of one instance, of equal instances, and ties. Gives
 * the page a turn every 50 ms. Throws an InputError as `model.scores` does, and for an option out
 * of range.
 *
 * @example
 * const [{ witness, features }] = await explain(model, bags.subset([0]));
 * console.log(`instance ${witness.row}, because ${features[0].name} is ${features[0].direction}`);
 */
export async function explain(
  model: Model,
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

/**
 * As `explain`, one bag at a time and without waiting, for loops that end early or that hand over
 * to others by themselves.
 */
export function* explainEach(
  model: Model,
  bags: BagSet,
  { features = FEATURES }: ExplainOptions = {},
): Generator<BagExplanation> {
  if (!(features >= 0 && (Number.isInteger(features) || features === Infinity)))
    throw badOption("features", features, "a whole number from 0 up, or Infinity");
  const { scorer, scaling } = model.parts();
  const explainer = explainerOf(scorer);
  const typical = typicalOf(scorer, scaling.features.length);
  for (const numbers of blocksOf(bags)) {
    const scaled = applyScaling(scaling, bags.subset(numbers));
    checkComputable(scaled);
    const each = numbers.map((_, k) => {
      const rows = { data: scaled.data, start: scaled.startOf(k), size: scaled.sizeOf(k), width: scaled.dimension };
      return { rows, extremes: extremesOf(rows) };
    });
    const { scores, examine } = explainer(scaled, each);
    for (const [k, index] of numbers.entries()) {
      const { rows, extremes } = each[k];
      const { contributions: found, key, effects } = examine(k);
      const same = scorer.kind !== "instances" && allEqual(rows);
      // A bag of one instance is nothing without it; and one of equal instances is the same without
      // any, whatever the rounding.
      const contributions = !same ? found : rows.size === 1 ? Float64Array.of(scores[k]) : found.fill(0);
      const witness = witnessOf(contributions, scores[k], bags.startOf(index), key);
      const others = rows.size === 1 ? typical : othersOf(rows, extremes, witness.instance);
      yield {
        bag: bags.idOf(index),
        index,
        score: scores[k],
        contributions,
        witness,
        tied: witness.tied,
        features:
          features === 0 || (same && rows.size > 1)
            ? []
            : featureEffects(bags, index, witness.instance, {
                effects: effects(witness.instance, others, features),
                names: scaling.features,
                above: (j) => rows.data[(rows.start + witness.instance) * rows.width + j] >= others.mean[j],
                most: features,
              }),
      };
    }
  }
}

function explainerOf(scorer: Scorer): Explainer {
  if (scorer.kind === "instances") return instanceExplainer(scorer);
  return scorer.kind === "views" ? viewsExplainer(scorer) : bagExplainer(scorer);
}

/**
 * What an instance that is alone is compared with: the mean of the training bags' means, which
 * `auto` keeps; else what scaling makes 0, the mean of the training instances unless scaled
 * otherwise.
 */
function typicalOf(scorer: Scorer, width: number): Others {
  const value = scorer.kind === "views" ? scorer.views.centre.slice(2 * width) : new Float64Array(width);
  return { low: value, high: value, mean: value };
}

/** Numbers of bags that have about `BLOCK` instances together. */
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
