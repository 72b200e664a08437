import type { Answer } from "../bags/answer.js";
import type { BagSet } from "../bags/bag-set.js";
import type { Label } from "../bags/label.js";
import { inUnits, ordinaryUnits } from "../bags/units.js";
import { thousands } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { readOptions } from "../base/option.js";
import { parseKernel } from "../kernels/parse-kernel.js";
import { labelNotes } from "../learners/auto/card.js";
import { autoData } from "../learners/auto/data.js";
import { checkedAutoOptions } from "../learners/auto/options.js";
import { takePropensities } from "../learners/auto/propensity.js";
import { rankHeldOut } from "../learners/auto/train.js";
import type { FitContext } from "../learners/learner.js";
import type { PuSkcOptions } from "../learners/pu-skc/options.js";
import { puSkc } from "../learners/pu-skc/pu-skc.js";
import { distinctInstances } from "../learners/shared/distinct-instances.js";
import { fittedBags } from "../learners/shared/fitted-bags.js";
import { auditedMixture } from "../learners/shared/held-out-mixture.js";
import { alikeNotes } from "../learners/shared/judge-separation.js";
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
import { bagScores } from "../scores/bag-scores.js";
import { labelsCarryPrior } from "../scores/scenario.js";
import { separationOf } from "../scores/separation.js";
import { checkToldOnce, LABELLED_BIAS, priorIfBiased } from "./held-out/labelled-bias.js";
import type { PriorStudy, PriorStudyOptions, Sensitivity, STUDY_SETTING } from "./prior-study.js";

/**
 * Above this many bags, estimators and trainings use a sample: their kernel alone has a row for
 * every bag and a column for every centre, several times over.
 */
const MOST_STUDIED = 20_000;
/** The priors at which to count predicted positives. */
const RANGE = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** The paper's printed formula, which only makes sense with the paper's kernel. */
const PRINTED = "as-printed";

const NOTHING_HELD_OUT: Note = {
  code: "prior-no-evidence",
  message: "there are too few bags to hold some out, so the data say nothing about the prior",
};

const NO_SCORES = bagScores({ positive: [], unlabeled: [] });

type Context = Pick<FitContext, "signal" | "onProgress">;
type Shared = Pick<PriorStudyOptions, "scenario" | "seed">;

/** The work of `studyPrior`. */
export async function runPriorStudy(
  given: BagSet,
  {
    prior,
    priorAtMost,
    audited,
    estimators = false,
    labelledHow,
    labelledBias,
    propensity,
    ...shared
  }: PriorStudyOptions,
  context: Context,
  setting: typeof STUDY_SETTING,
): Promise<PriorStudy> {
  const { labelledBias: factor } = readOptions({ labelledBias: LABELLED_BIAS }, { labelledBias });
  if (factor !== undefined) checkToldOnce({ labelledHow, propensity });
  const { bags: all, of: propensities } =
    propensity === undefined ? { bags: given, of: undefined } : takePropensities(given, propensity);
  const answered = isAnswers(audited) ? reviewedBags(all, audited, shared) : undefined;
  const known = knowledgeOf({
    prior,
    priorAtMost,
    labelledHow,
    audited: isAnswers(audited) ? answered?.audit : audited,
  });
  const before = all.unlabeled().size;
  if (known.audit !== undefined) checkAuditSize(known.audit, before);
  const answeredBags = answered?.bags ?? all;
  const units = ordinaryUnits(answeredBags);
  const labelledBags = units === undefined ? answeredBags : inUnits(units, answeredBags);
  const { bags } = trainingBags(labelledBags, { negatives: "drop" });
  const checked = checkedAutoOptions({ ...shared, labelledHow, propensity });
  const data = await autoData(labelledBags, checked, { propensities });
  const { labelled } = data;
  // Before the long work, so that contradictions show at once.
  const start = applyKnowledge(startingBelief(), known, { labelled });
  const { bags: studied, notes: sampled } = estimators ? studiedBags(bags, shared) : { bags, notes: [] };
  // The same evidence as in `auto`, so that both agree.
  const chosen = await rankHeldOut(data, { start, ...checked }, context);
  const { held } = chosen;
  const { mixture, comparison, notes: unfair } = auditedMixture(data, chosen, known, answered?.found);
  const belief = mixture.posterior(start);
  // As `auditedMixture` trusts them.
  const { distinct, trust: usual } = data;
  const trust = unfair.length > 0 ? "none" : known.audit !== undefined && usual === "full" ? "beside-audit" : usual;
  const alike = held === undefined ? [] : alikeNotes(separationOf(held), held);
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
      notes: [...alike, ...unfair],
    }),
    comparison,
    labelledBias:
      factor === undefined ? null : priorIfBiased(held ?? NO_SCORES, { factor, start, mixture, distinct, trust }),
    notes: [
      ...(held === undefined ? [NOTHING_HELD_OUT] : mixture.notes),
      ...alike,
      ...unfair,
      ...labelNotes(data, propensities),
      ...knowledgeNotes(known, { labelled }),
      ...sampled,
      ...(answered?.notes ?? []),
    ],
    estimates: estimators ? allEstimates(studied, shared) : [],
    sensitivity: estimators ? await sensitivityOf(studied, bags, { ...setting, ...shared }, context) : [],
  };
}

/**
 * How many unlabeled bags `puSkc` calls positive as the prior grows, from the studied ones among all
 * bags.
 */
async function sensitivityOf(
  studied: BagSet,
  bags: BagSet,
  options: PuSkcOptions,
  { signal, onProgress }: Context,
): Promise<Sensitivity[]> {
  const unlabeled = studied.unlabeled();
  const standsFor = bags.unlabeled().size / unlabeled.size;
  const found: Sensitivity[] = [];
  for (const [done, prior] of RANGE.entries()) {
    onProgress?.({ step: "sensitivity", done, total: RANGE.length });
    const model = await puSkc({ ...options, prior }).fit(studied, { signal, findCopies: false, judge: false });
    const called = model.scores(unlabeled).filter((score) => score >= 0).length;
    found.push({ prior, predictedPositive: Math.round(called * standsFor) });
  }
  return found;
}

/**
 * The bags for the estimators and the ten trainings: all, or a sample of very many. In a single set
 * the share of labelled bags tells the prior, so it stays.
 */
export function studiedBags(
  bags: BagSet,
  { scenario, seed = 0 }: Shared,
  most = MOST_STUDIED,
): { bags: BagSet; notes: Note[] } {
  const rowsOf = (label: Label) =>
    Uint32Array.from({ length: bags.size }, (_, i) => i).filter((i) => bags.labelOf(i) === label);
  const rows = { positive: rowsOf("positive"), unlabeled: rowsOf("unlabeled"), negative: rowsOf("negative") };
  const drawn = fittedBags(rows, seed, { most, equalRate: labelsCarryPrior(scenario) });
  if (drawn.bags === null) return { bags, notes: [] };
  const { positive, unlabeled } = drawn.rows;
  const message = `there are many bags, so the estimators and the numbers of predicted positives come from a random sample of ${thousands(positive.length)} of ${thousands(rows.positive.length)} positive and ${thousands(unlabeled.length)} of ${thousands(rows.unlabeled.length)} unlabeled bags; the distribution of the prior comes from all`;
  return { bags: bags.subset(drawn.bags), notes: [{ code: "studied-on-sample", message }] };
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
