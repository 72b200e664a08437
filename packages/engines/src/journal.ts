import { createReadStream } from "node:fs";
import { appendFile, mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileError } from "./disk/file-source.js";
import { takeLock } from "./disk/lock.js";
import type { Parameter } from "./engine.js";

/**
 * Rows of a table that is being made, collected in a file on this machine. An engine without transactions
 * gets them at the end, all at once: many small writes would be slow there, and a table beside the
 * other one may be lost with a worker of a cluster.
 */
export interface Journal {
  readonly path: string;
  /** What the first run said of the work, as text; undefined if there is none. */
  readonly about: string | undefined;
  /** What the last complete part said of itself; undefined if there is none. */
  readonly upTo: string | undefined;
  /** Throws away what there is, and says what the work is about. */
  begin(about: string): Promise<void>;
  add(rows: readonly (readonly Parameter[])[], upTo: string): Promise<void>;
  /** All rows of complete parts. */
  rows(): AsyncGenerator<Parameter[]>;
  /** Lets another run have it. */
  close(): void;
  remove(): Promise<void>;
}

/** Where journals are, and what else bagwise knows of tables: `BAGWISE_CACHE`, or `.cache/bagwise` in your home folder. */
export function journalFolder(): string {
  return join(process.env.BAGWISE_CACHE ?? join(homedir(), ".cache", "bagwise"), "scores");
}

/**
 * Opens the journal of a piece of work, or begins it. What an earlier run wrote of a part that it did not end is cut
 * off. Throws an InputError if another run that is alive has it open.
 */
export async function openJournal(work: string): Promise<Journal> {
  const path = join(journalFolder(), `${work}.jsonl`);
  const refused = (error: unknown) => {
    throw fileError(path, error);
  };
  await mkdir(journalFolder(), { recursive: true, mode: 0o700 }).catch(refused);
  const close = await takeLock(`${path}.lock`, { work: "is making this table of scores", remedy: "" });
  await appendFile(path, "", { mode: 0o600 }).catch(refused);
  let at = 0;
  let end = 0;
  let upTo: string | undefined;
  let about: string | undefined;
  for await (const line of linesOf(path)) {
    at += Buffer.byteLength(line) + 1;
    const found = parsed(line);
    if (Array.isArray(found) || found === undefined) continue;
    end = at;
    if ("about" in found) about = found.about;
    else upTo = found.upTo;
  }
  await truncate(path, end);
  return {
    path,
    about,
    upTo,
    begin: (text) => writeFile(path, `${JSON.stringify({ about: text })}\n`, { mode: 0o600 }).catch(refused),
    async add(rows, to) {
      const lines = [...rows, { upTo: to }].map((each) => JSON.stringify(each));
      await appendFile(path, `${lines.join("\n")}\n`).catch(refused);
    },
    async *rows() {
      for await (const line of linesOf(path)) {
        const found = parsed(line);
        if (Array.isArray(found)) yield found;
      }
    },
    close,
    async remove() {
      await rm(path, { force: true });
      close();
    },
  };
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** A row, what the work is about, or the end of a part; undefined for a line that was cut off. */
function parsed(line: string): Parameter[] | { about: string } | { upTo: string } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
