// The parts of hyparquet-compressors that have no types of their own.

declare module "hyparquet-compressors/src/brotli.js" {
  export function decompressBrotli(input: Uint8Array, outputLength: number): Uint8Array;
}

declare module "hyparquet-compressors/src/brotli.streams.js" {
  export class BrotliOutput {
    buffer: Uint8Array;
    pos: number;
  }
}
