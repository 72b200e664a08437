import { withReview } from "@bagwise/core/audit";
import type { BagSet, Recipe } from "@bagwise/core/bags";
import { InputError, type Note, thousands, withinFile } from "@bagwise/core/base";
import {
  CALIBRATION_METHODS,
  type CalibrationMethod,
  NOTHING_SEPARATES,
  parseThresholdRule,
  type SampleEffect,
} from "@bagwise/core/judge";
import {
  type FitContext,
  LEARNERS,
  type Learner,
  type LearnerEntry,
  learnerByName,
  namesOf,
  takePropensities,
  usualLearner,
} from "@bagwise/core/learners";
import type { Model, ModelCard } from "@bagwise/core/model";
import { type AdviceOptions, adviseOnPrior, knowledgeOf, type PriorAdvice } from "@bagwise/core/prior";
import { labelledShare, SCENARIOS, type Scenario } from "@bagwise/core/scores";
import { Command, Option } from "commander";
import { saveModel } from "../../node/files/model-file.js";
import { workerExecutor } from "../../node/threads/worker-executor.js";
import { decided, refuseUndecidable } from "../flags/decisions.js";
import { addMethodFlags, methodList, refuseOthers } from "../flags/methods.js";
import { describedOptions, flagsIn, withFlagNames } from "../flags/options.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import {
  addNestedFlag,
  addReadingFlags,
  type NestedFlags,
  type ReadingFlags,
  readWithFlags,
} from "../flags/reading.js";
import { auditText, namesFile, readAudited } from "../flags/review.js";
import { usualThreads, workerCount } from "../flags/workers.js";
import { briefNotes, briefReport, doubtLines, isWarning } from "../text/brief.js";
import { firstSteps, nextSteps } from "../text/next-steps.js";
import { print, printJson, say } from "../text/output.js";
import { progressLine } from "../text/progress.js";
import { rankingReport } from "../text/ranking-report.js";
import { noteLines, trainingReport } from "../text/training.js";
import { openingVerdict } from "../text/verdict.js";

const EXAMPLES = `

Examples:
  $ bagwise train molecules.csv --out actives.model
  $ bagwise train molecules.csv --out actives.model --prior 0.3         you know the share of positives
  $ bagwise train molecules.csv --out actives.model --prior 0.1..0.4    you know a range
  $ bagwise train molecules.csv --out actives.model --audited 7/30      you reviewed 30 random unlabeled bags, 7 were positive
  $ bagwise train molecules.csv --out actives.model --audited seen.csv  the same from a file; its answers also become labels
  $ bagwise train molecules.csv --out m.model --threshold precision=0.8 --calibrate monotone
  $ bagwise train molecules.csv --out m.model --method pu-skc           the paper's classifier
  $ bagwise train slides.csv --out m.model --group patient              no patient in two folds
  $ bagwise train big.parquet --out m.model --method pu-skc --landmarks 200 --workers 2
  $ bagwise train postgres://me@host/db --table conformers --out m.model                a table of a database
  $ bagwise train molecules.csv --out m.model --method lsdd             a baseline that scores instances
  $ bagwise train musk.csv --out m.model --method pu-skc --kernel minimax-polynomial --scaling z-score --negatives unlabeled    the paper's setting`;

/** Seconds: after a longer training, nobody waits for two more to learn what the sample costs. */
const SHORT = 60;

type AdviceParts = Omit<AdviceOptions, "labelled"> & { readonly scenario: Scenario | undefined };

