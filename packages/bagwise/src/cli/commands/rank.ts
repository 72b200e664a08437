import type { BagSet, Label } from "@bagwise/core/bags";
import { count, InputError, type Note, thousands, version, withinFile } from "@bagwise/core/base";
import type { BagExplanation } from "@bagwise/core/explain";
import { countedNotes, joinedCounts, type ScoreCounts, scoreCounts, scoreNotes } from "@bagwise/core/judge";
import type { Model, RankedBag } from "@bagwise/core/model";
import type { OutputTable } from "@bagwise/files/table";
import { Command } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { TABLES } from "../../node/files/own-output.js";
import { databaseOf } from "../../node/files/read-bags.js";
import { BestBags } from "../../node/score/best-bags.js";
import { scoredInParts } from "../flags/large-file.js";
import { wholeNumber } from "../flags/numbers.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { joinedNotes, partsWithFlags } from "../flags/parts.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { safeCsvOption } from "../flags/safe-csv.js";
import { writeTableOut } from "../flags/table-out.js";
import { WORKERS_HELP, workersOrCores } from "../flags/workers.js";
import { explainWithProgress, leadingFeature, witnessForPrograms } from "../text/explain-with-progress.js";
import { auditLines } from "../text/next-steps.js";
import { rangeCell, rangeHead } from "../text/probability-range.js";
import { shortScore, shortShare, textTable } from "../text/score-table.js";
import { shortText, shownColumn, shownTexts, withShown } from "../text/shown.js";
import { print, printJson, wrapped } from "../text/style.js";
import { thresholdSentence } from "../text/threshold.js";
import { noteLines } from "../text/training.js";
import { doubtOfCard, verdictSentence } from "../text/verdict.js";

const EXAMPLES = `
Examples:
  $ bagwise rank actives.model new-library.parquet -n 50
  $ bagwise rank actives.model molecules.csv --all          include bags already known to be positive
  $ bagwise rank actives.model molecules.csv --witness      which instance is behind each score
  $ bagwise rank actives.model molecules.csv -o ranked.xlsx the whole list as a file
  $ bagwise rank actives.model molecules.csv --json`;

/** How many bags to show on a screen. */
const TOP = 20;
const WITNESS_COLUMNS = ["witness", "witnessInstance", "contribution", "feature", "direction"];

interface RankFlags extends ReadingFlags, ForceFlag {
  readonly top?: string;
  readonly all?: boolean;
  readonly witness?: boolean;
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly json?: boolean;
  readonly workers?: string;
}

/** The bags of a ranking: those of a set, in their order, and why. */
interface Ranking {
  readonly ranked: readonly Omit<RankedBag, "index" | "witness">[];
  readonly bags: BagSet;
  readonly reasons: readonly BagExplanation[] | undefined;
}

/** `bagwise rank MODEL FILE`: the most likely bags first. */
export function rankCommand(): Command {
  const command = new Command("rank")
    .description("list the bags of a file, most likely positive first")
    .argument("<model>", "a model file")
    .argument("<file>", "file of bags, or - for standard input");
  return addForceFlag(
    addReadingFlags(command)
      .option("-n, --top <number>", `how many bags to list (default: ${TOP}, or all with --out)`)
      .option("--all", "include bags already labelled positive")
      .option("--witness", "add the instance behind each score, its contribution and leading feature")
      .addOption(outOption("file", "write the list to this file, in the format that its name ends like")),
  )
    .addOption(safeCsvOption())
    .option("--workers <number>", WORKERS_HELP)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(rank);
}

async function rank(path: string, file: string, flags: RankFlags): Promise<void> {
  const { top, all = false, witness = false, out, safeCsv: safe = false, json = false, ...others } = flags;
  const { workers: asked, ...reading } = others;
  const workers = workersOrCores(asked);
  const given = top === undefined ? undefined : wholeNumber("--top", top, 1);
  const most = given ?? (out === undefined ? TOP : undefined);
  await checkOutputs(
    { "--out": { path: out, as: "table" } },
    { "the model": path, "the file of bags": file, "the file of labels": flags.labels, "the encoder": flags.encoder },
    flags,
  );
  const model = await loadModel(path);
  const shown = { model, path, file, all, out, safe, json };
  const large = await rankedFile(model, file, reading, { most, all, witness, workers });
  if ("result" in large) {
    const { ranked, bags: listed, open, scoreNotes: scored } = large.result;
    if (open === 0) throw nothingToRank(file);
    const notes = [...large.notes, ...(scored ?? scoreNotes(model, listed, ranked))];
    const reasons = witness ? await explainWithProgress(model, listed, file, { workers }) : undefined;
    return await showRanking({ ranked, bags: listed, reasons }, { ...shown, open, notes });
  }
  const isDatabase = (await databaseOf(file)) !== undefined;
  if (isDatabase && !witness && (most ?? Number.POSITIVE_INFINITY) > MOST_NAMED) {
    const { notes, ...found } = await rankedTable(model, file, reading, { most, all });
    if (found.open === 0) throw nothingToRank(file);
    return await showRanking({ ...found, reasons: undefined }, { ...shown, open: found.open, notes });
  }
  const best = isDatabase ? await bestOf(model, file, reading, { most, all }) : undefined;
  if (best?.open === 0) throw nothingToRank(file);
  const { bags, notes: read } = await readWithFlags(file, { ...reading, ...best?.flags }, model);
  const isOpen = (i: number) => all || bags.labelOf(i) !== "positive";
  const open = best?.open ?? bags.filter(isOpen).size;
  if (open === 0) throw nothingToRank(file);
  // Of all bags, because more of them tell better whether they are those of the training.
  const ranked = await withinFile(file, () => model.rank(bags, { top: most, among: isOpen, heldOut: true }));
  const listed = bags.subset(ranked.map(({ index }) => index));
  const notes = [...large.whole, ...read, ...scoreNotes(model, listed, ranked)];
  const reasons = witness ? await explainWithProgress(model, listed, file, { workers }) : undefined;
  await showRanking({ ranked, bags: listed, reasons }, { ...shown, open, notes });
}

