import { Command } from "commander";
import { checkOptions } from "../base/option.js";
import { version } from "../base/version.js";
import { type PriorStudy, PU_SKC_OPTIONS, STUDY_SETTING, studyPrior } from "../learners/index.js";
import { isPriorMethodName, PRIOR_METHODS, type Scenario } from "../prior/index.js";
import { addDescribedFlags } from "./option-flags.js";
import { progressLine } from "./progress.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "./reading.js";
import { textTable } from "./score-table.js";
import { bar, print, printJson, wrapped } from "./style.js";
import { withinFile } from "./within-file.js";

const EXAMPLES = `
Examples:
  $ bagwise prior molecules.csv
  $ bagwise prior molecules.csv --scenario single-set
  $ bagwise prior molecules.csv --json`;

/** The options that estimating and training have in common. */
const OPTIONS = PU_SKC_OPTIONS.filter(({ name }) => name === "scenario" || name === "seed");

interface Shared {
  readonly scenario?: Scenario;
  readonly seed?: number;
}

interface PriorFlags extends ReadingFlags, Shared {
  readonly json?: boolean;
}

/** `bagwise prior FILE`: how many positives hide among the unlabeled bags, by every estimator, and what depends on it. */
export function priorCommand(): Command {
  const command = new Command("prior")
    .description("estimate the share of positives among the unlabeled bags")
    .argument("<file>", "the file, or - for standard input");
  return addDescribedFlags(addReadingFlags(command), OPTIONS)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(prior);
}

async function prior(file: string, { scenario, seed, json, ...flags }: PriorFlags): Promise<void> {
  const shared: Shared = { ...(scenario && { scenario }), ...(seed !== undefined && { seed }) };
  checkOptions(OPTIONS, shared);
  const { bags: read } = await readWithFlags(file, flags);
  const progress = progressLine("estimating");
  const onProgress = ({ done, total }: { done: number; total: number }) => progress.update(done, total);
  const study = await withinFile(file, () => studyPrior(read, shared, { onProgress })).finally(() => progress.end());
  if (json) printJson({ bagwise: version, file, scenario: scenario ?? "case-control", ...study });
  else print(...report(study));
}

function report({ estimates, sensitivity, unlabeled }: PriorStudy): string[] {
  const title = (method: string) => (isPriorMethodName(method) ? PRIOR_METHODS[method].title : "");
  const rows = estimates.map(({ method, value, low, high, clipped }) => [
    method,
    `${value.toFixed(3)}${clipped ? " (clipped)" : ""}`,
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    title(method),
  ]);
  const warnings = [
    ...new Set(estimates.flatMap(({ method, warnings: found }) => found.map(({ message }) => `${method}: ${message}`))),
  ];
  const most = Math.max(1, ...sensitivity.map(({ predictedPositive }) => predictedPositive));
  return [
    "Share of positives among the unlabeled bags, with 90 % intervals",
    "",
    ...textTable(["estimator", "prior", "interval", ""], rows),
    "",
    "An interval covers chance, not the bias that overlapping classes bring. What you know beats all of them: train --prior 0.3.",
    "",
    `How many of the ${unlabeled} unlabeled bags would be predicted positive (degree ${STUDY_SETTING.degree}, lambda ${STUDY_SETTING.lambda})`,
    "",
    ...sensitivity.map(
      ({ prior: share, predictedPositive }) =>
        `  prior ${share.toFixed(2)}  ${String(predictedPositive).padStart(6)}  ${bar((40 * predictedPositive) / most)}`,
    ),
    ...(warnings.length === 0 ? [] : ["", ...warnings.map((warning) => wrapped(`Note: ${warning}`))]),
  ];
}
