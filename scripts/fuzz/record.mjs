import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

/** With this option, an attack keeps what it found. */
export const RECORD = "--record";

/** Keeps what an attack found in bench/tried/, from where `npm run attacks` makes the table of the docs. */
export function store(name, result) {
  const folder = join(root, "bench", "tried");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
