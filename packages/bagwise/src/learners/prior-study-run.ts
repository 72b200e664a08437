import type { BagSet } from "../bags/index.js";
import type { Note } from "../base/note.js";
import { parseKernel } from "../kernels/index.js";
import { type Answer, reviewedBags } from "../prior/answers.js";
import { startingBelief } from "../prior/belief.js";
import { adviseOnPrior } from "../prior/belief-advice.js";
import { sketchBelief } from "../prior/belief-sketch.js";
import { describeBelief } from "../prior/belief-summary.js";
import { estimatePrior, estimatePriors, PRIOR_METHOD_NAMES, type PriorEstimate } from "../prior/index.js";
import { applyKnowledge, knowledgeOf } from "../prior/known-prior.js";
import { autoData } from "./auto-data.js";
import { alikeNotes } from "./auto-held-out.js";
import { checkedAutoOptions } from "./auto-options.js";
import { chooseWeight } from "./auto-train.js";
import { distinctInstances } from "./distinct-instances.js";
import { auditSizeNotes, knowledgeNotes } from "./knowledge-notes.js";
import type { FitContext } from "./learner.js";
import type { PriorStudy, PriorStudyOptions, Sensitivity, STUDY_SETTING } from "./prior-study.js";
import { puSkc } from "./pu-skc.js";
import { scaledPriorInput } from "./scaled-prior-input.js";
import { trainingBags } from "./training-bags.js";

/** Priors for which predicted positives are counted. */
const RANGE = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** The formula as the paper prints it, which only means something with the paper's kernel. */
const PRINTED = "as-printed";

const NOTHING_HELD_OUT: Note = {
  code: "prior-no-evidence",
  message: "too few bags to hold any out, so the data tell nothing of the prior",
};

type Shared = Pick<PriorStudyOptions, "scenario" | "seed">;

/** The work of `studyPrior`. */
export async function runPriorStudy(
  all: BagSet,
  { prior, priorAtMost, audited, ...shared }: PriorStudyOptions,
  { signal, onProgress }: Pick<FitContext, "signal" | "onProgress">,
  setting: typeof STUDY_SETTING,
): Promise<PriorStudy> {
  const answered = isAnswers(audited) ? reviewedBags(all, audited, shared) : undefined;
  const known = knowledgeOf({ prior, priorAtMost, audited: isAnswers(audited) ? answered?.audit : audited });
  const labelledBags = answered?.bags ?? all;
  const { bags } = trainingBags(labelledBags, { negatives: "drop" });
  const data = await autoData(labelledBags, checkedAutoOptions(shared));
  const { labelled } = data;
  // Before the estimators run, so that contradictions are found at once.
  const start = applyKnowledge(startingBelief(), known, { labelled });
  const estimates = allEstimates(bags, shared);
  // The evidence of `auto`, so that both say the same.
  const { mixture, held } = await chooseWeight(data, start, { signal });
  const belief = mixture.posterior(start);
  const unlabeled = bags.unlabeled();
  const before = all.unlabeled().size;
  const left = Math.max(0, before - (known.audit?.reviewed ?? 0));
  const sensitivity: Sensitivity[] = [];
  for (const [done, share] of RANGE.entries()) {
    onProgress?.({ step: "sensitivity", done, total: RANGE.length });
    const model = await puSkc({ ...setting, ...shared, prior: share }).fit(bags, { signal, findCopies: false });
    sensitivity.push({ prior: share, predictedPositive: model.scores(unlabeled).filter((score) => score >= 0).length });
  }
  return {
    unlabeled: unlabeled.size,
    known,
    belief,
    summary: describeBelief(belief),
    picture: sketchBelief(belief),
    advice: adviseOnPrior(belief, {
      labelled,
      known,
      left,
      file: fileOf(audited),
      positive: data.rows.positive.length,
      notes: alikeNotes(held),
    }),
    notes: [
      ...(held === undefined ? [NOTHING_HELD_OUT] : mixture.notes),
      ...alikeNotes(held),
      ...knowledgeNotes(known, { labelled }),
      ...(answered?.notes ?? (known.audit === undefined ? [] : auditSizeNotes(known.audit, before))),
    ],
    estimates,
    sensitivity,
  };
}

function allEstimates(bags: BagSet, shared: Shared): PriorEstimate[] {
  const distinct = distinctInstances(bags);
  const others = PRIOR_METHOD_NAMES.filter((name) => name !== PRINTED);
  const paper = { ...shared, kernel: parseKernel("minimax-polynomial") };
  return [
    ...estimatePriors(others, scaledPriorInput(distinct, shared), shared),
    estimatePrior(PRINTED, scaledPriorInput(distinct, paper), shared),
  ];
}

function isAnswers(audited: PriorStudyOptions["audited"]): audited is readonly Answer[] {
  return Array.isArray(audited);
}

function fileOf(audited: PriorStudyOptions["audited"]): string | undefined {
  return isAnswers(audited) ? audited[0]?.where?.file : undefined;
}
