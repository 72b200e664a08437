import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Names that `writeAtomically` gives to files in the making. A lock that was moved aside is not
 * among them: it may be put back.
 */
const LEFTOVER =
  /^\.(?:results\.jsonl|timings\.jsonl|table\.(?:md|tex|csv)|compare\.md|cells\.csv|report\.html)\.[0-9a-f]{12}\.tmp$/;

/** Removes what a killed run left half-made in an output folder. Call it with the lock in hand. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) if (LEFTOVER.test(name)) rmSync(join(folder, name), { force: true });
}