interface Shown {
  readonly model: Model;
  readonly path: string;
  readonly file: string;
  readonly all: boolean;
  readonly out: string | undefined;
  readonly safe: boolean;
  readonly json: boolean;
  readonly open: number;
  readonly notes: readonly Note[];
}

/** Writes and prints the list. */
async function showRanking(
  ranking: Ranking,
  { model, path, file, all, out, safe, json, open, notes }: Shown,
): Promise<void> {
  const { ranked, bags: listed, reasons } = ranking;
  if (out !== undefined) await writeTableOut(out, rankingTable(ranking), { safe });
  if (json) {
    printJson({
      bagwise: version,
      model: path,
      file,
      threshold: model.card.threshold ?? null,
      ranked: open,
      bags: ranked.map(({ bag, rank: place, score, known, probability, heldOut }, k) => ({
        ...{ bag, rank: place, score, known, probability, heldOut },
        ...(listed.shown.length > 0 && { shown: shownTexts(listed, k) }),
        ...(reasons && { witness: witnessForPrograms(listed, k, reasons[k]) }),
      })),
      notes,
    });
    return;
  }
  if (out === "-") return;
  const others = all ? "" : " not labelled positive";
  const doubt = doubtOfCard(model.card);
  print(
    ...(out === undefined
      ? [...screenTable(ranking, model), "", `The first ${thousands(ranked.length)} of ${count(open, "bag")}${others}.`]
      : [`${count(ranked.length, "bag")}${others} ranked; written to ${out}.`]),
    ...verdictSentence(model.card),
    ...(doubt === null ? [] : [wrapped(doubt)]),
    ...thresholdSentence(model),
    ...noteLines(notes.filter(({ code }) => code !== "format-recognised")),
    ...auditLines(path, { file }, model.card),
  );
}

function nothingToRank(file: string): InputError {
  return new InputError({
    code: "nothing-to-rank",
    message: "every bag is labelled positive already",
    remedy: "Add --all to rank them anyway.",
    where: { file },
  });
}

/** A large file, ranked part by part, so that only the best bags are held. */
async function rankedFile(
  model: Model,
  file: string,
  flags: ReadingFlags,
  { most, all, witness, workers }: { most: number | undefined; all: boolean; witness: boolean; workers: number },
) {
  // All bags are to be explained, so all are needed.
  if (most === undefined && witness) return { whole: [] };
  return await scoredInParts(model, file, flags, { workers, keep: most !== undefined }, async (parts) => {
    const among = (known: Label) => all || known !== "positive";
    const best = new BestBags({ most, among });
    let trained = 0;
    for await (const part of parts) {
      best.add(part);
      trained += part.trained.filter((i) => among(part.bags.labelOf(i))).length;
    }
    const { best: found, bags } = best.finish();
    const ranked = found.map(({ answer: { predicted: _, ...answer }, known }, k) => ({
      ...answer,
      rank: k + 1,
      known,
    }));
    const held = found.filter(({ answer }) => answer.heldOut).length;
    // Without the values of the bags, the counts tell.
    const scoreNotes =
      most === undefined ? countedNotes({ size: found.length, held, own: held > 0 ? 0 : trained }) : undefined;
    return { ranked, bags, open: best.counted, scoreNotes };
  });
}

/** All bags of a database, or very many, ranked part by part, so that scores are held and no values. */
async function rankedTable(
  model: Model,
  file: string,
  flags: ReadingFlags,
  { most, all }: { most: number | undefined; all: boolean },
) {
  const among = (known: Label) => all || known !== "positive";
  const { parts, notes } = partsWithFlags(file, flags, model);
  const best = new BestBags({ most: undefined, among });
  const counts: ScoreCounts[] = [];
  for await (const bags of parts) {
    const answers = await withinFile(file, () => model.predict(bags, { heldOut: true }));
    best.add({ bags, answers });
    const open = answers.flatMap((_, i) => (among(bags.labelOf(i)) ? [i] : []));
    counts.push(
      scoreCounts(
        model,
        bags.subset(open),
        open.map((i) => answers[i]),
      ),
    );
  }
  const { best: found, bags } = best.finish();
  const listed = found.slice(0, most);
  return {
    ranked: listed.map(({ answer: { predicted: _, ...answer }, known }, k) => ({ ...answer, rank: k + 1, known })),
    bags: bags.size === 0 ? bags : bags.subset(listed.map((_, k) => k)),
    open: best.counted,
    notes: [...joinedNotes(notes), ...countedNotes(joinedCounts(counts))],
  };
}

