import type { BagSet } from "@bagwise/core/bags";
import { count, InputError, quote, version } from "@bagwise/core/base";
import type { BagExplanation } from "@bagwise/core/explain";
import type { Prediction } from "@bagwise/core/model";
import type { OutputTable } from "@bagwise/files/table";
import { Command } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { TABLES } from "../../node/files/own-output.js";
import { databaseOf } from "../../node/files/read-bags.js";
import { BestBags } from "../../node/score/best-bags.js";
import type { ScoredPart } from "../../node/score/score-file.js";
import { nearNames } from "../flags/near-names.js";
import { wholeNumber } from "../flags/numbers.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readFiles } from "../flags/reading.js";
import { scoredParts } from "../flags/scored-parts.js";
import { safeCsvOption, writeTableOut } from "../flags/table-out.js";
import { WORKERS_HELP, workersOrCores } from "../flags/workers.js";
import { explainWithProgress, witnessForPrograms } from "../text/explain-with-progress.js";
import { explanationLines } from "../text/explanation.js";
import { print, printJson } from "../text/output.js";
import { shownTexts, withShown } from "../text/shown.js";
import { verdictSentence } from "../text/verdict.js";

const EXAMPLES = `
Examples:
  $ bagwise explain actives.model molecules.csv m17                      why this bag has its score
  $ bagwise explain actives.model molecules.csv m17 m4
  $ bagwise explain actives.model molecules.csv --bag-id=-4              a name that begins with a minus
  $ bagwise explain actives.model new-library.parquet -n 3               the three most likely that are not labelled positive
  $ bagwise explain actives.model molecules.csv --all -o why.csv         what every instance of every bag contributes`;

interface ExplainFlags extends ReadingFlags, ForceFlag {
  readonly bagId?: readonly string[];
  readonly top: string;
  readonly all?: boolean;
  readonly instances: string;
  readonly features: string;
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly json?: boolean;
  readonly workers?: string;
}

/** `bagwise explain MODEL FILE`: which instance, and which features, give a bag its score. */
export function explainCommand(): Command {
  const command = new Command("explain")
    .description("show which instance, and which of its features, give a bag its score")
    .argument("<model>", "a model file")
    .argument("<file>", "the bags, or - for standard input")
    .argument("[id...]", "bags to explain (default: the most likely ones)");
  return addForceFlag(
    addReadingFlags(command)
      .option("--bag-id <id>", "another bag to explain; may be given several times", (id, ids: string[] = []) => [
        ...ids,
        id,
      ])
      .option(
        "-n, --top <number>",
        "without ids: how many of the most likely bags, not labelled positive, to explain",
        "5",
      )
      .option("--all", "without ids: explain every bag, in the order of the file")
      .option("--instances <number>", "how many instances to show of each bag", "10")
      .option("--features <number>", "how many features to show of each witness", "5")
      .addOption(outOption("file", "write the contribution of every instance, in the format that the name ends like")),
  )
    .addOption(safeCsvOption())
    .option("--workers <number>", WORKERS_HELP)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(explainBags);
}

