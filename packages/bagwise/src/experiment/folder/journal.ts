import { InputError } from "@bagwise/core/base";
import { writeAtomically } from "@bagwise/engines/disk";
import type { TrialRecord } from "@bagwise/lab";
import { type AnyRecord, type AnySpec, experimentOf } from "@bagwise/lab/running";
import { type AppendLog, appendLog, readLog, toLine } from "./log.js";

/** The first line of `results.jsonl`: what its trials have in common, and their data. */
export interface JournalHeader {
  readonly bagwise: string;
  readonly experiment: string;
  /** The options that are the same in every trial, such as the seed. */
  readonly options: Readonly<Record<string, number | string | null>>;
  /** The content hash of each data set, in the order of the grid. */
  readonly data: Readonly<Record<string, string>>;
}

export interface Journal<R extends AnyRecord = TrialRecord> {
  readonly done: ReadonlyMap<string, R>;
  append(record: R): void;
  close(): void;
}

interface JournalContent<R extends AnyRecord = TrialRecord> {
  readonly header: JournalHeader;
  readonly lines: readonly { readonly line: number; readonly record: R }[];
  readonly length: number;
}

/**
 * Opens `results.jsonl` or begins it. A torn last line is cut off. An InputError when another line
 * is damaged, and when the file is of another version, of other data or options, or holds trials
 * that are not in the grid.
 */
export async function openJournal<R extends AnyRecord<AnySpec> = TrialRecord>(
  path: string,
  header: JournalHeader,
  plan: readonly { readonly id: string }[],
): Promise<Journal<R>> {
  const there = readJournal<R>(path);
  const done = new Map<string, R>();
  let kept = there?.length ?? 0;
  if (there === undefined) kept = await begin(path, header, []);
  else {
    checkHeader(path, there.header, header);
    const planned = new Set(plan.map(({ id }) => id));
    for (const { line, record } of there.lines) {
      if (!planned.has(record.id)) throw outside(path, line, experimentOf(header).said(record.spec));
      done.set(record.id, record);
    }
    // A larger grid may have more data sets, which the header then names too.
    if (toLine(there.header) !== toLine(header)) kept = await begin(path, header, [...done.values()]);
  }
  const log: AppendLog = appendLog(path, kept);
  return {
    done,
    append: (record) => {
      log.append(record);
      done.set(record.id, record);
    },
    close: () => log.close(),
  };
}

/**
 * What is in a journal without a torn last line, and its length in bytes; undefined without
 * content. An InputError when a line is damaged, or the header, which is written whole or not at
 * all.
 */
export function readJournal<R extends AnyRecord = TrialRecord>(path: string): JournalContent<R> | undefined {
  const { lines, length, size } = readLog(path);
  if (size === 0) return undefined;
  const [first, ...rest] = lines;
  if (!isHeader(first?.value)) throw damaged(path, 1, "this is not the header of a bagwise experiment");
  const before = new Set<string>();
  const records = rest.map(({ line, value }) => {
    if (!isRecord<R>(value)) throw damaged(path, line, "this line is damaged");
    // Files that were joined by hand may hold a trial twice, which would count twice.
    if (before.has(value.id)) throw damaged(path, line, "the trial of this line is there already");
    before.add(value.id);
    return { line, record: value };
  });
  return { header: first.value, lines: records, length };
}

/** Writes the header and records, whole or not at all; returns the length in bytes. */
export async function begin(path: string, header: JournalHeader, records: Iterable<AnyRecord>): Promise<number> {
  const bytes = new TextEncoder().encode(toLine(header) + Array.from(records, toLine).join(""));
  await writeAtomically(path, [bytes]);
  return bytes.length;
}

function checkHeader(path: string, found: JournalHeader, wanted: JournalHeader): void {
  const differ = (what: string, there: unknown, here: unknown) => {
    if (there !== here) throw other(path, `${what} ${String(there)}, not ${String(here)}`);
  };
  differ("of version", found.bagwise, wanted.bagwise);
  differ("of the experiment", found.experiment, wanted.experiment);
  for (const key of new Set([...Object.keys(found.options), ...Object.keys(wanted.options)]))
    differ(`with the ${key}`, found.options[key], wanted.options[key]);
  for (const [name, hash] of Object.entries(found.data)) {
    const here = wanted.data[name];
    if (here === undefined) throw other(path, `of ${name}, which is not one of the data sets now`);
    if (here !== hash) throw other(path, `of a ${name} with other content`);
  }
}

function isHeader(value: object | undefined): value is JournalHeader {
  return has(value, { bagwise: "string", experiment: "string", options: "object", data: "object" });
}

function isRecord<R extends AnyRecord>(value: object | undefined): value is R {
  return has(value, { id: "string", spec: "object", result: "object" });
}

function has(value: object | undefined, types: Readonly<Record<string, "string" | "object">>): boolean {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}));
  return Object.entries(types).every(([key, type]) => typeof fields.get(key) === type && fields.get(key) !== null);
}

function damaged(file: string, line: number, message: string): InputError {
  const remedy =
    line === 1
      ? "Choose another folder with --out."
      : "Delete this line, and its trial runs again; or choose another folder with --out.";
  return new InputError({ code: "journal", message, remedy, where: { file, line } });
}

function other(file: string, message: string): InputError {
  return new InputError({
    code: "other-experiment",
    message: `the results there are ${message}`,
    remedy: "Choose another folder with --out.",
    where: { file },
  });
}

function outside(file: string, line: number, trial: string): InputError {
  return new InputError({
    code: "other-experiment",
    message: `the trial there (${trial}) is not part of this experiment`,
    remedy: "Ask for at least all that is there already, or choose another folder with --out.",
    where: { file, line },
  });
}
