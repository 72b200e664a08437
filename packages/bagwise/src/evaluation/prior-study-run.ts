import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import { inUnits, ordinaryUnits } from "../bags/units.js";
import type { Note } from "../base/note.js";
import { parseKernel } from "../kernels/parse-kernel.js";
import { autoData } from "../learners/auto/data.js";
import { alikeNotes } from "../learners/auto/held-out.js";
import { checkedAutoOptions } from "../learners/auto/options.js";
import { chooseNegativeWeight } from "../learners/auto/train.js";
import type { FitContext } from "../learners/learner.js";
import type { PuSkcOptions } from "../learners/pu-skc/options.js";
import { puSkc } from "../learners/pu-skc/pu-skc.js";
import { distinctInstances } from "../learners/shared/distinct-instances.js";
import { trainingBags } from "../learners/shared/training-bags.js";
import { adviseOnPrior } from "../prior/belief/advice.js";
import { reviewedBags } from "../prior/belief/answers.js";
import { checkAuditSize } from "../prior/belief/audit.js";
import { startingBelief } from "../prior/belief/belief.js";
import { knowledgeNotes } from "../prior/belief/knowledge-notes.js";
import { applyKnowledge, knowledgeOf } from "../prior/belief/known-prior.js";
import { sketchBelief } from "../prior/belief/sketch.js";
import { describeBelief } from "../prior/belief/summary.js";
import type { PriorEstimate } from "../prior/estimators/estimate.js";
import { estimatePrior, estimatePriors } from "../prior/estimators/estimate-prior.js";
import { PRIOR_METHOD_NAMES } from "../prior/estimators/method.js";
import { scaledPriorInput } from "../prior/estimators/prior-input.js";
import type { PriorStudy, PriorStudyOptions, Sensitivity, STUDY_SETTING } from "./prior-study.js";

/** The priors at which to count predicted positives. */
const RANGE = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** The paper's printed formula, which only makes sense with the paper's kernel. */
const PRINTED = "as-printed";

const NOTHING_HELD_OUT: Note = {
  code: "prior-no-evidence",
  message: "there are too few bags to hold some out, so the data say nothing about the prior",
};

type Context = Pick<FitContext, "signal" | "onProgress">;
type Shared = Pick<PriorStudyOptions, "scenario" | "seed">;

/** The work of `studyPrior`. */
export async function runPriorStudy(
  all: BagSet,
  { prior, priorAtMost, audited, estimators = false, ...shared }: PriorStudyOptions,
  context: Context,
  setting: typeof STUDY_SETTING,
): Promise<PriorStudy> {
  const answered = isAnswers(audited) ? reviewedBags(all, audited, shared) : undefined;
  const known = knowledgeOf({ prior, priorAtMost, audited: isAnswers(audited) ? answered?.audit : audited });
  const before = all.unlabeled().size;
  if (known.audit !== undefined) checkAuditSize(known.audit, before);
  const answeredBags = answered?.bags ?? all;
  const units = ordinaryUnits(answeredBags);
  const labelledBags = units === undefined ? answeredBags : inUnits(units, answeredBags);
  const { bags } = trainingBags(labelledBags, { negatives: "drop" });
  const data = await autoData(labelledBags, checkedAutoOptions(shared));
  const { labelled } = data;
  // Before the long work, so that contradictions show at once.
  const start = applyKnowledge(startingBelief(), known, { labelled });
  // The same evidence as in `auto`, so that both agree.
  const { mixture, held } = await chooseNegativeWeight(data, start, context);
  const belief = mixture.posterior(start);
  const left = Math.max(0, before - (known.audit?.reviewed ?? 0));
  return {
    unlabeled: bags.unlabeled().size,
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
      ...(answered?.notes ?? []),
    ],
    estimates: estimators ? allEstimates(bags, shared) : [],
    sensitivity: estimators ? await sensitivityOf(bags, { ...setting, ...shared }, context) : [],
  };
}

/** How many unlabeled bags `puSkc` calls positive as the prior grows. */
async function sensitivityOf(
  bags: BagSet,
  options: PuSkcOptions,
  { signal, onProgress }: Context,
): Promise<Sensitivity[]> {
  const unlabeled = bags.unlabeled();
  const found: Sensitivity[] = [];
  for (const [done, prior] of RANGE.entries()) {
    onProgress?.({ step: "sensitivity", done, total: RANGE.length });
    const model = await puSkc({ ...options, prior }).fit(bags, { signal, findCopies: false });
    found.push({ prior, predictedPositive: model.scores(unlabeled).filter((score) => score >= 0).length });
  }
  return found;
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
