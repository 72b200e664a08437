import { BROTLI_CHANGES, brotliWords } from "./brotli-dictionary.js";
import { copyBack, tooMuch } from "./copy-back.js";
import { damaged } from "./entropy.js";

let loading: Promise<Uint8Array> | undefined;

/** Unpacks Brotli data (RFC 7932) that must give this many bytes. Throws an Error where they are damaged. */
export async function unpackBrotli(input: Uint8Array, size: number): Promise<Uint8Array> {
  loading ??= brotliWords();
  const words = await loading;
  const bits = new Bits(input);
  const output = new Uint8Array(size);
  const stream: Stream = { bits, output, words, window: windowOf(bits), recent: [4, 11, 15, 16], room: roomFor(input) };
  let at = 0;
  for (let last = 0; last === 0; ) {
    last = bits.read(1);
    if (last === 1 && bits.read(1) === 1) break;
    const nibbles = bits.read(2) + 4;
    if (nibbles === 7) {
      skipMetadata(bits);
      continue;
    }
    const length = bits.read(4 * nibbles) + 1;
    if (length > size - at) throw tooMuch();
    if (last === 0 && bits.read(1) === 1) output.set(bits.bytes(length), at);
    else unpackBlock(stream, at, at + length);
    at += length;
  }
  if (at !== size) throw new Error("the packed data end too early");
  return output;
}

/** What one block hands to the next. */
interface Stream {
  readonly bits: Bits;
  readonly output: Uint8Array;
  readonly words: Uint8Array;
  /** How far back a distance may reach. */
  readonly window: number;
  /** The last four distances, the newest first. */
  readonly recent: [number, number, number, number];
  /** How many entries the tables of all codes may still have. */
  readonly room: { left: number };
}

/** A few bytes can describe a large table, but not again and again. */
const roomFor = (input: Uint8Array) => ({ left: 2 ** 22 + 512 * input.length });

/** Bits from the lowest of the first byte on. */
class Bits {
  at = 0;

  constructor(private readonly input: Uint8Array) {}

  /** The next bits, at least 25, without moving on. What is behind the end is 0. */
  peek(): number {
    const { input } = this;
    const i = this.at >>> 3;
    return (input[i] | (input[i + 1] << 8) | (input[i + 2] << 16) | (input[i + 3] << 24)) >>> (this.at & 7);
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > 8 * this.input.length) throw new Error("the packed data end too early");
  }

  /** The next bits, at most 24. */
  read(count: number): number {
    const value = this.peek() & ((1 << count) - 1);
    this.skip(count);
    return value;
  }

  /** The next whole bytes. */
  bytes(count: number): Uint8Array {
    const from = (this.at + 7) >>> 3;
    this.skip(8 * (from + count) - this.at);
    return this.input.subarray(from, from + count);
  }

  symbol({ mask, entries }: Code): number {
    const entry = entries[this.peek() & mask];
    this.skip(entry & 15);
    return entry >>> 4;
  }
}

function windowOf(bits: Bits): number {
  let log = 16;
  if (bits.read(1) === 1) {
    const large = bits.read(3);
    const small = large === 0 ? bits.read(3) : 0;
    if (small === 1) throw damaged();
    log = large > 0 ? 17 + large : small > 0 ? 8 + small : 17;
  }
  return 2 ** log - 16;
}

function skipMetadata(bits: Bits): void {
  if (bits.read(1) !== 0) throw damaged();
  const size = bits.read(2);
  bits.bytes(size === 0 ? 0 : bits.read(8 * size) + 1);
}

/** A prefix code: the next bits, masked, give a symbol times 16 and how many of them it takes. */
interface Code {
  readonly mask: number;
  readonly entries: Uint32Array;
}

/** The code in which symbols have these lengths; a single symbol takes no bits. */
function codeOf(lengths: Uint8Array, room: Stream["room"]): Code {
  const log = lengths.reduce((most, length) => Math.max(most, length), 0);
  const used = lengths.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0);
  if (used === 1) return { mask: 0, entries: Uint32Array.of(lengths.findIndex((length) => length > 0) << 4) };
  room.left -= 2 ** log;
  if (room.left < 0) throw damaged();
  const entries = new Uint32Array(2 ** log);
  let code = 0;
  for (let length = 1; length <= log; length++, code *= 2)
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      // The first bit of a code is its highest, and comes first.
      let turned = 0;
      for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let at = turned; at < entries.length; at += 2 ** length) entries[at] = (symbol << 4) | length;
      code++;
    }
  return { mask: entries.length - 1, entries };
}

