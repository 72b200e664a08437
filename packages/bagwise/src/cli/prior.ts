import { Command } from "commander";
import { applyScaling, type BagSet, fitScaling } from "../bags/index.js";
import { checkOptions } from "../base/option.js";
import { version } from "../base/version.js";
import { parseKernel } from "../kernels/index.js";
import { distinctInstances, PU_SKC_OPTIONS, puSkc, trainingBags } from "../learners/index.js";
import {
  estimatePrior,
  estimatePriors,
  isPriorMethodName,
  PRIOR_METHOD_NAMES,
  PRIOR_METHODS,
  type PriorEstimate,
  priorInput,
  type Scenario,
} from "../prior/index.js";
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

/** Priors for which the number of predicted positives is shown. */
const RANGE = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** What is fitted for that: one setting, because only the trend matters. */
const SETTING = { degree: 1, lambda: 1e-3 } as const;
/** The formula as the paper prints it, which only means something with the paper's kernel. */
const PRINTED = "as-printed";
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
  await withinFile(file, async () => {
    const { bags } = trainingBags(read, { negatives: "drop" });
    const estimates = estimate(bags, shared);
    const unlabeled = bags.unlabeled();
    const sensitivity: Sensitivity[] = [];
    for (const [k, share] of RANGE.entries()) {
      progress.update(k, RANGE.length);
      const model = await puSkc({ ...SETTING, ...shared, prior: share }).fit(bags);
      const predictedPositive = model.scores(unlabeled).filter((score) => score >= 0).length;
      sensitivity.push({ prior: share, predictedPositive });
    }
    if (json)
      printJson({
        bagwise: version,
        file,
        scenario: scenario ?? "case-control",
        unlabeled: unlabeled.size,
        estimates,
        sensitivity,
      });
    else print(...report(estimates, sensitivity, unlabeled.size));
  }).finally(() => progress.end());
}

/** All estimators on the bags that, and scaled as, `train --prior` uses. */
function estimate(bags: BagSet, shared: Shared): PriorEstimate[] {
  const distinct = distinctInstances(bags);
  const scaled = applyScaling(fitScaling(distinct), distinct);
  const others = PRIOR_METHOD_NAMES.filter((name) => name !== PRINTED);
  const paper = parseKernel("minimax-polynomial");
  return [
    ...estimatePriors(others, priorInput(scaled, shared), shared),
    estimatePrior(PRINTED, priorInput(scaled, { ...shared, kernel: paper }), shared),
  ];
}

interface Sensitivity {
  readonly prior: number;
  readonly predictedPositive: number;
}

function report(estimates: readonly PriorEstimate[], sensitivity: readonly Sensitivity[], unlabeled: number): string[] {
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
    `How many of the ${unlabeled} unlabeled bags would be predicted positive (degree ${SETTING.degree}, lambda ${SETTING.lambda})`,
    "",
    ...sensitivity.map(
      ({ prior: share, predictedPositive }) =>
        `  prior ${share.toFixed(2)}  ${String(predictedPositive).padStart(6)}  ${bar((40 * predictedPositive) / most)}`,
    ),
    ...(warnings.length === 0 ? [] : ["", ...warnings.map((warning) => wrapped(`Note: ${warning}`))]),
  ];
}