/**
 * The best bags of a database, found part by part, so that only these are held: flags that read them
 * alone, and how many bags there are to rank. With more than a database takes in one statement, or no limit,
 * flags that read everything at once, because all are to be explained.
 */
async function bestOf(
  model: Model,
  file: string,
  flags: ReadingFlags,
  { most = Number.POSITIVE_INFINITY, all }: { most: number | undefined; all: boolean },
): Promise<{ flags: Partial<ReadingFlags>; open: number | undefined }> {
  if (most > MOST_NAMED) return { flags: { trainBags: Number.MAX_SAFE_INTEGER }, open: undefined };
  const { parts } = partsWithFlags(file, flags, model);
  const best = new BestBags({ most, among: (known) => all || known !== "positive" });
  for await (const bags of parts)
    best.add({ bags, answers: await withinFile(file, () => model.predict(bags, { heldOut: true })) });
  return { flags: { onlyBags: best.finish().best.map(({ answer }) => answer.bag) }, open: best.counted };
}

/** How many bags to ask a database for by their names. */
const MOST_NAMED = 1000;

function screenTable({ ranked, bags, reasons }: Ranking, { card }: Model): string[] {
  const ofInstances = reasons && shownColumn(bags, "instances");
  const ofBags = shownColumn(bags, "bags");
  const text = ofBags !== undefined && repeatsWitness(bags, ofBags, ofInstances, reasons) ? undefined : ofBags;
  const held = ranked.some(({ heldOut }) => heldOut);
  const hasRange = ranked.some(({ probability }) => probability !== null);
  const names = [
    ...["rank", "bag", "score", "probability"],
    ...(hasRange ? rangeHead(card) : []),
    "known",
    ...(held ? ["held out"] : []),
    ...(reasons === undefined ? [] : ["witness", "contribution", "by", ""]),
    ...[text, ofInstances].flatMap((name) => name ?? []),
  ];
  const rows = ranked.map(({ bag, rank: place, score, probability, known, heldOut }, k) => [
    ...[String(place), bag, shortScore(score), shortShare(probability)],
    ...(hasRange ? rangeCell(probability, card) : []),
    known,
    ...(held ? [heldOut ? "yes" : ""] : []),
    ...(reasons === undefined ? [] : witnessCells(bags, k, reasons[k])),
    ...(text === undefined ? [] : [shortText(bags.shownOf(k, text))]),
    ...(reasons === undefined || ofInstances === undefined
      ? []
      : [shortText(bags.shownOf(k, ofInstances, reasons[k].witness.instance))]),
  ]);
  return textTable(names, rows);
}

/** Whether the text of every bag holds that of its witness, which says it shorter. */
function repeatsWitness(
  bags: BagSet,
  ofBags: string,
  ofInstances: string | undefined,
  reasons: Ranking["reasons"],
): boolean {
  if (ofInstances === undefined || reasons === undefined) return false;
  return reasons.every(({ witness }, k) =>
    bags.shownOf(k, ofBags).includes(bags.shownOf(k, ofInstances, witness.instance)),
  );
}

/** The instance, its contribution and the feature behind most of it. */
function witnessCells(bags: BagSet, k: number, explanation: BagExplanation): string[] {
  const { instance, contribution, tied } = explanation.witness;
  const leading = leadingFeature(explanation);
  return [
    `${bags.instanceName(k, instance)}${tied ? " (tied)" : ""}`,
    shortScore(contribution),
    leading?.name ?? "",
    leading?.direction ?? "",
  ];
}

function rankingTable({ ranked, bags, reasons }: Ranking): OutputTable {
  const own = [...TABLES.ranking, ...(reasons === undefined ? [] : WITNESS_COLUMNS)];
  const { columns, texts } = withShown(own, bags, { instances: reasons !== undefined });
  function* rows() {
    for (const [k, { rank: place, bag, score, probability, known, heldOut }] of ranked.entries()) {
      const reason = reasons?.[k];
      const leading = reason && leadingFeature(reason);
      const because = reason && [
        bags.instanceName(k, reason.witness.instance),
        reason.witness.instance + 1,
        reason.witness.contribution,
        leading?.name ?? null,
        leading?.direction ?? null,
      ];
      const held = heldOut ? "yes" : null;
      yield [place, bag, score, probability, known, held, ...(because ?? []), ...texts(k, reason?.witness.instance)];
    }
  }
  return { columns, rows: rows() };
}