async function explainBags(path: string, file: string, given: readonly string[], flags: ExplainFlags): Promise<void> {
  const { bagId = [], top, all = false, instances, features, out, safeCsv = false, json = false, ...others } = flags;
  const { workers: asked, ...reading } = others;
  const workers = workersOrCores(asked);
  const ids = [...given, ...bagId];
  const most = wholeNumber("--top", top, 1);
  const shown = wholeNumber("--instances", instances, 1);
  const told = wholeNumber("--features", features, 0);
  await checkOutputs({ "--out": { path: out, as: "table" } }, readFiles(path, file, flags), flags);
  const model = await loadModel(path);
  const wantsAll = ids.length > 0 || all;
  // Of a database, the sample is read that training takes.
  const atOnce = wantsAll || (await databaseOf(file)) !== undefined;
  const {
    result: { wanted, answers },
    notes,
  } = await scoredParts(model, file, reading, { workers, keep: true, atOnce }, ({ parts }) =>
    wantsAll ? namedBags(parts, ids, file) : likeliest(parts, most),
  );
  // An explanation is about the model itself, so about its own score of a training bag.
  const predictions = model.predict(wanted);
  const held = answers.map((answer) => (answer.heldOut ? answer : null));
  const scores = predictions.map(({ score }) => score);
  const explanations = await explainWithProgress(model, wanted, file, { features: told, scores, workers });
  if (out !== undefined) await writeTableOut(out, contributionTable(wanted, explanations), { safe: safeCsv });
  if (json) {
    printJson({
      bagwise: version,
      model: path,
      file,
      threshold: model.card.threshold ?? null,
      bags: explanations.map((explanation, i) => ({
        ...predictions[i],
        whileHeldOut: held[i] && answerOf(held[i]),
        contributions: [...explanation.contributions],
        places: Array.from(explanation.contributions, (_, j) => wanted.instanceName(i, j)),
        ...(wanted.shown.length > 0 && { shown: shownTexts(wanted, i) }),
        witness: witnessForPrograms(wanted, i, explanation),
        features: explanation.features.map(({ index: _, ...feature }) => feature),
      })),
      notes,
    });
    return;
  }
  if (out === "-") return;
  if (out === undefined || ids.length > 0) {
    for (const sentence of verdictSentence(model.card)) print(sentence, "");
    for (const [i, explanation] of explanations.entries())
      print(
        i > 0 ? [""] : [],
        explanationLines(model, { ...predictions[i], held: held[i], bags: wanted, explanation, most: shown }),
      );
  }
  if (out !== undefined)
    print(`Contributions of ${count(wanted.instances, "instance")} of ${count(wanted.size, "bag")} written to ${out}.`);
}

/** The bags to explain, and what the model says of each. */
interface Chosen {
  readonly wanted: BagSet;
  readonly answers: readonly Prediction[];
}

/** The bags with these ids, or all if there are none, of a file that comes as one part. */
async function namedBags(parts: AsyncIterable<ScoredPart>, ids: readonly string[], file: string): Promise<Chosen> {
  const chosen: Chosen[] = [];
  for await (const { bags, answers } of parts) {
    const numbers = ids.length > 0 ? chosenBags(bags, ids, file) : [...answers.keys()];
    chosen.push({ wanted: bags.subset(numbers), answers: numbers.map((i) => answers[i]) });
  }
  return chosen[0];
}

/** The first bags of `bagwise rank`: not labelled positive, unless there are no others. */
async function likeliest(parts: AsyncIterable<ScoredPart>, most: number): Promise<Chosen> {
  const open = new BestBags({ most, among: (known) => known !== "positive" });
  const every = new BestBags({ most });
  for await (const part of parts) {
    open.add(part);
    if (open.counted === 0) every.add(part);
  }
  const { best, bags } = (open.counted === 0 ? every : open).finish();
  return { wanted: bags, answers: best.map(({ answer }) => answer) };
}

function answerOf({ score, predicted, probability }: Prediction) {
  return { score, predicted, probability };
}

/** The numbers of the bags with these ids, in this order, each once. */
function chosenBags(bags: BagSet, ids: readonly string[], file: string): number[] {
  const place = new Map(bags.ids().map((id, i) => [id, i]));
  return [...new Set(ids)].map((id) => {
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
}

/** A row for each instance, counted from 1 in its bag. */
function contributionTable(bags: BagSet, explanations: readonly BagExplanation[]): OutputTable {
  const { columns, texts } = withShown(TABLES.contributions, bags, { instances: true });
  function* rows() {
    for (const [i, { bag, contributions, witness }] of explanations.entries())
      for (const [j, contribution] of contributions.entries()) {
        const isWitness = j === witness.instance ? "yes" : null;
        yield [bag, j + 1, bags.instanceName(i, j), contribution, isWitness, ...texts(i, j)];
      }
  }
  return { columns, rows: rows() };
}
