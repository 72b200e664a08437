import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export const FILES = {
  results: "results.jsonl",
  timings: "timings.jsonl",
  report: "report.html",
  lock: ".lock",
  /** The tables of the paper's experiments. */
  markdown: "table.md",
  latex: "table.tex",
  csv: "table.csv",
  /** The tables of a comparison. */
  compareMarkdown: "compare.md",
  compareCells: "cells.csv",
} as const;

/** Removes temporary files of a killed run; call it with the lock in hand. Locks stay. */
export function removeLeftovers(folder: string): void {
  const { lock: _, ...files } = FILES;
  const named = new Set<string>(Object.values(files));
  for (const name of readdirSync(folder)) {
    const made = /^\.(.+)\.[0-9a-f]{12}\.tmp$/.exec(name);
    if (made !== null && named.has(made[1])) rmSync(join(folder, name), { force: true });
  }
}
