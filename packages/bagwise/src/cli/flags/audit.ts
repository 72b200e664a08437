import { badOption, checkSeed, InputError } from "@bagwise/core/base";
import { finiteNumber, wholeNumber } from "./numbers.js";
import type { ForceFlag } from "./outputs.js";
import type { ReadingFlags } from "./reading.js";

/** The flags of `bagwise audit` as you typed them. */
export interface AuditFlags extends ReadingFlags, ForceFlag {
  readonly number?: string;
  readonly seed?: string;
  readonly out?: string;
  readonly answers?: string;
  readonly level?: string;
  readonly refit?: string;
  readonly countsOnly?: boolean;
  /** The default now; accepted so that older scripts run. */
  readonly asLabels?: boolean;
  readonly workers?: string;
  readonly json?: boolean;
}

export const AUDIT_DEFAULTS = { number: 30, seed: 0, level: 0.9 } as const;

/**
 * The flags that are numbers; undefined for those not given. Throws an InputError that names the
 * flag.
 */
export function auditNumbers(flags: AuditFlags): {
  readonly n: number | undefined;
  readonly seed: number | undefined;
  readonly level: number;
} {
  const n = flags.number === undefined ? undefined : wholeNumber("-n", flags.number, 1);
  const seed = flags.seed === undefined ? undefined : finiteNumber("--seed", flags.seed);
  if (seed !== undefined) checkSeed(seed);
  const level = flags.level === undefined ? AUDIT_DEFAULTS.level : finiteNumber("--level", flags.level);
  if (!(level > 0 && level < 1)) throw badOption("level", level, "a share above 0 and below 1, such as 0.9");
  return { n, seed, level };
}

/** Throws an InputError for flags that do not go together. */
export function checkFlags({ out, answers, refit, asLabels, countsOnly, level }: AuditFlags): void {
  const fail = (message: string, remedy: string): never => {
    throw new InputError({ code: "option", message, remedy });
  };
  if (out === undefined && answers === undefined)
    fail(
      "neither --out nor --answers is given",
      "Add --out audit.csv to draw bags, or --answers audit.csv once you have reviewed them.",
    );
  if (out !== undefined && answers !== undefined)
    fail(
      "--out and --answers do not go together: one draws bags, the other reads your answers",
      "Leave one of them out.",
    );
  if (answers === undefined && (refit !== undefined || level !== undefined))
    fail(`${refit === undefined ? "--level" : "--refit"} needs your answers`, "Add --answers audit.csv.");
  const how = countsOnly ? "--counts-only" : asLabels ? "--as-labels" : undefined;
  if (how !== undefined && refit === undefined) fail(`${how} needs --refit`, "Add --refit NEW-MODEL, or leave it out.");
  if (countsOnly && asLabels)
    fail("--counts-only and --as-labels contradict each other", "Leave one of them out; labels are the default.");
}