/** The lengths of the codes of up to four symbols, in the order in which these are told. */
const SIMPLE = [[1], [1, 1], [1, 2, 2], [2, 2, 2, 2], [1, 2, 3, 3]];
/** In which order the lengths of the code of lengths come, and how each is written in up to four bits. */
const ORDER = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const WRITTEN = {
  bits: [2, 2, 2, 3, 2, 2, 2, 4, 2, 2, 2, 3, 2, 2, 2, 4],
  length: [0, 4, 3, 2, 0, 4, 3, 1, 0, 4, 3, 2, 0, 4, 3, 5],
};

/** Reads a code of so many symbols. */
function readCode({ bits, room }: Stream, symbols: number): Code {
  const lengths = new Uint8Array(symbols);
  const skipped = bits.read(2);
  if (skipped === 1) {
    const count = bits.read(2) + 1;
    const told = Array.from({ length: count }, () => bits.read(32 - Math.clz32(symbols - 1)));
    if (new Set(told).size < count || told.some((symbol) => symbol >= symbols)) throw damaged();
    const shape = SIMPLE[count === 4 ? 3 + bits.read(1) : count - 1];
    for (const [k, symbol] of told.entries()) lengths[symbol] = shape[k];
    return codeOf(lengths, room);
  }
  const first = new Uint8Array(18);
  let left = 32;
  for (let k = skipped; k < 18 && left > 0; k++) {
    const next = bits.peek() & 15;
    bits.skip(WRITTEN.bits[next]);
    const length = WRITTEN.length[next];
    first[ORDER[k]] = length;
    if (length > 0) left -= 32 >> length;
  }
  if (left !== 0 && first.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0) !== 1) throw damaged();
  readLengths(bits, codeOf(first, room), lengths);
  return codeOf(lengths, room);
}

/** Lengths of up to 15 bits; 16 repeats the last one that is not 0, and 17 repeats 0, more often if it comes again. */
function readLengths(bits: Bits, code: Code, lengths: Uint8Array): void {
  let [left, last, repeated, times] = [2 ** 15, 8, -1, 0];
  for (let at = 0; at < lengths.length && left > 0; ) {
    const symbol = bits.symbol(code);
    if (symbol < 16) {
      lengths[at++] = symbol;
      times = 0;
      if (symbol === 0) continue;
      last = symbol;
      left -= (2 ** 15) >> symbol;
      continue;
    }
    const length = symbol === 16 ? last : 0;
    if (length !== repeated) times = 0;
    repeated = length;
    const before = times;
    times = (times > 0 ? (times - 2) << (symbol - 14) : 0) + bits.read(symbol - 14) + 3;
    const end = at + times - before;
    if (end > lengths.length) throw damaged();
    lengths.fill(length, at, end);
    if (length > 0) left -= (end - at) << (15 - length);
    at = end;
  }
  if (left !== 0) throw damaged();
}

/** Values by their symbols: each starts where the one before ends, and adds so many bits. */
function ranges(start: number, extra: readonly number[]) {
  const base: number[] = [];
  for (const k of extra.keys()) base.push(k === 0 ? start : base[k - 1] + 2 ** extra[k - 1]);
  return { base, extra };
}

const COUNTS = ranges(1, [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24]);
const INSERTS = ranges(0, [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24]);
const COPIES = ranges(2, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24]);
/** Where the symbols of a command begin among those of inserts and copies, by its highest bits. */
const INSERT_FROM = [0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16];
const COPY_FROM = [0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16];

function ranged(bits: Bits, { base, extra }: ReturnType<typeof ranges>, symbol: number): number {
  return base[symbol] + bits.read(extra[symbol]);
}

/** From 1 to 256. */
function smallCount(bits: Bits): number {
  if (bits.read(1) === 0) return 1;
  const width = bits.read(3);
  return 1 + 2 ** width + bits.read(width);
}

