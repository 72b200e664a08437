import type { BagSet } from "../../bags/bag-set.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import {
  baseValues,
  type ForestScorer,
  instanceValues,
  pooledValue,
  summaryRows,
} from "../../model/forest/forest-scorer.js";
import { type Certificate, Model } from "../../model/model.js";
import { checkAuditSize } from "../../prior/belief/audit.js";
import { knowledgeOf } from "../../prior/belief/known-prior.js";
import { areFinite, type BagScores } from "../../scores/bag-scores.js";
import { negativeNotes } from "../auto/words.js";
import type { FitContext } from "../learner.js";
import { breathing } from "../shared/breathe.js";
import { cardMeasures, certificateNotes } from "../shared/card-parts.js";
import { knownBags } from "../shared/known-bags.js";
import { type BaggingData, baggingData } from "./data.js";
import { decide } from "./decision.js";
import type { CheckedBaggingOptions } from "./options.js";
import { type Ensemble, runRounds } from "./rounds.js";
import { rankingWords } from "./words.js";

/** Trains PU bagging with checked options; `given` are the options as the caller wrote them. */
export async function trainBagging(
  all: BagSet,
  options: CheckedBaggingOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  const { signal, auditedFrom, foundPositive } = context;
  signal?.throwIfAborted();
  const knowledge = knowledgeOf(options);
  if (knowledge.audit !== undefined) checkAuditSize(knowledge.audit, auditedFrom ?? all.unlabeled().size);
  const data = await baggingData(all, options, { prior: knowledge.value });
  const ensemble = await runRounds(data, options, context);
  signal?.throwIfAborted();
  const topShare = options.pooling === "max" ? 0 : options.pooling === "top" ? options.share : 1;
  const votes = await heldOutVotes(data, ensemble, { ...options, topShare }, signal);
  const { link, prior, heldOut, calibrated, word, reasons, notes } = decide(data, votes, {
    knowledge,
    found: foundPositive,
  });
  const base = inGivenOrder(ensemble.base, data.columns);
  const { positive, unlabeled, negative } = data.counts;
  const { splits, rounds, on, pooling } = options;
  return new Model({
    card: {
      learner: "bagging",
      bagwise: version,
      options: given,
      kernel: null,
      prior,
      chosen: {
        base: options.base,
        on,
        ...(on === "instances" && { pooling }),
        ...(options.base === "trees" && { splits }),
        rounds,
        decision: word,
        ...(negative > 0 && unlabeled > 0 && { negativeWeight: data.drawn.negativeWeight }),
      },
      certificate: ensemble.certificate ?? grownCertificate(rounds),
      risks: [],
      measures: cardMeasures(heldOut, prior, options),
      // The score already is the log-odds.
      calibration: calibrated ? { slope: 1, intercept: 0 } : null,
      bound: null,
      training: {
        positive,
        unlabeled,
        ...(negative > 0 && { negative }),
        instances: data.instances,
        centres: 0,
        dataHash: data.dataHash,
      },
      reasons: [...rankingWords(data, ensemble, options), ...reasons],
      notes: [...data.notes, ...negativeNotes(negative), ...notes, ...proofNotes(ensemble, options)],
    },
    scaling: data.scaling,
    scorer: { kind: "forest", on, topShare, base, centre: data.centre, link },
    ...knownBags(data.bags, heldOut),
  });
}

/** A block of bags outside the fitted sample. */
const BLOCK = 1024;

/**
 * The value of each training bag in the rounds that have not seen it. Bags outside the fitted sample are
 * new to all rounds. Null if some bag was seen by all, or if numbers are too large.
 */
async function heldOutVotes(
  data: BaggingData,
  { base, unseen, fewest }: Ensemble,
  { on, topShare }: { readonly on: "bags" | "instances"; readonly topShare: number },
  signal: AbortSignal | undefined,
): Promise<BagScores | null> {
  if (data.drawn.parts === 0 || fewest === 0) return null;
  const { bags, fitted, offsets, rows, scenario, together } = data;
  const votes = new Float64Array(bags.size).fill(Number.NaN);
  for (let row = 0; row + 1 < offsets.length; row++) {
    const own = unseen.slice(offsets[row], offsets[row + 1]);
    votes[fitted.bags === null ? row : fitted.bags[row]] = on === "bags" ? own[0] : pooledValue({ topShare }, own);
  }
  if (fitted.bags !== null) {
    const pause = breathing(signal);
    const others = Array.from(votes.keys()).filter((bag) => Number.isNaN(votes[bag]));
    const scorer = { base: inGivenOrder(base, data.columns), on, topShare };
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
function inGivenOrder(base: Ensemble["base"], columns: readonly number[]): Ensemble["base"] {
  if (base.type === "trees") return { ...base, feature: base.feature.map((j) => (j < 0 ? j : columns[j])) };
  const weights = new Float64Array(base.weights.length);
  for (const [k, j] of columns.entries()) weights[j] = base.weights[k];
  return { ...base, weights };
}

/** Trees are grown step by step, and nothing is proven about them. */
function grownCertificate(rounds: number): Certificate {
  return {
    status: "local",
    iterations: rounds,
    primalObjective: 0,
    dualObjective: Number.NEGATIVE_INFINITY,
    relativeGap: Number.POSITIVE_INFINITY,
  };
}

const ADVICE = { invalid: "scale the features", inaccurate: "a smaller cost may help" };

function proofNotes({ certificate }: Ensemble, { rounds }: CheckedBaggingOptions): Note[] {
  if (certificate !== null)
    return certificateNotes(certificate, { advice: ADVICE, problem: "the training problem of a machine" });
  return [
    {
      code: "not-convex",
      message: `${count(rounds, "tree was", "trees were")} grown split by split, each from a few random tries: no proof exists that other trees would not do better, and another seed gives slightly other scores`,
    },
  ];
}
