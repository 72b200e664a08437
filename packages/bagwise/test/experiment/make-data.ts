import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { writeBags } from "../../src/node/files/write-bags.js";

/**
 * Synthetic bags, few and small, as many of each label as Musk1 has unless told otherwise, in files
 * with the names of data sets.
 */
export async function makeData(
  folder: string,
  names: readonly string[] = ["musk1"],
  { bags = 92 }: { bags?: number } = {},
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const [k, name] of names.entries()) {
    const shape = { bags, labeled: 10, prior: 0.45, dimensions: 3, bagSize: [1, 3] as const, distance: 4 };
    await writeBags(synthesise({ ...shape, reveal: true, seed: k + 1 }).bags, join(folder, `${name}.csv`));
  }
  return folder;
}

/** Flags and options for trials of some milliseconds. */
export const SMALL = { labeled: 5, unlabeled: 16, test: 12 } as const;
export const SMALL_FLAGS = ["--labeled", "5", "--unlabeled", "16", "--test", "12"] as const;

/**
 * The files of an output folder by name, without timings, and the report without its one section
 * that differs from run to run.
 */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name !== "timings.jsonl");
  return Object.fromEntries(names.sort().map((name) => [name, withoutRun(readFileSync(join(folder, name), "utf8"))]));
}

function withoutRun(text: string): string {
  return text.replace(/<section id="run">[\s\S]*?<\/section>/, "");
}
