import type { BagSet } from "@bagwise/core/bags";
import { InputError, optionList, readOptions, version, withinFile } from "@bagwise/core/base";
import {
  checkToldOnce,
  EVALUATE_OPTIONS,
  type EvaluationScores,
  evaluateHeldOut,
  evaluateIfBiased,
  evaluateWithoutPrior,
  evaluationScores,
  type HeldOutEvaluation,
  keptScores,
  LABELLED_BIAS,
  linkOf,
  matchNotes,
  matchTraining,
  noPrior,
} from "@bagwise/core/judge";
import type { TrainingProgress } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { priorFor } from "@bagwise/core/prior";
import { allKnown } from "@bagwise/core/scores";
import { Command, InvalidArgumentError } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { workerExecutor } from "../../node/threads/worker-executor.js";
import { addDescribedFlags, withFlagNames } from "../flags/options.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { usualThreads, workersOrCores } from "../flags/workers.js";
import { evaluationReport, freshLines, leakedBags, reportWithoutPrior } from "../text/evaluation.js";
import { knowWithProgress, SCORING_WORKERS_HELP } from "../text/know-with-progress.js";
import { biasOfMeasures } from "../text/labelled-bias.js";
import { auditLines } from "../text/next-steps.js";
import { print, printJson } from "../text/output.js";
import { progressLine } from "../text/progress.js";
import { noteLines } from "../text/training.js";
import { knownEvaluation, truthEvaluation } from "../text/truth.js";

const EXAMPLES = `
Examples:
  $ bagwise evaluate actives.model                        from held-out training bags, without any negative
  $ bagwise evaluate actives.model --top 25               positives among the top 25 unlabeled bags
  $ bagwise evaluate actives.model --prior 0.1..0.4       if the share of positives is within this range
  $ bagwise evaluate actives.model --labelled-bias 2      if some positives were twice as likely to be labelled
  $ bagwise evaluate actives.model labelled.csv           against the truth, if the file has labels 1 and -1
  $ bagwise evaluate actives.model new.csv                on positive and unlabeled bags that are new to the model
  $ bagwise evaluate actives.model new.csv --trained-on train.csv    the same without copies of training bags
  $ bagwise evaluate actives.model train.csv --folds 5    cross-validate the method
  $ bagwise evaluate actives.model --json`;

/** Notes of the training that the measures depend on, unless you state the prior. */
const OF_THE_PRIOR: readonly string[] = ["prior-too-high", "labels-not-fair", "estimate-against-audit"];

/** The flags as commander hands them over. */
export interface EvaluateFlags extends ReadingFlags {
  readonly prior?: string;
  readonly top?: readonly number[];
  readonly folds?: number;
  readonly trainedOn?: string;
  readonly level?: number;
  readonly bootstrap?: number;
  readonly seed?: number;
  readonly labelledBias?: number;
  readonly workers?: string;
  readonly json?: boolean;
}

/**
 * `bagwise evaluate MODEL [FILE]`: how good a model is, by the true labels if a file has them,
 * otherwise by held-out positive and unlabeled bags.
 */
export function evaluateCommand(): Command {
  const command = new Command("evaluate")
    .description("show how good a model is, from held-out bags without negatives or from a file with labels 1 and -1")
    .argument("<model>", "a model file")
    .argument("[file]", "bags, or - for standard input (default: the held-out training bags)");
  addReadingFlags(command)
    .option("--prior <share>", "share of positives: 0.3, or a range 0.1..0.4 (default: the model's)")
    .option(
      "-n, --top <k,...>",
      "how many positives to expect among the k unlabeled bags with the highest scores",
      wholes,
    )
    .option("--trained-on <file>", "training file, to find near-copies of its bags in FILE")
    .option(
      "--folds <number>",
      "retrain the model's method on FILE by cross-validation with this many folds",
      (text: string) => whole(text, 2),
    );
  return addDescribedFlags(command, optionList({ ...EVALUATE_OPTIONS, labelledBias: LABELLED_BIAS }))
    .option("--workers <number>", SCORING_WORKERS_HELP.replace("scoring", "scoring, and for training with --folds"))
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((model: string, file: string | undefined, flags: EvaluateFlags) =>
      withFlagNames(() => run(model, file, flags)),
    );
}

async function run(path: string, file: string | undefined, { workers: asked, ...flags }: EvaluateFlags): Promise<void> {
  refuseIdle(flags, file);
  readOptions({ labelledBias: LABELLED_BIAS }, { labelledBias: flags.labelledBias });
  const workers = workersOrCores(asked);
  const model = await loadModel(path);
  if (file === undefined) {
    const scores = await withinFile(path, async () => keptScores(model));
    report(path, model, { scores, source: "held-out", notes: [] }, flags);
    return;
  }
  const { bags, notes } = await readWithFlags(file, flags, model);
  const training = await readTraining(model, flags);
  if (flags.folds === undefined && bags.labels().includes("negative")) {
    if (flags.labelledBias !== undefined) throw nothingHidden("labelledBias");
    const match = await withinFile(flags.trainedOn ?? file, () =>
      matchTraining(model, bags, { training: training?.bags }),
    );
    const all = [...notes, ...matchNotes(model, bags, match, training)];
    const known = bags.filter((i) => bags.labelOf(i) !== "unlabeled");
    const knowing = await knowWithProgress(model, known, file, workers);
    await truthEvaluation(knowing, bags, { ...flags, path, file, notes: all, match, searched: training !== undefined });
    return;
  }
  const progress = progressLine("cross-fitting");
  const onProgress = ({ done, total }: TrainingProgress) => progress.update(done, total);
  const { folds, seed } = flags;
  const prepare = (trained: Model, all: BagSet) => knowWithProgress(trained, all, file, workers);
  const threads = folds === undefined ? 1 : asked === undefined ? usualThreads(bags) : workers;
  const pool = threads === 1 ? undefined : workerExecutor(threads);
  const found = await withinFile(file, () =>
    evaluationScores(model, bags, { folds, seed, training, onProgress, prepare, execute: pool?.execute }),
  ).finally(async () => {
    progress.end();
    await pool?.close();
  });
  const leaked = found.match && leakedBags(bags, found.match);
  report(path, model, { ...found, file, leaked, notes: [...notes, ...found.notes] }, flags);
}

