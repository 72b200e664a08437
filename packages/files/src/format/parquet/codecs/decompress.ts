import { gunzip } from "../../text/gzip.js";
import { unpackHadoopLz4, unpackLz4 } from "./lz4.js";
import { unpackSnappy } from "./snappy.js";
import { unpackZstd } from "./zstd.js";

/** How pages can be packed, in the order of Parquet's numbers. */
export const CODECS = ["UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"] as const;

export type Codec = (typeof CODECS)[number];

/** Pages up to this size may be packed as tightly as they like; most writers stay below 1 MB. */
const FREE = 2 ** 26;

/** How much larger than its packed bytes a page beyond that may be. */
const RATIO = 64;

/**
 * Unpacks the bytes of a page, which must give exactly this many. Never allocates much more than
 * that. Throws an Error where the bytes are damaged. `room`: memory that may be used for them.
 */
export async function unpack(
  codec: Codec,
  input: Uint8Array,
  size: number,
  room?: (bytes: number) => ArrayBuffer,
): Promise<Uint8Array> {
  if (size > FREE && size > RATIO * input.length) throw new Error(`a page claims to unpack to ${size} bytes`);
  switch (codec) {
    case "UNCOMPRESSED":
      if (input.length !== size) throw new Error("a page has another size than it says");
      return input;
    case "SNAPPY":
      return unpackSnappy(input, size, room);
    case "GZIP":
      return unpackGzip(input, size);
    case "BROTLI":
      // Loaded on demand: its dictionary is large, and few files need it.
      return (await import("./brotli.js")).unpackBrotli(input, size);
    case "LZ4":
      return unpackHadoopLz4(input, size);
    case "ZSTD":
      return unpackZstd(input, size);
    case "LZ4_RAW":
      return unpackLz4(input, size);
    case "LZO":
      throw new Error("its compression LZO is not supported");
  }
}

async function unpackGzip(input: Uint8Array, size: number): Promise<Uint8Array> {
  const output = new Uint8Array(size);
  let at = 0;
  const source = gunzip({
    name: "",
    size: input.length,
    bytes: async function* () {
      yield input;
    },
  });
  for await (const piece of source.bytes()) {
    if (piece.length > size - at) throw new Error("the packed data hold more than they say");
    output.set(piece, at);
    at += piece.length;
  }
  if (at !== size) throw new Error("the packed data end too early");
  return output;
}
