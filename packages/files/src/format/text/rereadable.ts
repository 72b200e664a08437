import { InputError } from "@bagwise/core/base";
import type { Source } from "./source.js";

/** How many bytes of a stream to keep for a second reading: 256 MiB. */
const KEPT = 2 ** 28;

/** A source that can be read several times. Close it when nobody will. */
export interface Rereadable extends Source {
  close(): Promise<void>;
}

/**
 * A source that can be read again, also after a reader stopped early. What a stream gives is kept
 * for that, up to 256 MiB; reading a longer one again is an InputError.
 */
export function rereadable(source: Source): Rereadable {
  if (source.slice !== undefined || source.grid !== undefined) return { ...source, close: async () => undefined };
  const kept: Uint8Array[] = [];
  let length = 0;
  let pieces: AsyncIterator<Uint8Array> | undefined;
  const read = async function* () {
    if (length > KEPT) throw tooLong(source.name);
    for (let k = 0; ; k++) {
      if (k < kept.length) {
        yield kept[k];
        continue;
      }
      pieces ??= source.bytes()[Symbol.asyncIterator]();
      const { done, value } = await pieces.next();
      if (done) return;
      length += value.length;
      // A source may reuse its buffer for the next piece.
      if (length <= KEPT) kept.push(value.slice());
      else kept.length = 0;
      yield value;
    }
  };
  return {
    ...source,
    bytes: read,
    close: async () => {
      await pieces?.return?.();
    },
  };
}

function tooLong(file: string): InputError {
  return new InputError({
    code: "file-too-large",
    message: `more than the ${KEPT / 2 ** 20} MiB that are kept came from a stream, so it cannot be read again`,
    remedy: "Save it as a file, and give that.",
    where: { file },
  });
}