/** The types of stretches of literals, commands or distances; each type has codes of its own. */
class Stretches {
  readonly types: number;
  type = 0;
  #before = 1;
  #left = 2 ** 24;
  readonly #bits: Bits;
  readonly #codes: readonly [type: Code, count: Code] | undefined;

  constructor(stream: Stream) {
    this.#bits = stream.bits;
    this.types = smallCount(stream.bits);
    if (this.types === 1) return;
    this.#codes = [readCode(stream, this.types + 2), readCode(stream, 26)];
    this.#left = ranged(stream.bits, COUNTS, stream.bits.symbol(this.#codes[1]));
  }

  /** The type of the next item. */
  next(): number {
    if (this.#left === 0 && this.#codes !== undefined) {
      const symbol = this.#bits.symbol(this.#codes[0]);
      const type = symbol === 0 ? this.#before : symbol === 1 ? (this.type + 1) % this.types : symbol - 2;
      this.#before = this.type;
      this.type = type;
      this.#left = ranged(this.#bits, COUNTS, this.#bits.symbol(this.#codes[1]));
    }
    this.#left--;
    return this.type;
  }
}

/** Which of how many codes each context has. */
function readContexts(stream: Stream, contexts: number): { codes: number; map: Uint8Array } {
  const { bits } = stream;
  const codes = smallCount(bits);
  const map = new Uint8Array(contexts);
  if (codes === 1) return { codes, map };
  const longest = bits.read(1) === 1 ? bits.read(4) + 1 : 0;
  const code = readCode(stream, codes + longest);
  for (let at = 0; at < contexts; ) {
    const symbol = bits.symbol(code);
    if (symbol === 0 || symbol > longest) map[at++] = symbol === 0 ? 0 : symbol - longest;
    else at += 2 ** symbol + bits.read(symbol);
    if (at > contexts) throw damaged();
  }
  if (bits.read(1) === 1) {
    const recent = Array.from({ length: 256 }, (_, k) => k);
    for (let at = 0; at < contexts; at++) {
      const [found] = recent.splice(map[at], 1);
      recent.unshift(found);
      map[at] = found;
    }
  }
  return { codes, map };
}

/** The kinds of characters, four times, by which the byte before tells what comes; then those of the byte before it. */
const KINDS =
  "000000000110010000000000000000002343353467338393bbbbbbbbbb886a733cdddcdddcdddddcdddddcddddd637333efffefffefffffefffffefffff63730";
const AFTER = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 128 ? 4 * Number.parseInt(KINDS[byte], 16) : 2 * (byte >> 6) - 4 + (byte & 1),
);
const BEFORE = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 127) return byte < 224 ? 0 : 2;
  if (byte < 33 || byte === 127) return 0;
  const letter = String.fromCharCode(byte);
  return /[a-z]/.test(letter) ? 3 : /[A-Z\d]/.test(letter) ? 2 : 1;
});
const SIGNED = Uint8Array.from(
  { length: 256 },
  (_, byte) => [1, 16, 64, 128, 192, 240, 255].filter((from) => byte >= from).length,
);

/** The context of a literal by the two bytes before it. */
function contextOf(mode: number, last: number, before: number): number {
  if (mode === 0) return last & 63;
  if (mode === 1) return last >> 2;
  return mode === 2 ? AFTER[last] | BEFORE[before] : (SIGNED[last] << 3) | SIGNED[before];
}

