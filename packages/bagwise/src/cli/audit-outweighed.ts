import type { Note } from "../base/note.js";
import type { AuditEstimate } from "../evaluation/audit/estimate.js";
import type { ModelCard } from "../model/model.js";
import { BELIEF_STEP } from "../scores/prior-belief.js";
import { assumedShare, labelledShare } from "./audit-model.js";

/** A difference below this is none that anybody needs to hear of. */
const SMALL = 0.02;

/**
 * Says that the data had more weight than the audit: the new prior is not one that the audit
 * allows, or hardly nearer to the audited one than the old was.
 */
export function outweighedNote(
  before: ModelCard,
  after: ModelCard,
  { prior: audited }: Pick<AuditEstimate, "prior">,
): Note[] {
  const [old, now] = [assumedShare(before), assumedShare(after)];
  const { value, low, high } = audited;
  if (old === undefined || now === undefined || value === null) return [];
  // The range given is rounded, and a belief has cells.
  const outside = now < low - BELIEF_STEP || now > high + BELIEF_STEP;
  const stayed = Math.abs(value - old) >= SMALL && Math.abs(value - now) > (2 / 3) * Math.abs(value - old);
  if (!outside && !stayed) return [];
  const labelled = labelledShare(after);
  const ofAll = (share: number) => labelled + (1 - labelled) * share;
  const found = outside
    ? `it is ${now.toFixed(3)} now, outside the audit's interval`
    : `it was ${old.toFixed(3)}, is ${now.toFixed(3)} now, and the audit says ${value.toFixed(3)}`;
  const prior = outside
    ? rangeText(ofAll(low), ofAll(high))
    : Number(ofAll(value > 0 && value < 1 ? value : (low + high) / 2).toFixed(3));
  const message = `the data outweighed the audit of the prior (of the unlabeled bags ${found}); if you trust the answers more, use \`bagwise train --prior ${prior}\`, or review more bags`;
  return [{ code: "audit-outweighed", message }];
}

/** A range as --prior takes it, its ends rounded away from each other, and never 0 or 1 alone. */
export function rangeText(low: number, high: number): string {
  return `${Math.min(999, Math.floor(low * 1000)) / 1000}..${Math.max(1, Math.ceil(high * 1000)) / 1000}`;
}
