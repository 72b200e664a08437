import { count, InputError, type Note, thousands, version } from "@bagwise/core/base";
import { countedNotes, joinedCounts, type ScoreCounts, scoreNotes } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { Command } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { databaseOf } from "../../node/files/read-bags.js";
import { BestBags } from "../../node/score/best-bags.js";
import { wholeNumber } from "../flags/numbers.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readFiles, readWithFlags } from "../flags/reading.js";
import { scoredParts } from "../flags/scored-parts.js";
import { safeCsvOption, writeTableOut } from "../flags/table-out.js";
import { WORKERS_HELP, workersOrCores } from "../flags/workers.js";
import { explainWithProgress, witnessForPrograms } from "../text/explain-with-progress.js";
import { auditLines } from "../text/next-steps.js";
import { print, printJson, wrapped } from "../text/output.js";
import { type Ranking, rankingLines, rankingTable } from "../text/ranking-table.js";
import { shownTexts } from "../text/shown.js";
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

interface RankFlags extends ReadingFlags, ForceFlag {
  readonly top?: string;
  readonly all?: boolean;
  readonly witness?: boolean;
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly json?: boolean;
  readonly workers?: string;
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
  await checkOutputs({ "--out": { path: out, as: "table" } }, readFiles(path, file, flags), flags);
  const model = await loadModel(path);
  const { open, notes, ...listed } = await rankedBags(model, file, reading, { most, all, witness, workers });
  const reasons = witness ? await explainWithProgress(model, listed.bags, file, { workers }) : undefined;
  await showRanking({ ...listed, reasons }, { model, path, file, all, out, safe, json, open, notes });
}

interface RankedBags extends Omit<Ranking, "reasons"> {
  /** How many bags there were to rank. */
  readonly open: number;
  readonly notes: readonly Note[];
}

/** The best bags of a file or a database, with their values where they are to be explained or shown. */
async function rankedBags(
  model: Model,
  file: string,
  reading: ReadingFlags,
  { most, all, witness, workers }: { most: number | undefined; all: boolean; witness: boolean; workers: number },
): Promise<RankedBags> {
  const isDatabase = (await databaseOf(file)) !== undefined;
  // Values are held of few bags alone. Otherwise the counts of all bags tell what to note of the scores.
  const kept = isDatabase && most !== undefined && most > MOST_NAMED ? undefined : most;
  const atOnce = witness && kept === undefined;
  const flags = isDatabase && atOnce ? { ...reading, trainBags: Number.MAX_SAFE_INTEGER } : reading;
  const {
    result: { best, bags, open, counts },
    notes,
  } = await scoredParts(model, file, flags, { workers, keep: kept !== undefined, atOnce }, async ({ parts }) => {
    const found = new BestBags({ most: kept, among: (known) => all || known !== "positive" });
    const counts: ScoreCounts[] = [];
    for await (const part of parts) {
      const among = found.add(part);
      if (kept === undefined) counts.push(part.counts(among));
    }
    return { ...found.finish(), open: found.counted, counts };
  });
  if (open === 0) throw nothingToRank(file);
  const ranked = best
    .slice(0, most)
    .map(({ answer: { predicted: _, ...answer }, known }, k) => ({ ...answer, rank: k + 1, known }));
  if (kept === undefined) {
    const first = bags.size === 0 ? bags : bags.subset(ranked.map((_, k) => k));
    return { ranked, bags: first, open, notes: [...notes, ...countedNotes(joinedCounts(counts))] };
  }
  if (!isDatabase) return { ranked, bags, open, notes: [...notes, ...scoreNotes(model, bags, ranked)] };
  // Parts of a database need not show the same columns, so what is listed is read again.
  const again = await readWithFlags(file, { ...reading, onlyBags: ranked.map(({ bag }) => bag) }, model);
  const place = new Map(again.bags.ids().map((id, i) => [id, i]));
  const still = ranked.filter(({ bag }) => place.has(bag));
  const named = again.bags.subset(still.flatMap(({ bag }) => place.get(bag) ?? []));
  return { ranked: still, bags: named, open, notes: [...again.notes, ...scoreNotes(model, named, still)] };
}

/** How many bags to ask a database for by their names. */
const MOST_NAMED = 1000;

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
      ? [
          ...rankingLines(ranking, model.card),
          "",
          `The first ${thousands(ranked.length)} of ${count(open, "bag")}${others}.`,
        ]
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
