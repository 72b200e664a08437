import { instantiate } from "@bagwise/core/base";
import { DECIMALS_BINARY } from "./binary.generated.js";
import { readPlainDecimals } from "./run.js";

const PAGE = 65536;
/** Where rows are read into a block; the bytes to read come after it. */
const BLOCK_AT = PAGE;
const BLOCK = 2 ** 16;
const BYTES_AT = BLOCK_AT + BLOCK * Float64Array.BYTES_PER_ELEMENT;

/**
 * Reads runs of plain decimals from bytes in its own buffer into rows in its own block.
 */
export interface DecimalReader {
  /** Where values go; replaced when the buffer grows. */
  readonly block: Float64Array;
  /**
   * The buffer for bytes, at least `length` long, with its content kept. Earlier views of it and of
   * the block become invalid.
   */
  room(length: number): Uint8Array;
  /**
   * As `readPlainDecimals`; `bytes` is a part of the buffer, `values` the block. What counts as
   * plain may differ, values do not.
   */
  read: typeof readPlainDecimals;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  readDecimals(start: number, delimiter: number, into: number, count: number): number;
}

/** A reader that was given back. One is enough: files are mostly read one after the other. */
let spare: DecimalReader | undefined;

/**
 * The reader in WebAssembly if that is allowed and a row fits into its block, else the plain one. One that
 * was given back, if there is one: new memory costs more than reading a small file.
 */
export function decimalReader(): DecimalReader {
  const reader = spare ?? newDecimalReader();
  spare = undefined;
  return reader;
}

/** Keeps a reader for the next file. Nobody may use it, its buffer or its block any more. */
export function giveBack(reader: DecimalReader): void {
  spare = reader;
}

function newDecimalReader(): DecimalReader {
  const exports = instantiate(DECIMALS_BINARY) as Exports | undefined;
  return exports === undefined ? plainDecimalReader() : wasmDecimalReader(exports);
}

/** The reader without WebAssembly; two to three times slower. */
export function plainDecimalReader(): DecimalReader {
  let store = new Uint8Array(0);
  return {
    block: new Float64Array(BLOCK),
    room(length) {
      if (length > store.length) {
        const larger = new Uint8Array(length);
        larger.set(store);
        store = larger;
      }
      return store;
    },
    read: readPlainDecimals,
  };
}

function wasmDecimalReader({ memory, readDecimals }: Exports): DecimalReader {
  let block = new Float64Array(0);
  let state = new Uint32Array(0);
  return {
    get block() {
      return block;
    },
    room(length) {
      // Up to 32 bytes are read at a time, so some more than `length` must be there.
      const pages = Math.ceil((BYTES_AT + length + 64) / PAGE);
      const more = pages - memory.buffer.byteLength / PAGE;
      if (more > 0) memory.grow(more);
      block = new Float64Array(memory.buffer, BLOCK_AT, BLOCK);
      state = new Uint32Array(memory.buffer, 0, 2);
      return new Uint8Array(memory.buffer, BYTES_AT, length);
    },
    read(bytes, start, delimiter, values, into, count, end) {
      // A row too long for the block has a place of its own.
      if (values !== block) return readPlainDecimals(bytes, start, delimiter, values, into, count, end);
      const base = bytes.byteOffset;
      const at = readDecimals(base + start, delimiter, BLOCK_AT + 8 * into, count) - base;
      end.count = state[0];
      end.odd = state[1] === 1;
      return at;
    },
  };
}
