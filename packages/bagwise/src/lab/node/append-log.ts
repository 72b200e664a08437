import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { fileError } from "../../node/file-source.js";
import { fromLine, lineEnds, toLine } from "./journal-line.js";

/** A line of a log: the object in it, or undefined when it is damaged. Lines count from 1. */
export interface LogLine {
  readonly line: number;
  readonly value: object | undefined;
}

/** A file to which lines are added, each with one write. */
export interface AppendLog {
  append(value: object): void;
  close(): void;
}

/**
 * The lines of a log, how many bytes they take, and the size of the file. A last line that is torn,
 * that is without line end or with another check sum than its own, is left out: the process that
 * wrote it was killed before it was done. A file that is not there has no lines.
 */
export function readLog(path: string): { lines: LogLine[]; length: number; size: number } {
  const bytes = readIfThere(path);
  const ends = lineEnds(bytes);
  const decoder = new TextDecoder();
  const lines = ends.map((end, k): LogLine => {
    const start = k === 0 ? 0 : ends[k - 1];
    return { line: k + 1, value: fromLine(decoder.decode(bytes.subarray(start, end - 1))) };
  });
  // Bytes without a line end after the last whole line are torn, and that line is then in the
  // middle.
  const torn = lines.at(-1)?.value === undefined && ends.at(-1) === bytes.length;
  if (torn) lines.pop();
  return { lines, length: (torn ? ends.at(-2) : ends.at(-1)) ?? 0, size: bytes.length };
}

/**
 * Opens a log to add lines after its first `length` bytes; what is behind them is cut off. One
 * write for each line: whenever the process is killed, only the last line can be torn.
 */
export function appendLog(path: string, length: number): AppendLog {
  const file = guarded(path, () => openSync(path, "a"));
  guarded(path, () => ftruncateSync(file, length));
  return {
    append: (value) => {
      const bytes = new TextEncoder().encode(toLine(value));
      guarded(path, () => {
        // A full disk may take a part only; the next call then says why.
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      });
    },
    close: () => closeSync(file),
  };
}

function readIfThere(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Uint8Array(0);
    throw fileError(path, error);
  }
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileError(path, error);
  }
}
