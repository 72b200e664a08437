import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporaryFor } from "@bagwise/engines/disk";

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

/** Removes temporary files of a killed run, and returns their names; call it with the lock in hand. */
export function removeFolderLeftovers(folder: string): string[] {
  const { lock: _, ...files } = FILES;
  const left = readdirSync(folder).filter((name) => Object.values(files).some((file) => isTemporaryFor(name, file)));
  for (const name of left) rmSync(join(folder, name), { force: true });
  return left;
}
