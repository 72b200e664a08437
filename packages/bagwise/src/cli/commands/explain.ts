import { Command } from "commander";
import type { BagSet } from "../../bags/bag-set.js";
import { count, InputError, quote, withinFile } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { BagExplanation } from "../../explain/explanation.js";
import { decimal, textPieces } from "../../format/text/text-pieces.js";
import { loadModel } from "../../node/model-file.js";
import { writeAtomically } from "../../node/write-atomically.js";
import { byScore } from "../../scores/classification.js";
import { nearNames } from "../flags/near-names.js";
import { wholeNumber } from "../flags/numbers.js";
import { checkOutputs } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { type IdField, idField, safeCsvOption } from "../flags/safe-csv.js";
import { explainWithProgress, witnessForPrograms } from "../text/explain-with-progress.js";
import { explanationLines } from "../text/explanation.js";
import { print, printJson, printRows } from "../text/style.js";
import { verdictSentence } from "../text/verdict.js";

const EXAMPLES = `
Examples:
  $ bagwise explain actives.model molecules.csv --bag-id m17             why this bag has its score
  $ bagwise explain actives.model molecules.csv --bag-id m17 --bag-id m4
  $ bagwise explain actives.model new-library.parquet --top 3            the three most likely that are not labelled positive
  $ bagwise explain actives.model molecules.csv --all --out why.csv      what every instance of every bag contributes`;

interface ExplainFlags extends ReadingFlags {
  readonly bagId?: readonly string[];
  readonly top: string;
  readonly all?: boolean;
  readonly instances: string;
  readonly features: string;
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly json?: boolean;
}

/** `bagwise explain MODEL FILE`: which instance, and which features, give a bag its score. */
export function explainCommand(): Command {
  const command = new Command("explain")
    .description("show which instance, and which of its features, give a bag its score")
    .argument("<model>", "a model file")
    .argument("<file>", "the bags, or - for standard input");
  return addReadingFlags(command)
    .option("--bag-id <id>", "a bag to explain; may be given several times", (id, ids: string[] = []) => [...ids, id])
    .option(
      "--top <number>",
      "without --bag-id: how many of the most likely bags, not labelled positive, to explain",
      "5",
    )
    .option("--all", "without --bag-id: explain every bag, in the order of the file")
    .option("--instances <number>", "how many instances to show of each bag", "10")
    .option("--features <number>", "how many features to show of each witness", "5")
    .option("--out <file>", "write a CSV with the contribution of every instance")
    .addOption(safeCsvOption())
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(explainBags);
}

async function explainBags(path: string, file: string, flags: ExplainFlags): Promise<void> {
  const { bagId, top, all = false, instances, features, out, safeCsv = false, json = false, ...reading } = flags;
  const most = wholeNumber("--top", top, 1);
  const shown = wholeNumber("--instances", instances, 1);
  const told = wholeNumber("--features", features, 0);
  await checkOutputs({ "--out": out }, { "the model": path, "the file of bags": file });
  const model = await loadModel(path);
  const { bags } = await readWithFlags(file, reading, model);
  const ranking = bagId === undefined && !all;
  const candidates = bagId !== undefined ? chosenBags(bags, bagId, file) : all ? bags : notLabelledPositive(bags);
  const scored = await withinFile(file, () => model.predict(candidates));
  const order = ranking
    ? byScore(
        scored.map(({ score }) => score),
        most,
      )
    : scored.keys();
  const numbers = Array.from(order);
  const wanted = candidates.subset(numbers);
  const predictions = numbers.map((i) => scored[i]);
  const scores = predictions.map(({ score }) => score);
  const explanations = await explainWithProgress(model, wanted, file, { features: told, scores });
  const rows = contributionRows(explanations, idField(safeCsv));
  if (out !== undefined && out !== "-") await writeAtomically(out, textPieces(rows));
  if (json) {
    printJson({
      bagwise: version,
      model: path,
      file,
      threshold: model.card.threshold ?? null,
      bags: explanations.map((explanation, i) => ({
        ...predictions[i],
        contributions: [...explanation.contributions],
        witness: witnessForPrograms(explanation),
        features: explanation.features.map(({ index: _, ...feature }) => feature),
      })),
    });
    return;
  }
  if (out === "-") return printRows(rows);
  if (out === undefined || bagId !== undefined) {
    for (const sentence of verdictSentence(model.card)) print(sentence, "");
    for (const [i, explanation] of explanations.entries())
      print(i > 0 ? [""] : [], explanationLines(model, predictions[i], explanation, shown));
  }
  if (out !== undefined)
    print(`Contributions of ${count(wanted.instances, "instance")} of ${count(wanted.size, "bag")} written to ${out}.`);
}

/** The bags that are not labelled positive; all bags if there are none. */
function notLabelledPositive(bags: BagSet): BagSet {
  const open = bags.filter((i) => bags.labelOf(i) !== "positive");
  return open.size === 0 ? bags : open;
}

/** The bags with these ids, in this order, each once. */
function chosenBags(bags: BagSet, ids: readonly string[], file: string): BagSet {
  const place = new Map(bags.ids().map((id, i) => [id, i]));
  const numbers = [...new Set(ids)].map((id) => {
    const i = place.get(id);
    if (i !== undefined) return i;
    const near = nearNames(id, bags.ids());
    throw new InputError({
      code: "no-such-bag",
      message: `there is no bag ${quote(id)} among ${count(bags.size, "bag")}`,
      remedy:
        near.length > 0
          ? `Did you mean ${near.map((name) => quote(name)).join(" or ")}?`
          : `Give an id of the file, such as ${quote(bags.size > 0 ? bags.idOf(0) : "")}.`,
      where: { file },
    });
  });
  return bags.subset(numbers);
}

/** Instances count from 1 in the order of the file. */
function* contributionRows(explanations: readonly BagExplanation[], id: IdField): Generator<string> {
  yield "bag,instance,contribution,witness\n";
  for (const { bag, contributions, witness } of explanations) {
    for (const [i, contribution] of contributions.entries())
      yield `${id(bag)},${i + 1},${decimal(contribution)},${i === witness.instance ? "yes" : ""}\n`;
  }
}
