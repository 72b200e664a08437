import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { crc32, fromExactJson, toExactJson } from "@bagwise/core/base";
import { fileError } from "@bagwise/engines/disk";

/** A line of a log: the object in it, or undefined when it is damaged. Lines count from 1. */
interface LogLine {
  readonly line: number;
  readonly value: object | undefined;
}

/** A file to which lines are added, each with one write. */
export interface AppendLog {
  append(value: object): void;
  close(): void;
}

/**
 * The lines of a log, their bytes, and the size of the file, 0 where there is none. A last line
 * without line end or with another checksum is left out: its process was killed.
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
 * Opens a log to add lines after its first `length` bytes, one write each: only the last can be
 * torn.
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

const START = /^\{"crc":"([0-9a-f]{8})",/;

/** A line of a journal: JSON text with its CRC-32 in front, and a line end. */
export function toLine(value: object): string {
  const text = toExactJson(value);
  return `{"crc":"${checkSum(text)}",${text.slice(1)}\n`;
}

/** The object in a line without its line end; undefined when the line is torn or changed. */
export function fromLine(line: string): object | undefined {
  const crc = START.exec(line);
  if (crc === null) return undefined;
  const text = `{${line.slice(crc[0].length)}`;
  if (checkSum(text) !== crc[1]) return undefined;
  try {
    const value = fromExactJson(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where the line ends are: the offset after each, for the bytes of a file. */
export function lineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at + 1);
  return ends;
}

function checkSum(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}
