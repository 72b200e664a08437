import { stat } from "node:fs/promises";
import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Note, withinFile } from "@bagwise/core/base";
import type { NoteCode } from "@bagwise/core/codes";
import { scoreCounts } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { isLong } from "@bagwise/engines";
import { located } from "@bagwise/engines/disk";
import { databaseOf, readParts } from "../../node/files/read-bags.js";
import type { PartsFailed, ScoredPart } from "../../node/score/score-file.js";
import type { Wanted } from "../../node/score/score-part.js";
import { explainWithProgress } from "../text/explain-with-progress.js";
import { progressLine } from "../text/progress.js";
import { LARGE } from "./large.js";
import { withFlagNames } from "./options.js";
import { optionsOf, type ReadingFlags, readWithFlags } from "./reading.js";

/** Bags with what a model says of them, part by part. */
export interface ScoredParts {
  readonly parts: AsyncIterable<ScoredPart>;
  /**
   * Whether the parts that have come are what would be said of all bags at once. Undefined where that is sure from the
   * beginning; otherwise to be asked after the last part, and nothing that was written of them may stay if they are not.
   */
  readonly holds?: () => boolean;
}

export interface ScoredOptions extends Wanted {
  /** Threads that score. 1: this one. */
  readonly workers: number;
  /** Whether the values of the bags are wanted after the next part has come. Default: false. */
  readonly keep?: boolean;
  /** Whether all bags are needed in one part. Default: false. */
  readonly atOnce?: boolean;
}

/**
 * Scores the bags of a file or a database, and gives them to `use` in parts: those of a database and of a large file
 * of numbers as they come, so that memory does not grow with them, and other files as one part. If the
 * parts of a large file turn out not to hold, `use` is called again with all bags in one. Notes are those of reading.
 */
export async function scoredParts<Result>(
  model: Model,
  file: string,
  flags: ReadingFlags,
  { workers, keep = false, atOnce = false, ...wanted }: ScoredOptions,
  use: (scored: ScoredParts) => Promise<Result>,
): Promise<{ result: Result; notes: Note[] }> {
  const inDatabase = !atOnce && (await databaseOf(file)) !== undefined;
  const answered = (bags: BagSet) => scoredPart(model, bags, { file, workers, ...wanted });
  if (inDatabase) {
    const { parts, notes } = partsOfDatabase(file, flags, model);
    const result = await use({ parts: mapped(parts, answered) });
    return { result, notes: joinedNotes(notes) };
  }
  const before: Note[] = [];
  if (!atOnce && (await isLarge(file, flags, model))) {
    const { options, notes } = optionsOf(flags, model);
    const progress = progressLine(`scoring ${file}`);
    const onProgress = ({ bytes, total }: { bytes: number; total: number | undefined }) =>
      progress.update(bytes, total);
    let failed: PartsFailed | undefined;
    async function* parts(): AsyncGenerator<ScoredPart> {
      const { scoreFileParts } = await import("../../node/score/score-file.js");
      const reading = { ...options, onProgress };
      failed = yield* scoreFileParts(model, file, { ...wanted, reading, workers, keep, values: LARGE.values });
    }
    const holds = () => failed === undefined;
    const result = await withFlagNames(() => withinFile(file, () => use({ parts: parts(), holds }))).finally(() =>
      progress.end(),
    );
    if (failed === undefined) return { result, notes };
    before.push({ code: "read-at-once", message: `the file was read at once, not as it came: ${FAILED[failed]}` });
  }
  const { bags, notes } = await readWithFlags(file, flags, model);
  const result = await use({ parts: mapped([bags], answered) });
  return { result, notes: [...before, ...notes] };
}

const FAILED: Readonly<Record<PartsFailed, string>> = {
  scattered: "the rows of a bag do not stand together",
  unsure: "only all bags tell whether they are the training bags",
};

