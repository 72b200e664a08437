import type { BigIntStats } from "node:fs";
import { InputError } from "@bagwise/core/base";

/** What tells a file from itself after it was changed. */
type FileState = Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs">;

/**
 * Throws an InputError if a file was written, cut or replaced between two looks at it, so that it is not read half old
 * and half new. A change that leaves the size, and the time of change to a tick of the system's clock, goes unnoticed.
 */
export function refuseChanged(path: string, before: FileState, now: FileState): void {
  if ((["dev", "ino", "size", "mtimeNs"] as const).every((key) => before[key] === now[key])) return;
  const resized = now.size < before.size ? "shrank" : "grew";
  throw new InputError({
    code: "changed",
    message:
      now.size === before.size
        ? "the file was changed while it was read"
        : `the file ${resized} from ${before.size} to ${now.size} bytes while it was read`,
    remedy: "Wait until it is complete and try again.",
    where: { file: path },
  });
}
