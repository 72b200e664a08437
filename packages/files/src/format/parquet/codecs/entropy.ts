import type { ByteReader } from "../byte-reader.js";

/** Bits that are read from the last to the first; the highest 1 of the last byte marks their end. */
export class BackwardBits {
  /** How many bits are left. Negative where more were read than there are, which read as 0. */
  left: number;

  constructor(private readonly bytes: Uint8Array) {
    const last = bytes[bytes.length - 1];
    if (!last) throw damaged();
    this.left = bytes.length * 8 - 8 + highestBit(last);
  }

  /** The next bits, at most 24, without moving on. */
  peek(count: number): number {
    const from = this.left - count;
    if (from >= 0) return this.at(from) & ((1 << count) - 1);
    return this.left <= 0 ? 0 : (this.at(0) & ((1 << this.left) - 1)) << -from;
  }

  /** The next bits, at most 32. */
  read(count: number): number {
    if (count > 24) return this.read(count - 16) * 65536 + this.read(16);
    const value = this.peek(count);
    this.left -= count;
    return value;
  }

  private at(bit: number): number {
    const i = bit >> 3;
    const { bytes } = this;
    return (bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)) >>> (bit & 7);
  }
}

/** A table of finite state entropy: a state gives a symbol, and with some bits the next state. */
export interface FseTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly next: Uint16Array;
}

/** The table with a single symbol, which takes no bits. */
export function fseOfOne(symbol: number): FseTable {
  return { log: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), next: new Uint16Array(1) };
}

/** Builds a table from how often each symbol occurs; -1 stands for less than once. */
export function fseTable(frequencies: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const counts = new Uint16Array(frequencies.length);
  let high = size;
  frequencies.forEach((frequency, symbol) => {
    counts[symbol] = Math.abs(frequency);
    if (frequency === -1) symbols[--high] = symbol;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  frequencies.forEach((frequency, symbol) => {
    for (let i = 0; i < frequency; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  });
  const bits = new Uint8Array(size);
  const next = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const count = counts[symbols[state]]++;
    bits[state] = log - highestBit(count);
    next[state] = (count << bits[state]) - size;
  }
  return { log, symbols, bits, next };
}

/** Reads the frequencies of at most `most` symbols, and builds their table. */
export function readFse(reader: ByteReader, largestLog: number, most: number): FseTable {
  const bits = forwardBits(reader);
  const log = bits.read(4) + 5;
  if (log > largestLog) throw damaged();
  const frequencies: number[] = [];
  let left = 1 << log;
  while (left > 0 && frequencies.length < most) {
    const width = highestBit(left + 1) + 1;
    const low = (1 << (width - 1)) - 1;
    const threshold = (1 << width) - 1 - (left + 1);
    let value = bits.read(width - 1);
    if (value >= threshold && bits.read(1) === 1) value += low + 1 - threshold;
    const frequency = value - 1;
    left -= Math.abs(frequency);
    frequencies.push(frequency);
    if (frequency === 0) {
      for (let repeat = 3; repeat === 3; ) {
        repeat = bits.read(2);
        for (let i = 0; i < repeat; i++) frequencies.push(0);
      }
    }
  }
  if (left !== 0 || frequencies.length > most) throw damaged();
  return fseTable(frequencies, log);
}

/** Bits from the lowest of the first byte on. A byte is taken when its first bit is needed. */
function forwardBits(reader: ByteReader) {
  let byte = 0;
  let ready = 0;
  return {
    read(count: number): number {
      let value = 0;
      for (let i = 0; i < count; i++) {
        if (ready === 0) {
          byte = reader.byte();
          ready = 8;
        }
        value |= (byte & 1) << i;
        byte >>= 1;
        ready--;
      }
      return value;
    },
  };
}

/** A Huffman table: the next `log` bits give a symbol and how many of them it takes. */
export interface HuffmanTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

/** The longest code. */
const LONGEST = 11;

/** Reads the weights of the symbols, plain or packed, and builds their table. */
export function readHuffman(reader: ByteReader): HuffmanTable {
  const header = reader.byte();
  const weights = header < 128 ? packedWeights(reader, header) : plainWeights(reader, header - 127);
  let sum = 0;
  for (const weight of weights) sum += weight > 0 ? 1 << (weight - 1) : 0;
  if (sum === 0) throw damaged();
  const log = highestBit(sum) + 1;
  const rest = (1 << log) - sum;
  // The last weight is left out: it makes the sum a power of two.
  if (log > LONGEST || (rest & (rest - 1)) !== 0 || weights.length > 255) throw damaged();
  weights.push(highestBit(rest) + 1);
  const symbols = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++) {
    weights.forEach((own, symbol) => {
      if (own !== weight) return;
      const end = at + (1 << (weight - 1));
      symbols.fill(symbol, at, end);
      bits.fill(log + 1 - weight, at, end);
      at = end;
    });
  }
  return { log, symbols, bits };
}

function plainWeights(reader: ByteReader, count: number): number[] {
  const bytes = reader.take((count + 1) >> 1);
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? bytes[i >> 1] >> 4 : bytes[i >> 1] & 15));
}

/** Weights by two states in turn, until the bits run out. */
function packedWeights(reader: ByteReader, length: number): number[] {
  const end = reader.at + length;
  const table = readFse(reader, 6, 256);
  if (end < reader.at) throw damaged();
  const bits = new BackwardBits(reader.take(end - reader.at));
  const states = [bits.read(table.log), bits.read(table.log)];
  const weights: number[] = [];
  for (let turn = 0; ; turn = 1 - turn) {
    weights.push(table.symbols[states[turn]]);
    if (weights.length > 255) throw damaged();
    states[turn] = table.next[states[turn]] + bits.read(table.bits[states[turn]]);
    if (bits.left < 0) {
      weights.push(table.symbols[states[1 - turn]]);
      return weights;
    }
  }
}

/** Decodes a stream of Huffman codes, which must end with the output. */
export function decodeHuffman(bytes: Uint8Array, output: Uint8Array, { log, symbols, bits }: HuffmanTable): void {
  const stream = new BackwardBits(bytes);
  for (let i = 0; i < output.length; i++) {
    const code = stream.peek(log);
    output[i] = symbols[code];
    stream.left -= bits[code];
  }
  if (stream.left !== 0) throw damaged();
}

/** The position of the highest 1. */
function highestBit(value: number): number {
  return 31 - Math.clz32(value);
}

export function damaged(): Error {
  return new Error("the packed data are damaged");
}
