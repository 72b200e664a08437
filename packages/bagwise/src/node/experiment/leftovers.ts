import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Names that `writeAtomically` and the lock give to files in the making. */
const LEFTOVER = /^\.(?:results\.jsonl|timings\.jsonl|table\.(?:md|tex|csv)|report\.html|lock)\.[0-9a-f]{12}\.tmp$/;

/** Removes what a killed run left half-made in an output folder. Call it with the lock in hand. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (LEFTOVER.test(name)) rmSync(join(folder, name), { force: true });
}
