import { Command } from "commander";
import { LABEL_CODE } from "../bags/index.js";
import { count } from "../base/errors.js";
import { version } from "../base/version.js";
import { type Evaluation, evaluate } from "../metrics/index.js";
import { loadModel } from "../node/model-file.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "./reading.js";
import { textTable } from "./score-table.js";
import { print, printJson } from "./style.js";
import { withinFile } from "./within-file.js";

const EXAMPLES = `
Examples:
  $ bagwise evaluate actives.model labelled.csv
  $ bagwise evaluate actives.model labelled.csv --negative inactive --positive active
  $ bagwise evaluate actives.model labelled.csv --json`;

/** `bagwise evaluate MODEL FILE`: how good a model is on bags whose truth is known, and what a constant guess would get. */
export function evaluateCommand(): Command {
  const command = new Command("evaluate")
    .description("compare a model with the truth, on a file with labels 1 and -1")
    .argument("<model>", "a model file")
    .argument("<file>", "the labelled bags, or - for standard input");
  return addReadingFlags(command)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(path: string, file: string, { json, ...flags }: ReadingFlags & { json?: boolean }): Promise<void> {
  const model = await loadModel(path);
  const { bags } = await readWithFlags(file, flags);
  const known = bags.filter((i) => bags.labelOf(i) !== "unlabeled");
  const left = bags.size - known.size;
  const truth = known.labels().map((label) => LABEL_CODE[label]);
  const result = await withinFile(file, () => evaluate(model.scores(known), truth));
  if (json) printJson({ bagwise: version, model: path, file, bags: known.size, unlabeled: left, ...result });
  else
    print(
      ...report(result),
      ...(left === 0 ? [] : ["", `${count(left, "unlabeled bag")} left out: their truth is not known.`]),
    );
}

function report({ confusion, ...result }: Evaluation): string[] {
  const show = (value: number) => (Number.isNaN(value) ? "-" : value.toFixed(3));
  const guess = result.positive >= result.negative ? "positive" : "negative";
  return [
    `  ${result.positive} positive and ${result.negative} negative bags`,
    "",
    ...textTable(
      ["measure", "model", "constant guess"],
      [
        ["accuracy", show(result.accuracy), `${show(result.constantGuess)} (always ${guess})`],
        ["balanced accuracy", show(result.balancedAccuracy), "0.500"],
        ["AUC", show(result.auc), "0.500"],
        [
          "average precision",
          show(result.averagePrecision),
          show(result.positive / (result.positive + result.negative)),
        ],
        ["precision", show(result.precision), ""],
        ["recall", show(result.recall), ""],
        ["F1", show(result.f1), ""],
      ],
    ),
    "",
    ...textTable(
      ["", "predicted positive", "predicted negative"],
      [
        ["truly positive", String(confusion.truePositive), String(confusion.falseNegative)],
        ["truly negative", String(confusion.falsePositive), String(confusion.trueNegative)],
      ],
    ),
  ];
}