/** The bags of --trained-on; a file of labels is for the bags to evaluate. */
async function readTraining(model: Model, { trainedOn, labels: _, ...flags }: EvaluateFlags) {
  if (trainedOn === undefined) return undefined;
  return { bags: (await readWithFlags(trainedOn, flags, model)).bags, name: trainedOn };
}

type Found = EvaluationScores & { readonly file?: string; readonly leaked?: ReturnType<typeof leakedBags> | undefined };

function report(path: string, model: Model, found: Found, flags: EvaluateFlags): void {
  const { scores, source, file, notes, leaked, fresh } = found;
  const prior = priorFor(model.card, scores, flags.prior);
  const options = {
    // A method that is trained again has no chosen threshold.
    threshold: source === "cross-fitted" ? 0 : model.threshold,
    level: flags.level,
    bootstrap: flags.bootstrap,
    seed: flags.seed,
    top: flags.top,
  };
  if (flags.labelledBias !== undefined) checkToldOnce(model.card.options);
  if (allKnown(scores)) {
    if (flags.top !== undefined) throw nothingHidden("top");
    if (flags.labelledBias !== undefined) throw nothingHidden("labelledBias");
    knownEvaluation(model, scores, { ...flags, threshold: options.threshold, path, file, source, notes });
    return;
  }
  const head = { bagwise: version, model: path, file: file ?? null, source };
  const parts = { path, file, source, stated: flags.prior !== undefined, searched: flags.trainedOn !== undefined };
  if (prior === null) {
    if (flags.labelledBias !== undefined)
      throw noPrior("the prior is unknown, and what a bias of the labels changes depends on it");
    const evaluation = evaluateWithoutPrior(scores, options);
    const all = [...notes, ...evaluation.notes];
    if (flags.json) printJson({ ...head, ...evaluation, ...(leaked && { leakage: leaked }), notes: all });
    else print(...reportWithoutPrior(model, evaluation, parts), ...noteLines(all));
    return;
  }
  const evaluation = evaluateHeldOut(scores, { ...options, prior });
  // A method that is trained again has other links.
  const link = source === "cross-fitted" ? undefined : linkOf(model);
  const labelledBias =
    flags.labelledBias === undefined
      ? null
      : evaluateIfBiased(scores, evaluation, { labelledBias: flags.labelledBias, link });
  const without = fresh ? evaluateHeldOut(fresh, { ...options, prior, top: [] }) : null;
  // A prior that you state is not the model's estimate.
  const own = parts.stated ? [] : model.card.notes.filter(({ code }) => OF_THE_PRIOR.includes(code));
  const all = [...notes, ...evaluation.notes, ...own];
  if (flags.json) {
    const leakage = leaked && { leakage: { ...leaked, without: without && withoutLeaks(without) } };
    printJson({ ...head, ...evaluation, labelledBias, ...leakage, notes: all });
    return;
  }
  const { measures } = evaluation;
  const from = file === undefined ? undefined : { file };
  print(
    ...evaluationReport(model, evaluation, parts),
    ...(labelledBias === null ? [] : biasOfMeasures(labelledBias)),
    ...(without === null ? [] : ["", ...freshLines(withoutLeaks(without))]),
    ...noteLines(all),
    ...(evaluation.bootstrap === 0 ? [] : auditLines(path, from, { ...model.card, measures, prior: evaluation.prior })),
  );
}

function nothingHidden(option: string): InputError {
  return new InputError({
    code: "option",
    message: `the option ${option} is about unlabeled bags, and the labels of all bags are known`,
    remedy: "Leave it out.",
  });
}

/** The measures of the bags that are new to the model. */
function withoutLeaks({ positive, unlabeled, measures: { precision, recall, auc } }: HeldOutEvaluation) {
  return { bags: positive + unlabeled, precision: precision.value, recall: recall.value, auc: auc.value };
}

/** Throws an InputError for a flag that would change nothing. */
function refuseIdle({ folds, trainedOn }: EvaluateFlags, file: string | undefined): void {
  const fail = (message: string, remedy: string) => {
    throw new InputError({ code: "option", message, remedy });
  };
  if (folds !== undefined && file === undefined)
    fail("--folds needs a file of bags to train on", "Write bagwise evaluate MODEL FILE --folds 5.");
  if (trainedOn !== undefined && file === undefined)
    fail(
      "--trained-on needs a file of bags to compare with",
      "Write bagwise evaluate MODEL FILE --trained-on TRAINING-FILE, or leave it out.",
    );
  if (trainedOn !== undefined && folds !== undefined)
    fail(
      "--trained-on and --folds do not go together: with folds the method is trained again",
      "Leave one of them out. --groups auto keeps near-copies in one fold.",
    );
}

function whole(text: string, least: number): number {
  const value = Number(text);
  if (/^\s*\d+\s*$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
}

function wholes(text: string): number[] {
  return text.split(",").map((each) => whole(each, 1));
}
