import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryFor } from "@bagwise/engines/disk";
import { RESULT_FILES } from "@bagwise/lab/running";

export const FILES = {
  results: "results.jsonl",
  timings: "timings.jsonl",
  lock: ".lock",
  ...RESULT_FILES,
} as const;

/** Removes temporary files of a killed run, and returns their names; call it with the lock in hand. */
export function removeFolderLeftovers(folder: string): string[] {
  const { lock: _, ...files } = FILES;
  const left = readdirSync(folder).filter((name) => Object.values(files).some((file) => isTemporaryFor(name, file)));
  for (const name of left) rmSync(join(folder, name), { force: true });
  return left;
}
