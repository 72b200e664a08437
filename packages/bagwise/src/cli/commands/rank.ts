import { Command } from "commander";
import type { BagSet } from "../../bags/bag-set.js";
import { InputError, withinFile } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { BagExplanation } from "../../explain/explanation.js";
import { loadModel } from "../../node/model-file.js";
import { wholeNumber } from "../flags/numbers.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { explainWithProgress, leadingFeature, witnessForPrograms } from "../text/explain-with-progress.js";
import { shortScore, shortShare, textTable } from "../text/score-table.js";
import { print, printJson } from "../text/style.js";
import { thresholdSentence } from "../text/threshold.js";
import { noteLines } from "../text/training.js";
import { verdictSentence } from "../text/verdict.js";

const EXAMPLES = `
Examples:
  $ bagwise rank actives.model new-library.parquet --top 50
  $ bagwise rank actives.model molecules.csv --all          include bags already known to be positive
  $ bagwise rank actives.model molecules.csv --witness      which instance is behind each score
  $ bagwise rank actives.model molecules.csv --json`;

const WITNESS_COLUMNS = ["witness", "contribution", "by", ""];

interface RankFlags extends ReadingFlags {
  readonly top: string;
  readonly all?: boolean;
  readonly witness?: boolean;
  readonly json?: boolean;
}

/** `bagwise rank MODEL FILE`: the most likely bags first. */
export function rankCommand(): Command {
  const command = new Command("rank")
    .description("list the bags of a file, most likely positive first")
    .argument("<model>", "a model file")
    .argument("<file>", "file of bags, or - for standard input");
  return addReadingFlags(command)
    .option("--top <number>", "how many bags to show", "20")
    .option("--all", "include bags already labelled positive")
    .option("--witness", "add the instance behind each score, its contribution and leading feature")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(rank);
}

async function rank(
  path: string,
  file: string,
  { top, all = false, witness = false, json, ...flags }: RankFlags,
): Promise<void> {
  const most = wholeNumber("--top", top, 1);
  const model = await loadModel(path);
  const { bags, notes } = await readWithFlags(file, flags, model);
  const open = all ? bags : bags.filter((i) => bags.labelOf(i) !== "positive");
  if (open.size === 0)
    throw new InputError({
      code: "nothing-to-rank",
      message: "every bag is labelled positive already",
      remedy: "Add --all to rank them anyway.",
      where: { file },
    });
  const ranked = await withinFile(file, () => model.rank(open, { top: most }));
  const scores = ranked.map(({ score }) => score);
  const shown = open.subset(ranked.map(({ index }) => index));
  const reasons = witness ? await explainWithProgress(model, shown, file, { scores }) : undefined;
  if (json) {
    printJson({
      bagwise: version,
      model: path,
      file,
      threshold: model.card.threshold ?? null,
      ranked: open.size,
      bags: ranked.map(({ index: _, ...bag }, k) => ({
        ...bag,
        ...(shown.shown.length > 0 && { shown: shownTexts(shown, k) }),
        ...(reasons && { witness: witnessForPrograms(reasons[k]) }),
      })),
      notes,
    });
    return;
  }
  const text = shown.shown.find(({ perBag }) => perBag)?.name;
  const rows = ranked.map(({ bag, rank: place, score, probability, known }, k) => [
    String(place),
    bag,
    shortScore(score),
    shortShare(probability),
    known,
    ...(reasons === undefined ? [] : witnessCells(reasons[k])),
    ...(text === undefined ? [] : [shortText(shown.shownOf(k, text))]),
  ]);
  const names = ["rank", "bag", "score", "probability", "known", ...(witness ? WITNESS_COLUMNS : [])];
  print(
    textTable([...names, ...(text === undefined ? [] : [text])], rows),
    "",
    `The first ${ranked.length} of ${open.size} bags${all ? "" : " that are not labelled positive"}.`,
    ...verdictSentence(model.card),
    ...thresholdSentence(model),
    ...noteLines(notes.filter(({ code }) => code !== "format-recognised")),
  );
}

/** The instance, counted from 1, its contribution and the feature behind most of it. */
function witnessCells(explanation: BagExplanation): string[] {
  const { instance, contribution, tied } = explanation.witness;
  const leading = leadingFeature(explanation);
  return [
    `${instance + 1}${tied ? " (tied)" : ""}`,
    shortScore(contribution),
    leading?.name ?? "",
    leading?.direction ?? "",
  ];
}

/** What the shown columns say of a bag, by name; of its first instance if they differ. */
function shownTexts(bags: BagSet, i: number): Record<string, string> {
  return Object.fromEntries(bags.shown.map(({ name }) => [name, bags.shownOf(i, name)]));
}

/** The longest text of a table, in characters. */
const LONGEST_TEXT = 50;

function shortText(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
}