function unpackBlock(stream: Stream, from: number, end: number): void {
  const { bits, output, window, recent } = stream;
  const [literals, commands, distances] = [0, 1, 2].map(() => new Stretches(stream));
  const postfix = bits.read(2);
  const direct = bits.read(4) << postfix;
  const modes = Array.from({ length: literals.types }, () => bits.read(2));
  const literalMap = readContexts(stream, 64 * literals.types);
  const distanceMap = readContexts(stream, 4 * distances.types);
  const codes = (count: number, symbols: number) => Array.from({ length: count }, () => readCode(stream, symbols));
  const literalCodes = codes(literalMap.codes, 256);
  const commandCodes = codes(commands.types, 704);
  const distanceCodes = codes(distanceMap.codes, 16 + direct + (48 << postfix));
  const chosen = (all: readonly Code[], which: number) => {
    if (which >= all.length) throw damaged();
    return all[which];
  };
  for (let at = from; at < end; ) {
    const [start, bit] = [at, bits.at];
    const command = bits.symbol(chosen(commandCodes, commands.next()));
    const insert = ranged(bits, INSERTS, INSERT_FROM[command >> 6] + ((command >> 3) & 7));
    const copy = ranged(bits, COPIES, COPY_FROM[command >> 6] + (command & 7));
    if (insert > end - at) throw tooMuch();
    for (let k = 0; k < insert; k++, at++) {
      const type = literals.next();
      const context = contextOf(modes[type], at > 0 ? output[at - 1] : 0, at > 1 ? output[at - 2] : 0);
      output[at] = bits.symbol(chosen(literalCodes, literalMap.map[64 * type + context]));
    }
    if (at === end) return;
    let symbol = 0;
    if (command >= 128) {
      const context = 4 * distances.next() + Math.min(copy, 5) - 2;
      symbol = bits.symbol(chosen(distanceCodes, distanceMap.map[context]));
    }
    const distance = distanceOf(bits, symbol, { recent, postfix, direct });
    const furthest = Math.min(window, at);
    if (distance > furthest) at = writeWord(stream, { at, end, length: copy, number: distance - furthest - 1 });
    else {
      if (copy > end - at) throw tooMuch();
      if (symbol > 0) {
        recent.pop();
        recent.unshift(distance);
      }
      at = copyBack(output, at, distance, copy);
    }
    if (at === start && bits.at === bit) throw damaged();
  }
}

/** A distance of the last four, or near one of the last two, or a new one. */
function distanceOf(
  bits: Bits,
  symbol: number,
  { recent, postfix, direct }: { recent: readonly number[]; postfix: number; direct: number },
): number {
  if (symbol < 4) return recent[symbol];
  if (symbol < 16) {
    const near = symbol < 10 ? symbol - 4 : symbol - 10;
    const distance = recent[symbol < 10 ? 0 : 1] + (near % 2 === 0 ? -1 : 1) * (1 + (near >> 1));
    if (distance < 1) throw damaged();
    return distance;
  }
  if (symbol < 16 + direct) return symbol - 15;
  const rest = symbol - direct - 16;
  const width = 1 + (rest >> (postfix + 1));
  const offset = ((2 + ((rest >> postfix) & 1)) << width) - 4;
  return ((offset + bits.read(width)) << postfix) + (rest & ((1 << postfix) - 1)) + direct + 1;
}

/** How many bits number the words of each length. */
const WORD_BITS = [0, 0, 0, 0, 10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5];
const WORDS_FROM = WORD_BITS.map((_, length) =>
  WORD_BITS.slice(0, length).reduce((sum, width, each) => sum + (width === 0 ? 0 : each << width), 0),
);

/** Writes a word of the dictionary, changed as its number says; returns where it ends. */
function writeWord(
  { output, words }: Stream,
  { at, end, length, number }: { at: number; end: number; length: number; number: number },
): number {
  const width = WORD_BITS[length] ?? 0;
  const change = BROTLI_CHANGES[number >> width];
  if (width === 0 || change === undefined) throw damaged();
  const place = WORDS_FROM[length] + (number & ((1 << width) - 1)) * length;
  const word = words.slice(place + Math.min(change.skip, length), place + Math.max(length - change.drop, 0));
  for (let k = 0; k < word.length && change.capitals !== "none"; ) {
    k += capital(word, k);
    if (change.capitals === "first") break;
  }
  const whole = [...change.before, ...word, ...change.after];
  if (whole.length > end - at) throw tooMuch();
  output.set(whole, at);
  return at + whole.length;
}

/** Makes a character of UTF-8 a capital, roughly; returns its length. */
function capital(word: Uint8Array, k: number): number {
  if (word[k] < 0xc0) {
    if (word[k] >= 97 && word[k] <= 122) word[k] ^= 32;
    return 1;
  }
  const length = word[k] < 0xe0 ? 2 : 3;
  if (k + length <= word.length) word[k + length - 1] ^= length === 2 ? 32 : 5;
  return length;
}
