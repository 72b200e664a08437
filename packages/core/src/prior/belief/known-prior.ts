import { InputError, quote } from "../../base/errors.js";
import { badOption } from "../../base/option.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { type AuditCounts, checkAudit, withAudit } from "./audit.js";
import { pointBelief, withRange } from "./belief.js";

/**
 * How the labelled positives were picked from all positives: at random, which every estimate of the
 * prior assumes, or the easiest ones first.
 */
export const LABELLED_WAYS = ["random", "easiest"] as const;
export type LabelledHow = (typeof LABELLED_WAYS)[number];

/** What you know about the prior. Empty if nothing is known. */
export interface KnownPrior {
  /** Exactly this. */
  readonly value?: number;
  /** The ends of the possible range. */
  readonly low?: number;
  readonly high?: number;
  /** What a review of random unlabeled bags found. */
  readonly audit?: AuditCounts;
  /** Only "easiest": the labels then give no more than a lower bound. */
  readonly labelledHow?: Exclude<LabelledHow, "random">;
}

/** The ways to state it. */
export interface KnownPriorOptions {
  /** A share such as 0.3 or "0.3", or a range such as "0.1..0.4". */
  readonly prior?: number | string | undefined;
  /** An upper bound of the prior. */
  readonly priorAtMost?: number | string | undefined;
  /** Counts such as "7/30", as text or as data. */
  readonly audited?: string | AuditCounts | undefined;
  /** How the labelled positives were picked. Default "random". */
  readonly labelledHow?: LabelledHow | undefined;
}

const SHARE = "a share above 0 and below 1, such as 0.3";
const RANGE = `${SHARE}, or a range, such as 0.1..0.4`;

/**
 * Reads a value such as "0.3" or a range such as "0.1..0.4". Throws an InputError that says how to
 * write it.
 */
export function parseKnownPrior(text: string): KnownPrior {
  const ends = text.split("..");
  const fail = () => badOption("prior", text, RANGE);
  if (ends.length === 1) {
    const value = share(text, { option: "prior", wanted: RANGE });
    if (value > 0 && value < 1) return { value };
    throw fail();
  }
  if (ends.length > 2) throw fail();
  const [low, high] = ends.map((end) => share(end, { option: "prior", wanted: RANGE, whole: text }));
  if (low > high) {
    throw new InputError({
      code: "option",
      message: `the option prior is ${quote(text)}, a range whose first number is the larger`,
      remedy: `Write it as ${high}..${low}.`,
    });
  }
  if (low < 0 || high > 1 || high === 0 || low === 1) throw fail();
  return low === high ? { value: low } : { low, high };
}

/**
 * Reads "7/30" as 7 positives among 30 reviewed bags. Throws an InputError for impossible counts.
 */
export function parseAudit(text: string): AuditCounts {
  const parts = text.split("/");
  const digits = parts.length === 2 && parts.every((part) => /^\s*\d+\s*$/.test(part));
  if (!digits) throw badOption("audited", text, "positives found / bags reviewed, for example 7/30");
  const [positive, reviewed] = parts.map(Number);
  checkAudit({ positive, reviewed });
  return { positive, reviewed };
}

/**
 * Combines what the options say about the prior; bounds are intersected. Throws an InputError for
 * invalid values and contradictions.
 */
export function knowledgeOf({ prior, priorAtMost, audited, labelledHow }: KnownPriorOptions): KnownPrior {
  const said = prior === undefined ? {} : parseKnownPrior(String(prior));
  const audit = typeof audited === "string" ? parseAudit(audited) : audited;
  if (audit !== undefined) checkAudit(audit);
  const most = priorAtMost === undefined ? undefined : atMost(String(priorAtMost));
  const least = said.value ?? said.low ?? 0;
  if (most !== undefined && least > most) {
    throw new InputError({
      code: "prior-contradiction",
      message: `a prior of ${String(prior)} is not at most ${most}`,
      remedy: "Leave out one of the options prior and priorAtMost.",
    });
  }
  const bounds =
    most === undefined || said.value !== undefined ? {} : { low: least, high: Math.min(most, said.high ?? 1) };
  return { ...said, ...bounds, ...(audit && { audit }), ...(labelledHow === "easiest" && { labelledHow }) };
}

/**
 * The belief combined with what you know: a value replaces it, a range restricts it, and an audit
 * multiplies it. With a value, an audit changes nothing. `labelled` is as in `withAudit`: in the
 * single-set scenario no smaller prior is possible. Throws an InputError if nothing is left.
 */
export function applyKnowledge(
  belief: PriorBelief,
  { value, low = 0, high = 1, audit }: KnownPrior,
  { labelled = 0 }: { labelled?: number } = {},
): PriorBelief {
  const most = value ?? high;
  if (most < labelled) {
    throw new InputError({
      code: "prior-contradiction",
      message: `a prior of ${value === undefined ? "at most " : ""}${most} is too small: a share of ${Number(labelled.toFixed(3))} of all bags is labelled positive, and the prior includes them`,
      remedy:
        "Give a larger prior, or set the option scenario to case-control if the positive bags were collected separately.",
    });
  }
  if (value !== undefined) return pointBelief(value);
  const ranged = low > 0 || high < 1 ? withRange(belief, { low, high }) : belief;
  const possible = labelled > 0 ? withRange(ranged, { low: labelled }) : ranged;
  return audit === undefined ? possible : withAudit(possible, audit, { labelled });
}

function atMost(text: string): number {
  const wanted = "a share above 0 and at most 1, such as 0.5";
  const value = share(text, { option: "priorAtMost", wanted });
  if (value > 0 && value <= 1) return value;
  throw badOption("priorAtMost", text, wanted);
}

/**
 * A plain decimal number, which may be part of a longer text. Percentages are refused, because
 * people who write 0.3% sometimes mean 30%.
 */
function share(
  text: string,
  { option, wanted, whole = text }: { option: string; wanted: string; whole?: string },
): number {
  const trimmed = text.trim();
  const percent = /^(\d+(?:\.\d*)?)\s*%$/.exec(trimmed);
  if (percent !== null) {
    throw new InputError({
      code: "option",
      message: `the option ${option} is ${quote(whole)}, a percentage`,
      remedy: `Write ${Number((Number(percent[1]) / 100).toPrecision(12))} instead.`,
    });
  }
  const value = Number(trimmed);
  if (trimmed === "" || !Number.isFinite(value)) throw badOption(option, whole, wanted);
  return value;
}
