import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import { expect } from "vitest";
import type { Format, ReadOptions, WritableFormat, WriteOptions } from "../../src/format/format.js";
import { type Content, toSource } from "../../src/format/text/source.js";

/** What a format writes, in one piece. */
export async function written(format: WritableFormat, bags: BagSet, options: WriteOptions = {}): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of format.write(bags, options)) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

/** What a format writes, as text. */
export async function writtenText(format: WritableFormat, bags: BagSet, options: WriteOptions = {}): Promise<string> {
  return new TextDecoder().decode(await written(format, bags, options));
}

/** Reads an input called `input`; a string is its text. */
export function read(format: Format, input: string | Content, options: ReadOptions = {}): Promise<BagSet> {
  return format.read(toSource(typeof input === "string" ? { text: input } : input), options);
}

/** Reads and gives the notes as well. */
export async function readWithNotes(
  format: Format,
  input: string | Content,
  options: ReadOptions = {},
): Promise<{ bags: BagSet; notes: Note[] }> {
  const notes: Note[] = [];
  const bags = await read(format, input, { ...options, onNote: (note) => notes.push(note) });
  return { bags, notes };
}

/** The InputError that reading ends in; fails when it ends in none. */
export async function failure(format: Format, input: string | Content, options: ReadOptions = {}): Promise<InputError> {
  const error = await read(format, input, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  if (!(error instanceof InputError)) throw error;
  expect(error.where.file).toBe("input");
  return error;
}

/** The text as a stream of pieces of a few bytes each, which cut through lines and characters. */
export async function* inPieces(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
