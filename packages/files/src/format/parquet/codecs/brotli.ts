type Decompress = (input: Uint8Array, size: number) => Uint8Array;

let loading: Promise<Decompress> | undefined;

/** Unpacks Brotli data that must give this many bytes. Throws an Error where they are damaged. */
export async function unpackBrotli(input: Uint8Array, size: number): Promise<Uint8Array> {
  // Loaded on demand: its dictionary is large, and few files need it.
  loading ??= load();
  const decompress = await loading;
  return decompress(input, size);
}

async function load(): Promise<Decompress> {
  const [{ decompressBrotli }, { BrotliOutput }] = await Promise.all([
    import("hyparquet-compressors/src/brotli.js"),
    import("hyparquet-compressors/src/brotli.streams.js"),
  ]);
  // The decoder makes its output larger as often as the data ask for it, which a few damaged bytes
  // can do without end. Here the size is known: the output may not grow, and must be full.
  const buffers = new WeakMap<object, Uint8Array>();
  let newest: { pos: number } | undefined;
  Object.defineProperty(BrotliOutput.prototype, "buffer", {
    get(this: object) {
      return buffers.get(this);
    },
    set(this: { pos: number }, buffer: Uint8Array) {
      if (buffers.has(this)) throw new Error("the packed data hold more than they say");
      buffers.set(this, buffer);
      newest = this;
    },
  });
  return (input, size) => {
    const output = decompressBrotli(input, size);
    if (newest?.pos !== size) throw new Error("the packed data end too early");
    return output;
  };
}
