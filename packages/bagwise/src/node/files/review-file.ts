import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { InputError } from "@bagwise/core/base";
import { parseSession, type ReviewSession, sessionText } from "@bagwise/core/review";
import {
  destinationOf,
  fileError,
  fileSource,
  LONGEST,
  located,
  takeLock,
  writeAtomically,
} from "@bagwise/engines/disk";
import { LIST_COLUMNS, listAnswers, plainCell, type WrittenAnswer } from "@bagwise/files/lists";
import { type OutputTable, readTexts, uniqueNames } from "@bagwise/files/table";

/** What the names of sessions end like. */
export const SESSION_ENDING = ".review.json";

/** Milliseconds to wait for another command that writes the same review, which takes it a moment. */
const PATIENCE = 30_000;

/** The files of a review. */
export interface ReviewPaths {
  readonly data: string;
  readonly session: string;
  readonly list: string;
}

/**
 * The files of a review of `file`, which is the file of bags, or the session of a review that has begun: next to
 * the bags, with the same name.
 */
export async function reviewPaths(
  file: string,
  given: { readonly session?: string | undefined; readonly list?: string | undefined },
): Promise<ReviewPaths> {
  const begun = file.endsWith(SESSION_ENDING) ? await readSession(file) : undefined;
  if (begun !== undefined) {
    const data = begun.data.file === null ? file : bagsOf(file, begun.data.file);
    return { data, session: file, list: given.list ?? `${file.slice(0, -SESSION_ENDING.length)}.next.csv` };
  }
  const plain = file.replace(/\.gz$/i, "").replace(/[/\\]+$/, "");
  const stem = join(dirname(plain), basename(plain, extname(plain)));
  return { data: file, session: given.session ?? `${stem}${SESSION_ENDING}`, list: given.list ?? `${stem}.next.csv` };
}

/** The name of the bags as a session keeps it: as seen from the folder of the session. */
export function nameFrom(session: string, data: string): string {
  return relative(resolve(located(dirname(session))), resolve(located(data))).replaceAll(sep, "/");
}

/** The path of the bags that a session names. On Windows, those on another drive have no path from its folder. */
export function bagsOf(session: string, name: string): string {
  return isAbsolute(name) ? name : join(dirname(session), name);
}

/** A session, or undefined if there is no such file. Throws an InputError for a file that is none. */
export async function readSession(path: string): Promise<ReviewSession | undefined> {
  try {
    return parseSession(await readFile(located(path), "utf8"));
  } catch (error) {
    if (error instanceof InputError) throw error.with({ where: { file: path } });
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw fileError(path, error);
  }
}

/**
 * Writes a session, whole or not at all. It replaces what is there, also what another program has just written; the
 * command line looks first. Throws an InputError if it cannot be written there.
 */
export async function writeSession(path: string, session: ReviewSession): Promise<void> {
  await writeAtomically(path, [new TextEncoder().encode(sessionText(session))]);
}

/** What is in the files of a review before they are read; null for one that is not there. */
export type ReviewBytes = readonly (Buffer | null)[];

/** See `ReviewBytes`. A pipe or device holds nothing to compare. */
export async function reviewBytes({ session, list }: ReviewPaths): Promise<ReviewBytes> {
  return await Promise.all(
    [session, list].map(async (path) => {
      const found = await stat(located(path)).catch(() => undefined);
      return found?.isFile() ? await readFile(located(path)).catch(() => null) : null;
    }),
  );
}

/**
 * Writes a session, if it is new, and what follows from it if the files of the review are still those that were read, and says
 * whether they are. Two commands at once cannot both find them unchanged: a lock beside the session is held
 * meanwhile. Throws an InputError if that is not free for half a minute, or nothing can be written there.
 */
export async function writeReview(
  paths: ReviewPaths,
  { before, session, others }: { before: ReviewBytes; session: ReviewSession | undefined; others: () => Promise<void> },
): Promise<boolean> {
  const { path } = await destinationOf(paths.session);
  const lock = join(dirname(path), `.${basename(path).slice(0, LONGEST)}.lock`);
  const unlock = await takeLock(lock, { patience: PATIENCE, work: "is writing this review", remedy: "" });
  try {
    const now = await reviewBytes(paths);
    if (!now.every((bytes, k) => (bytes === null ? before[k] === null : before[k]?.equals(bytes)))) return false;
    // The session first: it holds the answers of the list that is replaced.
    if (session !== undefined) await writeSession(paths.session, session);
    await others();
    return true;
  } finally {
    unlock();
  }
}

/** The answers in a filled-in list; undefined if there is no such file. See `listAnswers`. */
export async function readListAnswers(path: string): Promise<WrittenAnswer[] | undefined> {
  const found = await stat(located(path)).catch(() => undefined);
  return found === undefined ? undefined : listAnswers(await readTexts(await fileSource(path)));
}

/** Whether there is a list that shows one of these bags. A command that was killed leaves that of the round before. */
export async function listShows(path: string, bags: readonly string[]): Promise<boolean> {
  const found = await stat(located(path)).catch(() => undefined);
  if (found === undefined) return false;
  const { columns, rows } = await readTexts(await fileSource(path));
  const at = columns.findIndex((name) => name.toLowerCase() === LIST_COLUMNS[0]);
  return rows.some(({ fields }) => bags.includes(plainCell((fields[at] ?? "").trim())));
}

/**
 * The list for the reviewer: bag, a blank answer, room for a note, and what the file shows of the bag. No score
 * and no reason: a reviewer who knows what the ranking thinks agrees with it too often.
 */
export function reviewListTable(
  bags: readonly string[],
  shown: readonly { readonly name: string; readonly texts: readonly string[] }[],
): OutputTable {
  const columns = uniqueNames([...LIST_COLUMNS, ...shown.map(({ name }) => name)]);
  const rows = bags.map((bag, k) => [bag, null, null, ...shown.map(({ texts }) => texts[k] || null)]);
  return { columns, rows };
}
