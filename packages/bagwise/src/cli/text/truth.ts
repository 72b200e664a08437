import type { BagSet } from "../../bags/bag-set.js";
import { LABEL_CODE } from "../../bags/label.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { evaluateWithTruth } from "../../evaluation/truth.js";
import type { Model } from "../../model/model.js";
import type { EvaluateFlags } from "../commands/evaluate.js";
import { type FoundLeaks, freshLines, truthOfFresh } from "../leakage.js";
import { thresholdText, unsearchedText } from "./evaluation.js";
import { textTable } from "./score-table.js";
import { print, printJson } from "./style.js";
import { titled } from "./titled.js";
import { noteLines } from "./training.js";
import { withinFile } from "./within-file.js";

type Parts = Pick<EvaluateFlags, "level" | "bootstrap" | "seed" | "json" | "trainedOn"> & {
  readonly path: string;
  readonly file: string;
  readonly notes: readonly Note[];
  readonly leaks: FoundLeaks;
};

/**
 * Compares a model with labels 1 and -1, and prints it beside what a constant guess would get.
 * Unlabeled bags are left out.
 */
export async function truthEvaluation(model: Model, bags: BagSet, parts: Parts): Promise<void> {
  const { path, file, json, notes, leaks, trainedOn, level, bootstrap, seed } = parts;
  const options = { level, bootstrap, seed };
  const known = bags.filter((i) => bags.labelOf(i) !== "unlabeled");
  const left = bags.size - known.size;
  const truth = known.labels().map((label) => LABEL_CODE[label]);
  const result = await withinFile(file, () =>
    evaluateWithTruth(model.scores(known), truth, {
      ...options,
      threshold: model.threshold,
      clusters: groupNumbers(known),
    }),
  );
  const without = truthOfFresh(model, leaks.fresh);
  const all = [...notes, ...leaks.notes];
  if (json) {
    const leakage = { ...leaks.leakage, without };
    const counts = { bags: known.size, unlabeled: left };
    printJson({ bagwise: version, model: path, file, source: "truth", ...counts, ...result, leakage, notes: all });
    return;
  }
  const judged = `${count(result.positive, "positive", "positive")} and ${count(result.negative, "negative bag")} of ${file}`;
  print(
    ...titled("Judged", `${path}, by ${judged}${unsearchedText(trainedOn !== undefined)}`),
    ...titled("Threshold", thresholdText(model, model)),
    "",
    ...report(result, parts),
    ...(left === 0 ? [] : ["", `${count(left, "unlabeled bag")} left out: their truth is not known.`]),
    ...(without === null ? [] : ["", ...freshLines(without)]),
    ...noteLines(all),
  );
}

/** A number for the group of each bag; null without groups. */
function groupNumbers(bags: BagSet): number[] | null {
  if (!bags.grouped) return null;
  const numbers = new Map<string | undefined, number>();
  return Array.from({ length: bags.size }, (_, i) => {
    const group = bags.groupOf(i);
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
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