async function scoredPart(
  model: Model,
  bags: BagSet,
  { file, workers, instances, reasons }: Wanted & { readonly file: string; readonly workers: number },
): Promise<ScoredPart> {
  const answers = await withinFile(file, () => model.predict(bags, { heldOut: true }));
  return {
    bags,
    answers,
    counts: (among) =>
      among === undefined
        ? scoreCounts(model, bags, answers)
        : scoreCounts(
            model,
            bags.subset(among),
            among.map((i) => answers[i]),
          ),
    instances: instances ? (model.instances(bags) ?? []) : undefined,
    reasons: reasons && (await explainWithProgress(model, bags, file, { ...reasons, workers })),
  };
}

async function* mapped<From, To>(
  all: Iterable<From> | AsyncIterable<From>,
  to: (one: From) => Promise<To>,
): AsyncGenerator<To> {
  for await (const each of all) yield await to(each);
}

/** Whether a file is large and can be read like that of the model, with nothing that needs all its bags. */
async function isLarge(file: string, flags: ReadingFlags, { card: { recipe } }: Model): Promise<boolean> {
  if (file === "-" || recipe === undefined || recipe.encoders !== undefined) return false;
  const { labels, groups, table, query, trainBags, format } = flags;
  if (groups === "auto" || isLong(flags)) return false;
  if ([labels, table, query, trainBags].some((given) => given !== undefined)) return false;
  if (format !== undefined && !["csv", "tsv", "jsonl", "parquet"].includes(format)) return false;
  const found = await stat(located(file)).catch(() => undefined);
  return found?.isFile() === true && found.size >= LARGE.bytes;
}

/** All bags of a database, part by part, with a progress line if it takes long, and what reading them noted so far. */
function partsOfDatabase(
  path: string,
  flags: ReadingFlags,
  model: Model,
): { parts: AsyncIterable<BagSet>; notes: Note[] } {
  if (flags.trainBags !== undefined)
    throw new InputError({
      code: "option",
      message: "--train-bags is given, but all bags are scored",
      remedy: "Leave it out.",
    });
  const { options, notes } = optionsOf(flags, model);
  async function* parts(): AsyncGenerator<BagSet> {
    const progress = progressLine(`scoring ${path}`);
    let done = 0;
    const all = readParts(path, options);
    try {
      for (;;) {
        const { value, done: ended } = await withFlagNames(() => all.next());
        if (ended) return;
        yield value;
        done += value.instances * value.dimension * 8;
        progress.update(done, undefined);
      }
    } finally {
      progress.end();
      await all.return(undefined);
    }
  }
  return { parts: parts(), notes };
}

/** The notes that count something in each part. */
const COUNTING: ReadonlySet<NoteCode> = new Set(["imputed", "dropped", "lost-bags"]);

/** Notes of several parts as those of one: counts are added up, and the rest comes once. */
export function joinedNotes(notes: readonly Note[]): Note[] {
  const found = new Map<string, Note>();
  for (const note of notes) {
    const counts = COUNTING.has(note.code);
    const key = counts ? `${note.code} ${plain(note.message)}` : note.message;
    const before = found.get(key);
    found.set(key, before !== undefined && counts ? sumOf(before, note) : note);
  }
  return [...found.values()];
}

const NUMBER = /\d[\d,]*/g;

/** The message without numbers, and without what changes with them. */
function plain(message: string): string {
  return message.replace(NUMBER, "#").replace(/\b(was|were|is|are|its|their|it|them|all)\b|s\b/g, "");
}

function sumOf(before: Note, note: Note): Note {
  const numbers = (before.message.match(NUMBER) ?? []).map((text) => Number(text.replaceAll(",", "")));
  let k = 0;
  const message = note.message.replace(NUMBER, (text) =>
    (Number(text.replaceAll(",", "")) + (numbers[k++] ?? 0)).toLocaleString("en-US"),
  );
  return { ...note, message };
}
