import { type Note, optionList, readOptions, thousands, version, withinFile } from "@bagwise/core/base";
import type { NoteCode } from "@bagwise/core/codes";
import { isPriorMethodName, PRIOR_METHODS } from "@bagwise/core/estimators";
import { checkToldOnce, LABELLED_BIAS, type PriorStudy, STUDY_SETTING, studyPrior } from "@bagwise/core/judge";
import { LABELLED_HOW, PROPENSITY, SCENARIO, SEED } from "@bagwise/core/learners";
import { knowledgeOf, type LabelledHow } from "@bagwise/core/prior";
import type { Scenario } from "@bagwise/core/scores";
import { priorAdviceText } from "@bagwise/report/page";
import { Command } from "commander";
import { addDescribedFlags, flagsIn, withFlagNames } from "../flags/options.js";
import {
  addNestedFlag,
  addReadingFlags,
  type NestedFlags,
  type ReadingFlags,
  readWithFlags,
} from "../flags/reading.js";
import { AUDITED_HELP, auditText, readAudited } from "../flags/review.js";
import { briefNotes } from "../text/brief.js";
import { biasOfPrior } from "../text/labelled-bias.js";
import { bar, print, printJson, styled, wrapped } from "../text/output.js";
import { assumedOrBounded, priorText, priorTitle } from "../text/prior.js";
import { progressLine } from "../text/progress.js";
import { textTable } from "../text/score-table.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
Examples:
  $ bagwise prior molecules.csv
  $ bagwise prior molecules.csv --prior-at-most 0.5          you know that at most half are positive
  $ bagwise prior molecules.csv --audited 7/30               you reviewed 30 random unlabeled bags, 7 were positive
  $ bagwise prior molecules.csv --audited reviewed.csv       the same as a file with columns bag,label
  $ bagwise prior molecules.csv --labelled-bias 2            if some positives were twice as likely to be labelled
  $ bagwise prior molecules.csv --estimators                 compare with the classic estimators
  $ bagwise prior molecules.csv --scenario single-set --json`;

/** The options that estimating and training have in common. */
const OPTIONS = {
  labelledHow: LABELLED_HOW,
  labelledBias: LABELLED_BIAS,
  propensity: PROPENSITY,
  scenario: SCENARIO,
  seed: { ...SEED, help: "the same seed gives the same numbers" },
};

/** Notes that say that the data do not tell the prior. */
const WITHOUT_DATA: readonly string[] = ["prior-no-evidence", "labels-not-fair", "estimate-against-audit"];
/** Warnings that the text above the table, or the table itself, gives already. */
const SAID_ALREADY = ["prior-uncertain", "prior-clipped"];
/** The warning that nothing could be held out. */
const ONE_BAG = "prior-not-held-out";

const ESTIMATORS =
  "The estimators, for comparison only. Each gives the largest prior that fits the data, which is too large if the classes overlap. The intervals cover chance alone.";
const CLIPPED = "clipped: the formula gave a value outside 0 to 1, or very near to its ends";

interface Shared {
  readonly labelledHow?: LabelledHow;
  readonly labelledBias?: number;
  readonly propensity?: string | undefined;
  readonly scenario?: Scenario;
  readonly seed?: number;
}

interface PriorFlags extends ReadingFlags, NestedFlags, Shared {
  readonly prior?: string;
  readonly priorAtMost?: string;
  readonly audited?: string;
  readonly estimators?: boolean;
  readonly details?: boolean;
  readonly json?: boolean;
}

/**
 * `bagwise prior FILE`: how many positives hide among the unlabeled bags, as the distribution that
 * `train` uses; with `--estimators` also by every estimator, and what it means for the answers.
 */
export function priorCommand(): Command {
  const command = new Command("prior")
    .description("estimate how many of the unlabeled bags are positive, and how sure that is")
    .argument("<file>", "file of bags, or - for standard input");
  return addDescribedFlags(addNestedFlag(addReadingFlags(command)), optionList(OPTIONS))
    .option(
      "--prior <share>",
      "what you know about the share of positives: a number such as 0.3, or a range such as 0.1..0.4",
    )
    .option("--prior-at-most <share>", "you know that at most this share is positive")
    .option("--audited <counts>", AUDITED_HELP)
    .option("--estimators", "also show the classic estimators, and how many bags pu-skc would call positive (slower)")
    .option("--details", "print all notes")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((file: string, flags: PriorFlags) => withFlagNames(() => study(file, flags)));
}

async function study(
  file: string,
  {
    labelledHow,
    labelledBias,
    propensity,
    scenario,
    seed,
    prior: share,
    priorAtMost,
    audited,
    estimators,
    details,
    json,
    ...flags
  }: PriorFlags,
): Promise<void> {
  const shared: Shared = {
    ...(labelledHow && { labelledHow }),
    ...(labelledBias !== undefined && { labelledBias }),
    ...(propensity && { propensity }),
    ...(scenario && { scenario }),
    ...(seed !== undefined && { seed }),
  };
  readOptions(OPTIONS, shared);
  // Before any file is read, so that a typing mistake shows at once.
  if (labelledBias !== undefined) checkToldOnce({ labelledHow, propensity });
  knowledgeOf({ prior: share, priorAtMost });
  const answers = audited === undefined ? undefined : await readAudited(audited, flags);
  const { bags, notes: read } = await readWithFlags(file, { ...flags, propensity });
  const progress = progressLine("estimating");
  const found = await withinFile(file, () =>
    studyPrior(
      bags,
      {
        ...shared,
        prior: share,
        priorAtMost,
        estimators,
        audited: answers && ("counts" in answers ? answers.counts : answers.answers),
      },
      { onProgress: ({ done, total }) => progress.update(done, total) },
    ),
  ).finally(() => progress.end());
  const notes = [...read, ...found.notes];
  const notReviewed = answers && "notReviewed" in answers ? answers.notReviewed : undefined;
  if (json) {
    printJson({
      bagwise: version,
      file,
      scenario: scenario ?? "case-control",
      ...found,
      notes,
      notReviewed: notReviewed ?? null,
    });
    return;
  }
  const { audit } = found.known;
  print(
    ...believed(found, scenario, audit && auditText(audit, notReviewed)),
    ...(found.labelledBias === null ? [] : biasOfPrior(found.labelledBias)),
    ...(details ? noteLines(notes) : ["", ...briefNotes(notes, { verdict: false })]),
    ...(estimators ? [...estimatorLines(found), ...sensitivityLines(found)] : []),
  );
}

function believed(
  { summary, known, picture, advice, unlabeled, labelledBias, notes }: PriorStudy,
  scenario: Scenario | undefined,
  audit: string | undefined,
): string[] {
  const evidence = notes.every(({ code }) => !WITHOUT_DATA.includes(code));
  return [
    priorTitle(scenario, unlabeled),
    "",
    `  ${styled("bold", priorText(summary, known, evidence))}`,
    ...(audit === undefined ? [] : [`  Audit: ${audit}`]),
    ...assumedOrBounded(known, {
      propensities: notes.some(({ code }) => code === "propensity-used"),
      bounded: labelledBias !== null,
    }).map((line) => wrapped(line, { indent: "  " })),
    "",
    ...picture.map((line) => `  ${line}`),
    "",
    ...priorAdviceText(advice, summary).map((line) => wrapped(flagsIn(line))),
  ];
}

function estimatorLines({ estimates }: PriorStudy): string[] {
  const title = (method: string) => (isPriorMethodName(method) ? PRIOR_METHODS[method].title : "");
  const rows = estimates.map(({ method, value, low, high, clipped, warnings }) => [
    method,
    `${value.toFixed(3)}${clipped ? " (clipped)" : ""}`,
    // Every resample of a single bag is the same, so chance cannot be measured.
    warnings.some(({ code }) => code === ONE_BAG) ? "unknown" : `${low.toFixed(2)} to ${high.toFixed(2)}`,
    method === "as-printed" ? `${title(method)}; no estimate` : title(method),
  ]);
  return [
    "",
    wrapped(ESTIMATORS),
    "",
    ...textTable(["estimator", "prior", "interval", ""], rows),
    ...(estimates.some(({ clipped }) => clipped) ? ["", `  ${CLIPPED}`] : []),
    ...noteLines(warningsOf(estimates)),
  ];
}

/** The warnings of the estimators, each once, with the names of those that give it. */
function warningsOf(estimates: PriorStudy["estimates"]): Note[] {
  const found = new Map<string, { code: NoteCode; methods: string[] }>();
  for (const { method, warnings } of estimates) {
    if (method === "as-printed") continue;
    for (const { code, message } of warnings) {
      if (SAID_ALREADY.includes(code)) continue;
      const { methods } = found.get(message) ?? { methods: [] };
      found.set(message, { code, methods: [...methods, method] });
    }
  }
  return Array.from(found, ([message, { code, methods }]) => ({ code, message: `${methods.join(", ")}: ${message}` }));
}

function sensitivityLines({ sensitivity: found, unlabeled }: PriorStudy): string[] {
  const most = Math.max(1, ...found.map(({ predictedPositive }) => predictedPositive));
  return [
    "",
    `How many of the ${thousands(unlabeled)} pu-skc would call positive (degree ${STUDY_SETTING.degree}, lambda ${STUDY_SETTING.lambda})`,
    "",
    ...found.map(
      ({ prior: share, predictedPositive }) =>
        `  prior ${share.toFixed(2)}  ${thousands(predictedPositive).padStart(7)}  ${bar((40 * predictedPositive) / most)}`,
    ),
  ];
}
