import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type BagSet, contentHash } from "@bagwise/core/bags";
import { InputError, type Note, quote } from "@bagwise/core/base";
import { fileError } from "@bagwise/engines/disk";
import { formatByEnding } from "@bagwise/files";
import { type CompareData, compareData } from "@bagwise/lab";
import { readBags } from "../../node/files/read-bags.js";

/** The most names in a piece of advice. */
const MOST_NAMED = 12;

/** A file of labelled bags, and what experiments know of it. */
export interface LabelledFile extends CompareData {
  readonly file: string;
  readonly hash: string;
}

/**
 * The files of labelled bags in a folder by name, of every format that `readBags` knows by the
 * ending; others are skipped with a note. With `names` only those are read. An InputError for a
 * file that cannot be read, for one without both labels on all bags, and for a name that no file or
 * two files have. Costs reading all of it.
 */
export async function labelledFolder(
  folder: string,
  names?: readonly string[],
): Promise<{ files: LabelledFile[]; notes: Note[] }> {
  const found = await bagFiles(folder);
  const wanted = found.files.filter(({ name }) => names === undefined || names.includes(name));
  for (const name of names ?? [])
    if (!wanted.some((each) => each.name === name)) throw absent(folder, name, found.files);
  if (wanted.length === 0)
    throw new InputError({
      code: "no-data",
      message: "there is no file of bags in this folder",
      remedy: "Name a folder with labelled bags with --data.",
      where: { file: folder },
    });
  const files: LabelledFile[] = [];
  for (const { name, file } of wanted) {
    if (wanted.some((each) => each.name === name && each.file !== file)) throw twice(file, name);
    const others = wanted.flatMap((each) => (each.name === name ? [] : [each.name]));
    const bags = await readBags(file).catch((error: unknown) => {
      throw leavable(error, file, others);
    });
    files.push({ ...described(name, { file, others, bags }), file, hash: await contentHash(bags) });
  }
  return { files, notes: names === undefined ? found.notes : [] };
}

interface NamedFile {
  readonly name: string;
  readonly file: string;
}

/** The files of bags in a folder, by name, and a note on the others. Nothing is read. */
export async function bagFiles(folder: string): Promise<{ files: NamedFile[]; notes: Note[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  const seen = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort((a, b) => (a < b ? -1 : 1));
  const files = seen.filter((name) => formatByEnding(name) !== undefined);
  const others = seen.filter((name) => formatByEnding(name) === undefined);
  const notes: Note[] =
    others.length === 0
      ? []
      : [{ code: "passed-over", message: `skipped, because they are not files of bags: ${others.join(", ")}` }];
  return { files: files.map((name) => ({ name: stem(name), file: join(folder, name) })), notes };
}

function described(
  name: string,
  { file, others, bags }: { file: string; others: readonly string[]; bags: BagSet },
): CompareData {
  try {
    return compareData(name, bags);
  } catch (error) {
    throw leavable(error, file, others);
  }
}

/** The error with its file, and with the advice to leave the file out where there are others. */
function leavable(error: unknown, file: string, others: readonly string[]): unknown {
  if (!(error instanceof InputError)) return error;
  const { code, complaint, remedy, where } = error.at({ file });
  if (others.length === 0) return error.at({ file });
  const names = others.length > MOST_NAMED ? `${others.slice(0, MOST_NAMED).join(",")},...` : others.join(",");
  return new InputError({
    code,
    message: complaint,
    remedy: `${remedy} Or leave the file out: --datasets ${/^[\w.,-]+$/.test(names) ? names : `"${names}"`}.`,
    where,
  });
}

/** The name of a file without its ending, nor that of gzip. */
function stem(name: string): string {
  return name.replace(/\.gz$/i, "").replace(/\.[^.]+$/, "");
}

function absent(folder: string, name: string, files: readonly NamedFile[]): InputError {
  return new InputError({
    code: "data-set",
    message: `there is no data set ${quote(name)} in this folder`,
    remedy: files.length === 0 ? "It holds no file of bags." : `It has ${files.map((each) => each.name).join(", ")}.`,
    where: { file: folder },
  });
}

function twice(file: string, name: string): InputError {
  return new InputError({
    code: "data-set",
    message: `two files of the folder have the name ${quote(name)}`,
    remedy: "Give one of them another name.",
    where: { file },
  });
}
