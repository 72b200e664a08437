import type { BagSet } from "@bagwise/core/bags";
import { count, type Note, version, withinFile } from "@bagwise/core/base";
import {
  type EvaluationScores,
  evaluateByLabels,
  evaluateKnown,
  type evaluateWithTruth,
  measuresByLabels,
  newBags,
  type TrainingMatch,
} from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import type { BagScores } from "@bagwise/core/scores";
import type { EvaluateFlags } from "../commands/evaluate.js";
import { freshLines, leakedBags, thresholdText, unsearchedText } from "./evaluation.js";
import { print, printJson, titled } from "./output.js";
import { textTable } from "./score-table.js";
import { noteLines } from "./training.js";

type Parts = Pick<EvaluateFlags, "level" | "bootstrap" | "seed" | "json"> & {
  readonly path: string;
  readonly file: string;
  readonly notes: readonly Note[];
  readonly match: TrainingMatch;
  /** Whether near-copies of training bags were looked for. */
  readonly searched: boolean;
};

/**
 * Compares a model with the labels 1 and -1 of a file, and prints its measures next to those of a
 * constant guess. Unlabeled bags are left out.
 */
export async function truthEvaluation(model: Model, bags: BagSet, parts: Parts): Promise<void> {
  const { path, file, json, notes, match, searched, level, bootstrap, seed } = parts;
  const result = await withinFile(file, () => evaluateByLabels(model, bags, { level, bootstrap, seed }));
  const fresh = newBags(bags, match);
  const without = fresh === undefined ? null : measuresByLabels(model, fresh);
  if (json) {
    const leakage = { ...leakedBags(bags, match), without };
    printJson({ bagwise: version, model: path, file, source: "truth", ...result, leakage, notes });
    return;
  }
  const { unlabeled: left } = result;
  const labelled = `${count(result.positive, "positive", "positive")} and ${count(result.negative, "negative bag")} of ${file}`;
  print(
    ...titled("Evaluated", `${path}, by ${labelled}${unsearchedText(searched)}`),
    ...titled("Threshold", thresholdText(model, model)),
    "",
    ...report(result, parts),
    ...(left === 0 ? [] : ["", `${count(left, "unlabeled bag")} left out: nobody knows whether they are positive.`]),
    ...(without === null ? [] : ["", ...freshLines(without)]),
    ...noteLines(notes),
  );
}

type KnownParts = Pick<Parts, "level" | "bootstrap" | "seed" | "json" | "path" | "notes"> &
  Pick<EvaluationScores, "source"> & { readonly file?: string | undefined; readonly threshold: number };

/** The same by held-out bags of which all labels are known. */
export function knownEvaluation(model: Model, held: BagScores, parts: KnownParts): void {
  const { path, file, source, json, notes, threshold, level, bootstrap, seed } = parts;
  const result = evaluateKnown(held, { threshold, level, bootstrap, seed });
  if (json) {
    printJson({ bagwise: version, model: path, file: file ?? null, source, ...result, notes });
    return;
  }
  const bags = `${count(result.positive, "positive", "positive")} and ${count(result.negative, "negative bag")}`;
  const how =
    source === "cross-fitted"
      ? `${model.card.learner} with the options of ${path}, cross-validated on ${file}, by ${bags}`
      : `${path}, by the held-out scores of ${bags}`;
  print(
    ...titled("Evaluated", how),
    ...titled("Threshold", thresholdText(model, { threshold })),
    "",
    ...report(result, parts),
    ...noteLines(notes),
  );
}

function report(
  { confusion, intervals, ...result }: ReturnType<typeof evaluateWithTruth>,
  { level = 0.9, bootstrap }: Pick<Parts, "level" | "bootstrap">,
): string[] {
  const show = (value: number) => (Number.isNaN(value) ? "-" : value.toFixed(3));
  const between = (name: keyof typeof intervals) =>
    Number.isNaN(result[name]) || bootstrap === 0
      ? "-"
      : `${show(intervals[name].low)} to ${show(intervals[name].high)}`;
  const guess = result.positive >= result.negative ? "positive" : "negative";
  return [
    ...textTable(
      ["measure", "model", `${Number((100 * level).toFixed(1))} % interval`, "constant guess"],
      [
        ["accuracy", show(result.accuracy), between("accuracy"), `${show(result.constantGuess)} (always ${guess})`],
        ["balanced accuracy", show(result.balancedAccuracy), "", "0.500"],
        ["AUC", show(result.auc), between("auc"), "0.500"],
        [
          "average precision",
          show(result.averagePrecision),
          "",
          show(result.positive / (result.positive + result.negative)),
        ],
        ["EF at 1 %", show(result.enrichmentAt1), "", "1.000"],
        ["EF at 5 %", show(result.enrichmentAt5), "", "1.000"],
        ["BEDROC", show(result.bedroc), "", show(result.randomBedroc)],
        ["precision", show(result.precision), between("precision"), ""],
        ["recall", show(result.recall), between("recall"), ""],
        ["F1", show(result.f1), "", ""],
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
