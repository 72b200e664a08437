import { InputError } from "@bagwise/core/base";
import type { Grid } from "../../table/table.js";

/** Text that is the content itself, with a name for messages and to recognise the format by. */
export interface TextInput {
  readonly text: string;
  /** Default: the option `name`, or "input". */
  readonly name?: string | undefined;
}

/** Anything that holds bytes, in Node and in browsers. A File is a Blob. */
export type Content =
  | TextInput
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Source;

/**
 * What `readBags` takes. A string is a path, and a URL that of a file: both in Node alone. Text is
 * given as `{ text }`, so that it cannot be taken for a path.
 */
export type Input = string | URL | Content;

/** Bytes with a name. Call `bytes` only once, unless there is a `slice`. */
export interface Source {
  /** Its name in messages. */
  readonly name: string;
  /** Its length in bytes, if known. */
  readonly size: number | undefined;
  bytes(): AsyncIterable<Uint8Array>;
  /**
   * Random access, if possible (Parquet reads only what it needs). `room` is memory that may be used for it; the
   * bytes stand at the beginning of what comes back.
   */
  readonly slice?: ((start: number, end: number, room?: ArrayBuffer) => Promise<ArrayBuffer>) | undefined;
  /** Its rows, if it is a table and no bytes, such as the answer of a database. */
  readonly grid?: Grid | undefined;
}

/** Rows at hand as a source, for whoever reads them without a file. */
export function gridSource(grid: Grid, name: string): Source {
  const nothing = async function* (): AsyncGenerator<Uint8Array> {};
  return { name, size: undefined, bytes: nothing, grid };
}

/** Wraps any content as a source. */
export function toSource(input: Content, { name = "input" }: { name?: string | undefined } = {}): Source {
  // A Buffer of Node is a Uint8Array whose slice() does not copy, so readers get a plain one.
  if (input instanceof Uint8Array)
    return fromBytes(new Uint8Array(input.buffer, input.byteOffset, input.byteLength), name);
  if (input instanceof ArrayBuffer) return fromBytes(new Uint8Array(input), name);
  if (input instanceof Blob) {
    const called = "name" in input && typeof input.name === "string" && name === "input" ? input.name : name;
    return {
      name: called,
      size: input.size,
      bytes: () => fromStream(input.stream()),
      slice: (start, end) => input.slice(start, end).arrayBuffer(),
    };
  }
  if (isResponse(input)) return fromResponse(input, name);
  if (input instanceof ReadableStream) return { name, size: undefined, bytes: () => fromStream(input) };
  if ("text" in input) return fromBytes(new TextEncoder().encode(input.text), input.name ?? name);
  if ("bytes" in input) return input;
  return { name, size: undefined, bytes: () => input };
}

/** Naming the class loads the network code of Node, which takes 8 GB of addresses: `ulimit -v` may forbid it. */
function isResponse(input: Exclude<Content, Uint8Array>): input is Response {
  return Object.prototype.toString.call(input) === "[object Response]";
}

/** How many bytes to collect at most, and what to say if there are more. */
interface Limit {
  readonly most: number;
  readonly message: string;
  readonly remedy: string;
}

/** For sources that are held in memory as a whole: what one array of bytes can surely hold. */
const IN_MEMORY: Limit = {
  most: 2 ** 31 - 1,
  message: "the input is larger than the 2 GiB that can be held in memory as a whole",
  remedy: "Save it as a file that is not compressed, and read that.",
};

/**
 * All bytes of a source in one array. If the length is unknown, joining the pieces needs twice the
 * memory. Throws an InputError as soon as there are more bytes than the limit, so an endless or
 * packed source cannot fill the memory.
 */
export async function collect(source: Source, { most, message, remedy }: Limit = IN_MEMORY): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const check = (bytes: number) => {
    if (bytes > most) throw new InputError({ code: "file-too-large", message, remedy, where: { file: source.name } });
  };
  check(source.size ?? 0);
  for await (const piece of source.bytes()) {
    length += piece.length;
    check(length);
    // A source may reuse its buffer for the next piece.
    pieces.push(piece.slice());
  }
  return pieces.length === 1 ? pieces[0] : joinedBytes(pieces);
}

/** All pieces in one array. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** For texts that are read as one string: what every engine can hold in one. */
const IN_STRING: Limit = {
  most: 500 * 2 ** 20,
  message: "the text is larger than the 500 MiB that can be read at once",
  remedy: "Check that this is the right file.",
};

/** A source as UTF-8 text, without byte order mark. Throws an InputError for invalid UTF-8. */
export async function collectText(source: Source, limit: Limit = IN_STRING): Promise<string> {
  const bytes = await collect(source, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidUtf8({ file: source.name, line: firstBadLine(bytes) });
  }
}

/** The error for bytes that are not UTF-8. */
export function invalidUtf8(where: { file: string; line: number }): InputError {
  return new InputError({
    code: "utf-8",
    message: "the text is not valid UTF-8",
    remedy: "If it comes from Windows or an old program, set the option encoding to latin1. Or save it as UTF-8.",
    where,
  });
}

/** The line, from 1, of the first byte sequence that is not UTF-8. */
export function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end;
    line++;
  }
  return line;
}

function fromBytes(bytes: Uint8Array, name: string): Source {
  return {
    name,
    size: bytes.length,
    bytes: async function* () {
      yield bytes;
    },
    slice: async (start, end) => bytes.slice(start, end).buffer,
  };
}

/** Its name is the last part of its address, whose ending may tell the format. */
function fromResponse(response: Response, given: string): Source {
  const last = response.url.replace(/[?#].*$/s, "").replace(/^.*\//s, "");
  const name = given === "input" && last !== "" ? last : given;
  if (!response.ok) {
    throw new InputError({
      code: "response",
      message: `the server answered ${response.status} ${response.statusText}`.trimEnd(),
      remedy: "Check the address.",
      where: { file: name },
    });
  }
  const { body } = response;
  return body === null ? fromBytes(new Uint8Array(0), name) : { name, size: undefined, bytes: () => fromStream(body) };
}

/** Not every browser can iterate a ReadableStream, but every one can read it. */
async function* fromStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/** Whether bytes start like a gzip file. */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}
