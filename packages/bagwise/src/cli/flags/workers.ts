import { availableParallelism } from "node:os";
import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";

/** More threads than this wait for each other more than they help. */
const MOST_USUAL = 8;

/** The number in --workers; undefined if it was not given. */
export function workerCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 64) return number;
  throw new InputError({
    code: "option",
    message: `--workers is ${text}`,
    remedy: "Give a whole number from 1 to 64.",
  });
}

/** The number in --workers, or the cores of this machine, at most 8. */
export function workersOrCores(text: string | undefined): number {
  return workerCount(text) ?? Math.min(MOST_USUAL, availableParallelism());
}

/** A training on so many bags, or so many numbers, takes longer than starting threads. */
const BAGS_FOR_THREADS = 1000;
const NUMBERS_FOR_THREADS = 500_000;

/** How many threads to train on these bags with, if nobody says. */
export function usualThreads({ size, instances, dimension }: BagSet): number {
  const worth = size >= BAGS_FOR_THREADS || instances * dimension >= NUMBERS_FOR_THREADS;
  return worth ? workersOrCores(undefined) : 1;
}

/** What the flag of commands that score and explain says. */
export const WORKERS_HELP =
  "number of threads for large files and long explanations; the result is the same (default: the cores, at most 8)";
