import type { BagSet } from "../../bags/bag-set.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { type Certificate, Model } from "../../model/model.js";
import { checkAuditSize } from "../../prior/belief/audit.js";
import { knowledgeOf } from "../../prior/belief/known-prior.js";
import type { FitContext } from "../learner.js";
import { certificateNotes } from "../shared/card-parts.js";
import { negativeNotes } from "../shared/decision-words.js";
import { knownBags } from "../shared/known-bags.js";
import { baggingData } from "./data.js";
import { decide } from "./decision.js";
import type { CheckedBaggingOptions } from "./options.js";
import { type Ensemble, runRounds } from "./rounds.js";
import { heldOutVotes, inGivenOrder } from "./votes.js";
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
  const ensemble = await runRounds(data.rounds, options, context);
  signal?.throwIfAborted();
  const topShare = options.pooling === "max" ? 0 : options.pooling === "top" ? options.share : 1;
  const votes = await heldOutVotes(data, data.rounds, ensemble, { ...options, topShare }, signal);
  const { link, prior, heldOut, calibrated, word, reasons, notes } = decide(data, votes, {
    knowledge,
    found: foundPositive,
  });
  const base = inGivenOrder(ensemble.base, data.rounds.columns);
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
        ...(negative > 0 && unlabeled > 0 && { negativeWeight: data.rounds.drawn.negativeWeight }),
      },
      certificate: ensemble.certificate ?? grownCertificate(rounds),
      risks: [],
      measures: null,
      // The score already is the log-odds.
      calibration: calibrated ? { slope: 1, intercept: 0 } : null,
      bound: null,
      training: {
        positive,
        unlabeled,
        ...(negative > 0 && { negative }),
        instances: data.rounds.instances,
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