interface TrainFlags extends ReadingFlags, NestedFlags, ForceFlag {
  readonly out: string;
  readonly method: string;
  readonly threshold?: string;
  readonly calibrate?: CalibrationMethod;
  readonly workers?: string;
  readonly details?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/**
 * `bagwise train FILE --out MODEL` trains on a file of bags, some of them labelled, and saves the
 * model with its certificate.
 */
export function trainCommand(): Command {
  const command = new Command("train")
    .description("train a classifier on positive and unlabeled bags, or on positive and negative ones")
    .argument("<file>", "the file, or - for standard input")
    .addOption(outOption("model", "the model file to write").makeOptionMandatory());
  addForceFlag(addNestedFlag(addReadingFlags(command))).addOption(
    new Option("--method <name>", "the learning method")
      .choices(LEARNERS.map(({ description }) => description.name))
      .default(usualLearner().description.name),
  );
  return addMethodFlags(command)
    .option(
      "--threshold <rule>",
      "where to separate positive from negative scores: prior, risk, precision=0.8, recall=0.9, budget=50 or score=0.3 (default: 0)",
    )
    .addOption(
      new Option("--calibrate <method>", "how scores become probabilities (default: as the method does)").choices([
        ...CALIBRATION_METHODS,
      ]),
    )
    .option(
      "--workers <number>",
      `number of threads for ${namesOf(LEARNERS.filter(({ description }) => description.parallel))}; the model is the same (default: the cores, at most 8, where that is worth it)`,
    )
    .option("--details", "print everything: all notes, what was chosen and why, the certificate, what to expect")
    .option("-q, --quiet", "print nothing but errors, and warnings on stderr")
    .option("--json", "print JSON for programs")
    .addHelpText("after", methodList() + EXAMPLES)
    .action(train);
}

async function train(file: string, flags: TrainFlags): Promise<void> {
  await withFlagNames(async () => {
    const asked = await askedFor(file, flags);
    const bags = await bagsToTrain(asked);
    const { fitted, effect } = await fittedTo(asked, bags);
    const model = await decided(fitted, flags);
    tell(asked, bags, { model, effect, bytes: await saveModel(model, flags.out) });
  });
}

/** What the flags ask for. */
interface Asked {
  readonly file: string;
  readonly flags: TrainFlags;
  readonly entry: LearnerEntry;
  /** The options of the learner, but for what was found among random bags. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The counts of an audit, or the name of its file. */
  readonly audited: string | undefined;
}

/** Checks the flags before any file is read, so that a typo shows at once. */
async function askedFor(file: string, flags: TrainFlags): Promise<Asked> {
  const { out, method, threshold, calibrate: _, workers, details: _d, quiet: _q, json: _j, ...others } = flags;
  const entry = learnerByName(method);
  refuseOthers(entry, others);
  const { audited: said, ...options } = describedOptions(entry.description.options, others);
  entry.create(options);
  if (threshold !== undefined) parseThresholdRule(threshold);
  refuseUndecidable(entry, options, flags);
  workerCount(workers);
  const audited = typeof said === "string" ? said : undefined;
  await checkOutputs(
    { "--out": { path: out, as: "model" } },
    {
      "the file of bags": file,
      "the file of labels": flags.labels,
      "the encoder": flags.encoder,
      "the file of reviewed bags": namesFile(audited) ? audited : undefined,
    },
    flags,
  );
  return { file, flags, entry, options, audited };
}

/** The bags to train on, and how the learner is to take them. */
interface TrainingBags {
  readonly bags: BagSet;
  readonly options: Asked["options"];
  /** How many bags had no label before the audit. */
  readonly unlabeled: number;
  readonly notes: readonly Note[];
  /** What an audit said of them; undefined without one. */
  readonly reviewed: ReturnType<typeof withReview> | undefined;
  readonly scenario: Scenario | undefined;
}

/** Reads the bags, and gives those of an audit their answers. */
async function bagsToTrain({ file, flags, options, audited }: Asked): Promise<TrainingBags> {
  const answers = audited === undefined ? undefined : await readAudited(audited, flags);
  const { bags, notes } = await readWithFlags(file, flags);
  const scenario = SCENARIOS.find((each) => each === options.scenario);
  const reviewed = answers && (await withinFile(file, () => withReview(bags, answers, scenario)));
  return {
    bags: reviewed?.bags ?? bags,
    options:
      reviewed === undefined
        ? options
        : { ...options, audited: `${reviewed.audit.positive}/${reviewed.audit.reviewed}` },
    unlabeled: bags.unlabeled().size,
    notes,
    reviewed,
    scenario,
  };
}

/** Trains, in threads where that is worth it, and says what half of a sample would give. */
async function fittedTo(
  { file, flags, entry }: Asked,
  { bags, options, unlabeled, notes, reviewed }: TrainingBags,
): Promise<{ fitted: Model; effect: SampleEffect | null }> {
  const learner = entry.create(options);
  const threads = workerCount(flags.workers) ?? (entry.description.parallel ? usualThreads(bags) : 1);
  const pool = threads > 1 ? workerExecutor(threads) : undefined;
  const progress = progressLine("training");
  const began = performance.now();
  try {
    const fitted = await withinFile(file, () =>
      learner.fit(bags, {
        execute: pool?.execute,
        auditedFrom: unlabeled,
        foundPositive: reviewed?.found,
        onProgress: ({ done, total }) => progress.update(done, total),
      }),
    );
    const isSample = notes.some(({ code }) => code === "bags-sampled") && performance.now() - began < 1000 * SHORT;
    return { fitted, effect: isSample ? await effectOf(learner, bags, fitted, pool?.execute) : null };
  } finally {
    progress.end();
    await pool?.close();
  }
}

/** Prints what came of it. */
function tell(
  { file, flags, entry: { description } }: Asked,
  { bags, options, unlabeled, notes, reviewed, scenario }: TrainingBags,
  { model, effect, bytes }: { model: Model; effect: SampleEffect | null; bytes: number },
): void {
  const { out, table, query } = flags;
  const { card } = model;
  // What the sample costs stands beside the note that there is one.
  const ofReading = notes.flatMap((note) =>
    effect !== null && note.code === "bags-sampled" ? [note, effectNote(effect)] : [note],
  );
  const all = [...ofReading, ...(reviewed?.notes ?? []), ...card.notes];
  const known = description.prior.takes.includes("range") ? knowledgeOf(options) : {};
  const advice = adviceOn(card, { known, left: reviewed?.left ?? unlabeled, file: reviewed?.file, scenario });
  if (flags.json) {
    const audit = reviewed === undefined ? null : { ...reviewed.audit, notReviewed: reviewed.notReviewed ?? null };
    const { recipe, ...rest } = card;
    const read = recipe && { recipe: withoutTerms(recipe) };
    printJson({ ...rest, ...read, model: out, bytes, audit, advice, sampleEffect: effect, notes: all });
    return;
  }
  if (flags.quiet) {
    for (const { message } of all.filter(isWarning)) say(`bagwise: ${flagsIn(message)}`);
    return;
  }
  const from = { file, table, query };
  const written = `Model written to ${out} (${thousands(Math.ceil(bytes / 1024))} KB).`;
  const seen = withoutPropensities(bags, options.propensity);
  if (!flags.details) {
    const brief = briefReport(seen, model, { known, advice, scenario });
    print(...brief, ...briefNotes(all), written, ...firstSteps(out, from, model));
    return;
  }
  const audit = reviewed && auditText(reviewed.audit, reviewed.notReviewed);
  print(
    ...openingVerdict(card),
    ...doubtLines(card),
    ...(description.report.opensWith === "ranking"
      ? rankingReport(seen, model, { known, advice, audit, scenario })
      : trainingReport(bags, card, { method: description.title, audit })),
    ...noteLines(all.filter(({ code }) => !NOTHING_SEPARATES.some((said) => said === code))),
    "",
    written,
    ...nextSteps(out, from, model),
  );
}

/** What half of the sample would give; null if that cannot be said. */
async function effectOf(
  learner: Learner,
  bags: BagSet,
  model: Model,
  execute: FitContext["execute"],
): Promise<SampleEffect | null> {
  const { sampleEffect } = await import("@bagwise/core/judge");
  // Half of the bags may be too few for a method that the whole was enough for.
  return await sampleEffect(learner, bags, model, { execute }).catch((error: unknown) => {
    if (error instanceof InputError) return null;
    throw error;
  });
}

function effectNote({ auc, halfAuc, error }: SampleEffect): Note {
  const gain = auc - halfAuc;
  const said =
    gain > 2 * error
      ? "twice as many may raise it by up to about as much"
      : "that is no more than chance may do, so a larger sample need not rank better";
  return {
    code: "sample-effect",
    message: `on held-out bags, the expected AUC is ${auc.toFixed(3)}, and ${halfAuc.toFixed(3)} with half as many bags; ${said}`,
  };
}

/** Advice on the prior; null for a model without a distribution over it. */
function adviceOn({ prior, training, notes }: ModelCard, { scenario, ...options }: AdviceParts): PriorAdvice | null {
  if (prior?.belief === undefined) return null;
  const labelled = labelledShare(training, scenario);
  return adviseOnPrior(prior.belief, { labelled, positive: training.positive, notes, ...options });
}

/** The bags as the model sees them. */
function withoutPropensities(bags: BagSet, column: unknown): BagSet {
  return typeof column === "string" ? takePropensities(bags, column).bags : bags;
}

/** Lists that are longer are named by their length: nobody reads a vocabulary in the output of a command. */
const LONGEST_LIST = 50;

/** The recipe, with how many terms an encoder knows instead of all of them. */
function withoutTerms({ encoders, ...recipe }: Recipe): object {
  const brief = (value: unknown) => (Array.isArray(value) && value.length > LONGEST_LIST ? value.length : value);
  if (encoders === undefined) return recipe;
  return {
    ...recipe,
    encoders: encoders.map((encoder) =>
      Object.fromEntries(Object.entries(encoder).map(([name, value]) => [name, brief(value)])),
    ),
  };
}
