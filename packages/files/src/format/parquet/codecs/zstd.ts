import { ByteReader } from "../byte-reader.js";
import { copyBack, tooMuch } from "./copy-back.js";
import {
  BackwardBits,
  damaged,
  decodeHuffman,
  type FseTable,
  fseOfOne,
  fseTable,
  type HuffmanTable,
  readFse,
  readHuffman,
} from "./entropy.js";

/** No block gives more bytes than this. */
const LARGEST_BLOCK = 2 ** 17;

/** One of the three codes of a sequence: its default table, its limits, and the value of each symbol. */
interface Code {
  readonly table: FseTable;
  readonly largestLog: number;
  readonly base: readonly number[];
  readonly extra: readonly number[];
}

const ones = (length: number, of: number) => new Array<number>(length).fill(of);

function code(frequencies: readonly number[], log: number, largestLog: number, start: number, extra: number[]): Code {
  const base: number[] = [];
  for (const [i] of extra.entries()) base.push(i === 0 ? start : base[i - 1] + 2 ** extra[i - 1]);
  return { table: fseTable(frequencies, log), largestLog, base, extra };
}

const LITERALS = code([4, 3, ...ones(11, 2), 1, 1, 1, ...ones(9, 2), 3, 2, ...ones(5, 1), ...ones(4, -1)], 6, 9, 0, [
  ...ones(16, 0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
]);
const MATCHES = code([1, 4, 3, ...ones(6, 2), ...ones(37, 1), ...ones(7, -1)], 6, 9, 3, [
  ...ones(32, 0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
]);
const OFFSETS = code(
  [...ones(6, 1), 2, 2, 2, ...ones(15, 1), ...ones(5, -1)],
  5,
  8,
  1,
  Array.from({ length: 32 }, (_, i) => i),
);

/** What one block hands to the next. */
interface Frame {
  /** Where the frame begins in the output. */
  readonly from: number;
  huffman: HuffmanTable | undefined;
  readonly tables: Map<Code, FseTable>;
  /** The last three distances. */
  readonly recent: [number, number, number];
}

/**
 * Unpacks Zstandard frames (RFC 8878) that must give this many bytes. Checksums of frames are not
 * verified. Throws an Error where the data are damaged.
 */
export function unpackZstd(input: Uint8Array, size: number): Uint8Array {
  const reader = new ByteReader(input);
  const output = new Uint8Array(size);
  let at = 0;
  while (reader.left > 0) {
    const magic = reader.uint32();
    if (magic >>> 4 === 0x184d2a5) reader.take(reader.uint32());
    else if (magic === 0xfd2fb528) at = unpackFrame(reader, output, at);
    else throw damaged();
  }
  if (at !== size) throw new Error("the packed data end too early");
  return output;
}

function unpackFrame(reader: ByteReader, output: Uint8Array, start: number): number {
  const flags = reader.byte();
  const single = (flags >> 5) & 1;
  if ((flags & 8) !== 0) throw damaged();
  if (single === 0) reader.byte();
  if (reader.take([0, 1, 2, 4][flags & 3]).some((byte) => byte !== 0)) throw new Error("its pages need a dictionary");
  reader.take([single, 2, 4, 8][flags >> 6]);
  const frame: Frame = { from: start, huffman: undefined, tables: new Map(), recent: [1, 4, 8] };
  let at = start;
  for (let last = 0; last === 0; ) {
    const header = reader.byte() | (reader.byte() << 8) | (reader.byte() << 16);
    last = header & 1;
    const size = header >> 3;
    const type = (header >> 1) & 3;
    if (type === 3) throw damaged();
    if (type === 2) {
      at = unpackBlock(new ByteReader(reader.take(size)), output, at, frame);
      continue;
    }
    if (size > output.length - at) throw tooMuch();
    if (type === 0) output.set(reader.take(size), at);
    else output.fill(reader.byte(), at, at + size);
    at += size;
  }
  if ((flags & 4) !== 0) reader.take(4);
  return at;
}

function unpackBlock(reader: ByteReader, output: Uint8Array, start: number, frame: Frame): number {
  const literals = readLiterals(reader, frame);
  const most = Math.min(output.length, start + LARGEST_BLOCK);
  const copy = (from: number, to: number, at: number): number => {
    if (to > literals.length || at + to - from > most) throw tooMuch();
    if (to - from > 16) output.set(literals.subarray(from, to), at);
    else for (let i = from; i < to; i++) output[at + i - from] = literals[i];
    return at + to - from;
  };
  let at = start;
  let used = 0;
  const sequences = readSequences(reader, frame);
  if (sequences !== undefined) {
    const { count, bits, tables } = sequences;
    const [literal, offset, match] = tables;
    let literalState = bits.read(literal.log);
    let offsetState = bits.read(offset.log);
    let matchState = bits.read(match.log);
    for (let i = 0; i < count; i++) {
      const distance = decoded(OFFSETS, offset.symbols[offsetState], bits);
      const length = decoded(MATCHES, match.symbols[matchState], bits);
      const before = decoded(LITERALS, literal.symbols[literalState], bits);
      if (i + 1 < count) {
        literalState = literal.next[literalState] + bits.read(literal.bits[literalState]);
        matchState = match.next[matchState] + bits.read(match.bits[matchState]);
        offsetState = offset.next[offsetState] + bits.read(offset.bits[offsetState]);
      }
      if (bits.left < 0) throw damaged();
      at = copy(used, used + before, at);
      used += before;
      if (at + length > most) throw tooMuch();
      at = copyBack(output, at, distanceOf(distance, before, frame.recent), length, frame.from);
    }
    if (bits.left !== 0) throw damaged();
  }
  return copy(used, literals.length, at);
}

function decoded({ base, extra }: Code, symbol: number, bits: BackwardBits): number {
  if (symbol >= base.length) throw damaged();
  return extra[symbol] === 0 ? base[symbol] : base[symbol] + bits.read(extra[symbol]);
}

/** Values up to 3 stand for one of the last three distances. */
function distanceOf(value: number, literals: number, recent: [number, number, number]): number {
  if (value > 3) {
    recent[2] = recent[1];
    recent[1] = recent[0];
    recent[0] = value - 3;
    return recent[0];
  }
  const which = literals === 0 ? value : value - 1;
  if (which === 0) return recent[0];
  const distance = which === 3 ? recent[0] - 1 : recent[which];
  if (which > 1) recent[2] = recent[1];
  recent[1] = recent[0];
  recent[0] = distance;
  return distance;
}

function readLiterals(reader: ByteReader, frame: Frame): Uint8Array {
  const first = reader.byte();
  const type = first & 3;
  const format = (first >> 2) & 3;
  if (type < 2) {
    let size = format % 2 === 0 ? first >> 3 : (first >> 4) | (reader.byte() << 4);
    if (format === 3) size |= reader.byte() << 12;
    if (size > LARGEST_BLOCK) throw tooMuch();
    return type === 0 ? reader.take(size) : new Uint8Array(size).fill(reader.byte());
  }
  const width = [10, 10, 14, 18][format];
  let sizes = first;
  for (let i = 1; i < [3, 3, 4, 5][format]; i++) sizes += reader.byte() * 256 ** i;
  const size = Math.floor(sizes / 16) % 2 ** width;
  const packed = new ByteReader(reader.take(Math.floor(sizes / 2 ** (4 + width))));
  if (size > LARGEST_BLOCK) throw tooMuch();
  if (type === 2) frame.huffman = readHuffman(packed);
  if (frame.huffman === undefined) throw damaged();
  const output = new Uint8Array(size);
  if (format === 0) {
    decodeHuffman(packed.take(packed.left), output, frame.huffman);
    return output;
  }
  // Four streams, of which the first three give the same number of bytes.
  const lengths = [0, 1, 2].map(() => packed.byte() | (packed.byte() << 8));
  const part = (size + 3) >> 2;
  if (3 * part > size) throw damaged();
  for (let i = 0; i < 4; i++) {
    const bytes = packed.take(i < 3 ? lengths[i] : packed.left);
    decodeHuffman(bytes, output.subarray(i * part, i < 3 ? (i + 1) * part : size), frame.huffman);
  }
  return output;
}

/** The tables and the bits of the sequences, or undefined if there are none. */
function readSequences(reader: ByteReader, frame: Frame) {
  const first = reader.byte();
  if (first === 0) return undefined;
  let count = first;
  if (first === 255) count = (reader.byte() | (reader.byte() << 8)) + 0x7f00;
  else if (first > 127) count = ((first - 128) << 8) | reader.byte();
  const modes = reader.byte();
  if ((modes & 3) !== 0) throw damaged();
  const tables = [LITERALS, OFFSETS, MATCHES].map((each, i) => {
    const table = readTable(reader, (modes >> (6 - 2 * i)) & 3, each, frame.tables.get(each));
    frame.tables.set(each, table);
    return table;
  });
  return { count, bits: new BackwardBits(reader.take(reader.left)), tables };
}

function readTable(reader: ByteReader, mode: number, each: Code, previous: FseTable | undefined): FseTable {
  if (mode === 0) return each.table;
  if (mode === 1) return fseOfOne(reader.byte());
  if (mode === 2) return readFse(reader, each.largestLog, each.base.length);
  if (previous === undefined) throw damaged();
  return previous;
}
