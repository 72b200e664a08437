import { crc32 } from "@bagwise/core/base";
import { gzip } from "../text/gzip.js";
import { joinedBytes } from "../text/source.js";

/** A file to pack. */
export interface ZipFile {
  readonly name: string;
  readonly pieces: Iterable<Uint8Array>;
}

/** 1980-01-01, the first day that ZIP knows: the same files give the same archive. */
const DATE = 0x0021;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;

/**
 * Packs files into a ZIP archive, piece by piece: nothing is held but the directory. Each file, and
 * the archive, must stay below 4 GB, which the caller sees to.
 */
export async function* writeZip(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, pieces } of files) {
    const start = at;
    const path = new TextEncoder().encode(name);
    const sums = { crc: 0, size: 0, packed: 0 };
    const local = record(
      [4, 0x04034b50],
      [2, VERSION],
      [2, FLAGS],
      ...METHOD,
      [4, 0],
      [4, 0],
      [4, 0],
      ...lengths(path),
    );
    yield joinedBytes([local, path]);
    for await (const piece of gzip(summed(pieces, sums), "deflate-raw")) {
      sums.packed += piece.length;
      yield piece;
    }
    const { crc, size, packed } = sums;
    yield record([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
    at += local.length + path.length + packed + 16;
    const entry = [
      [4, crc],
      [4, packed],
      [4, size],
      ...lengths(path),
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, start],
    ] as const;
    const head = record([4, 0x02014b50], [2, VERSION], [2, VERSION], [2, FLAGS], ...METHOD, ...entry);
    directory.push(joinedBytes([head, path]));
  }
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const n = directory.length;
  yield record([4, 0x06054b50], [2, 0], [2, 0], [2, n], [2, n], [4, size], [4, at], [2, 0]);
}

type Field = readonly [bytes: 2 | 4, value: number];

const METHOD: readonly Field[] = [
  [2, DEFLATED],
  [2, 0],
  [2, DATE],
];

/** The lengths of the name and of further fields, of which there are none. */
function lengths(path: Uint8Array): Field[] {
  return [
    [2, path.length],
    [2, 0],
  ];
}

function record(...fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  }
  return bytes;
}

function* summed(pieces: Iterable<Uint8Array>, sums: { crc: number; size: number }): Generator<Uint8Array> {
  for (const piece of pieces) {
    sums.crc = crc32(piece, sums.crc);
    sums.size += piece.length;
    yield piece;
  }
}
