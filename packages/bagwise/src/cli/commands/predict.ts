import { Command } from "commander";
import { count, InputError, withinFile } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { BagExplanation } from "../../explain/explanation.js";
import { decimal, textPieces } from "../../format/text/text-pieces.js";
import { LEARNERS, namesOf } from "../../learners/registry.js";
import type { Prediction } from "../../model/model.js";
import type { ScoredInstances } from "../../model/scorer.js";
import { loadModel } from "../../node/model-file.js";
import { writeAtomically } from "../../node/write-atomically.js";
import { checkOutputs } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { type IdField, idField, safeCsvOption } from "../flags/safe-csv.js";
import { explainWithProgress, witnessForPrograms } from "../text/explain-with-progress.js";
import { print, printJson, printRows } from "../text/style.js";
import { thresholdSentence } from "../text/threshold.js";
import { verdictSentence } from "../text/verdict.js";

const EXAMPLES = `
Examples:
  $ bagwise predict actives.model new-library.parquet
  $ bagwise predict actives.model new-library.parquet --out scores.csv
  $ bagwise predict actives.model new-library.parquet --out scores.csv --safe-csv    for a spreadsheet
  $ bagwise predict actives.model new-library.parquet --witness       which instance is behind each score
  $ bagwise predict actives.model new-library.parquet --json
  $ bagwise predict lsdd.model new-library.parquet --instances        for methods that score instances`;

interface PredictFlags extends ReadingFlags {
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly instances?: boolean;
  readonly witness?: boolean;
  readonly json?: boolean;
}

/** `bagwise predict MODEL FILE`: the score, answer and probability of every bag. */
export function predictCommand(): Command {
  const command = new Command("predict")
    .description("score every bag of a file")
    .argument("<model>", "a model file")
    .argument("<file>", "file of bags, or - for standard input");
  return addReadingFlags(command)
    .option("--out <file>", "write the CSV to this file instead of printing it")
    .addOption(safeCsvOption())
    .option("--instances", `one row per instance, for methods that score instances (${scoringInstances()})`)
    .option("--witness", "add the instance behind each score and its contribution")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(predict);
}

async function predict(path: string, file: string, flags: PredictFlags): Promise<void> {
  const { out: _, safeCsv = false, instances = false, witness = false, json = false, ...reading } = flags;
  const out = flags.out === "-" ? undefined : flags.out;
  if (witness && instances)
    throw new InputError({
      code: "option",
      message: "--witness and --instances cannot both be given",
      remedy: "Leave one out: --instances marks the witness of every bag as its key instance.",
    });
  await checkOutputs({ "--out": out }, { "the model": path, "the file of bags": file });
  const model = await loadModel(path);
  if (instances && !model.scoresInstances) throw scoresBags(path, model.card.learner);
  const { bags } = await readWithFlags(file, reading, model);
  const predictions = await withinFile(file, () => model.predict(bags));
  const scores = predictions.map(({ score }) => score);
  const reasons = witness
    ? await explainWithProgress(model, bags, file, { features: json ? 1 : 0, scores })
    : undefined;
  const scored = instances ? (model.instances(bags) ?? []) : undefined;
  const id = idField(safeCsv);
  const lines = () =>
    scored === undefined ? rows(predictions, { reasons, id }) : instanceRows(predictions, { scored, id });
  if (out !== undefined) await writeAtomically(out, textPieces(lines()));
  if (json)
    printJson({
      bagwise: version,
      model: path,
      file,
      threshold: model.card.threshold ?? null,
      bags: withWitness(withInstances(predictions, scored), reasons),
    });
  else if (out === undefined) printRows(lines());
  else {
    const positive = predictions.filter(({ predicted }) => predicted === "positive").length;
    print(
      `${count(predictions.length, "bag")} scored, ${positive} predicted positive; written to ${out}.`,
      ...verdictSentence(model.card),
      ...thresholdSentence(model),
    );
  }
}

function scoringInstances(): string {
  return namesOf(LEARNERS.filter(({ description }) => description.scoresInstances));
}

function scoresBags(path: string, learner: string): InputError {
  return new InputError({
    code: "no-instance-scores",
    message: `the method of this model, ${learner}, scores whole bags and not instances`,
    remedy: `Leave out --instances, or train with a method that scores instances: ${scoringInstances()}.`,
    where: { file: path },
  });
}

function withInstances(predictions: readonly Prediction[], scored: readonly ScoredInstances[] | undefined): object[] {
  if (scored === undefined) return [...predictions];
  return predictions.map((prediction, i) => ({
    ...prediction,
    instances: [...scored[i].scores],
    key: scored[i].key + 1,
  }));
}

/** Instances count from 1 in the order of the file. The key instance gives the bag its score. */
function* instanceRows(
  predictions: readonly Prediction[],
  { scored, id }: { scored: readonly ScoredInstances[]; id: IdField },
): Generator<string> {
  yield "bag,instance,score,key\n";
  for (const [i, { bag }] of predictions.entries()) {
    const { scores, key } = scored[i];
    for (const [k, score] of scores.entries())
      yield `${id(bag)},${k + 1},${decimal(score)},${k === key ? "yes" : ""}\n`;
  }
}

function withWitness(bags: object[], reasons: readonly BagExplanation[] | undefined): object[] {
  return reasons === undefined ? bags : bags.map((bag, i) => ({ ...bag, witness: witnessForPrograms(reasons[i]) }));
}

/** Instances count from 1 in the order of the file. */
function* rows(
  predictions: readonly Prediction[],
  { reasons, id }: { reasons: readonly BagExplanation[] | undefined; id: IdField },
): Generator<string> {
  yield `bag,score,predicted,probability${reasons === undefined ? "" : ",witness,contribution"}\n`;
  for (const [i, { bag, score, predicted, probability }] of predictions.entries()) {
    const witness = reasons?.[i].witness;
    const reason = witness === undefined ? "" : `,${witness.instance + 1},${decimal(witness.contribution)}`;
    yield `${id(bag)},${decimal(score)},${predicted},${probability === null ? "" : decimal(probability)}${reason}\n`;
  }
}
