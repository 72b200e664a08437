import { InputError } from "@bagwise/core/base";
import type { Source } from "./source.js";

/**
 * The content of a gzip source, unpacked as it is read. Throws an InputError where it is damaged or
 * cut off.
 */
export function gunzip(source: Source): Source {
  return { name: source.name, size: undefined, bytes: () => through(source, new DecompressionStream("gzip")) };
}

async function* through(source: Source, stream: DecompressionStream): AsyncGenerator<Uint8Array> {
  const writer = stream.writable.getWriter();
  let failure: unknown;
  const feeding = (async () => {
    try {
      // Copied, because a source may reuse its buffer before this is unpacked.
      for await (const piece of source.bytes()) await writer.write(piece.slice());
      await writer.close();
    } catch (error) {
      failure = error;
      await writer.abort(error).catch(() => undefined);
    }
  })();
  const reader = stream.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
  } catch (error) {
    await feeding;
    // A failure of the source itself, such as a file that vanished, is the better message.
    if (failure instanceof InputError) throw failure;
    throw new InputError({
      code: "gzip",
      message: `the gzip data is damaged or ends too early (${error instanceof Error ? error.message : String(error)})`,
      remedy: "Copy or download the file again.",
      where: { file: source.name },
    });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Packed bytes, as a stream of pieces. ZIP archives hold `deflate-raw`. */
export async function* gzip(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  format: "gzip" | "deflate-raw" = "gzip",
): AsyncGenerator<Uint8Array> {
  const stream = new CompressionStream(format);
  const writer = stream.writable.getWriter();
  const feeding = (async () => {
    try {
      for await (const piece of pieces) await writer.write(piece.slice());
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      throw error;
    }
  })();
  feeding.catch(() => undefined);
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield value;
  }
  await feeding;
}
