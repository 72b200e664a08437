import type { Bytes, Chunk } from "./metadata.js";
import type { Rooms } from "./rooms.js";

/** Gaps of up to this many bytes are read and not skipped. */
const SMALL_GAP = 2 ** 20;

interface Run {
  readonly start: number;
  end: number;
}

/** Gives the bytes of a chunk. */
export type Fetched = (chunk: Chunk) => Uint8Array;

/** Fetches the bytes of some chunks in few reads, into memory of `rooms`. */
export async function fetchChunks(file: Bytes, chunks: readonly Chunk[], rooms: Rooms): Promise<Fetched> {
  const fetched = await Promise.all(
    merged(chunks).map(async ({ start, end }) => ({
      start,
      end,
      // A damaged footer may claim more than there is.
      bytes: await file.slice(start, end, end <= file.length ? rooms.take(end - start) : undefined),
    })),
  );
  return ({ start, end }) => {
    const run = fetched.find((each) => each.start <= start && end <= each.end);
    if (run === undefined || run.bytes.length !== run.end - run.start) throw new Error("the file ends too early");
    return run.bytes.subarray(start - run.start, end - run.start);
  };
}

function merged(ranges: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = runs[runs.length - 1];
    if (last !== undefined && start - last.end <= SMALL_GAP) last.end = Math.max(last.end, end);
    else runs.push({ start, end });
  }
  return runs;
}
