import type { Answer } from "../bags/answer.js";
import type { Label } from "../bags/label.js";
import { count, InputError, type Place } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { badOption } from "../base/option.js";
import type { AuditCounts } from "../prior/belief/audit.js";
import { normalQuantile } from "../statistics/normal-quantile.js";
import type { AuditCell } from "../statistics/score-limits.js";
import type { AuditDesign } from "./design.js";
import { AUDIT_MEASURES, type AuditMeasure, type AuditMeasureName, auditMeasure } from "./measures.js";

/** The prior that the model assumed, compared with the audit. */
interface AssumedPrior {
  readonly value: number;
  /** Assumed minus audited. */
  readonly difference: number;
  /** Whether it lies within the interval of the audit. */
  readonly inside: boolean;
}

/** What the answers say about all unlabeled bags. */
export interface AuditEstimate extends Readonly<Record<AuditMeasureName, AuditMeasure>> {
  readonly level: number;
  /** The number of unlabeled bags, and how many of them the model predicts positive. */
  readonly population: number;
  readonly predictedPositive: number;
  readonly drawn: number;
  readonly reviewed: number;
  readonly notReviewed: number;
  /** Positives among the reviewed bags. */
  readonly positive: number;
  readonly assumed: AssumedPrior | null;
  /**
   * The simple random sample that would say as much about the prior, in whole numbers: evidence for
   * learners that take an audit.
   */
  readonly evidence: AuditCounts;
  readonly notes: readonly Note[];
}

export interface EstimateAuditOptions {
  /** The level of the intervals. Default 0.9. */
  readonly level?: number | undefined;
  /** The share of positives among the unlabeled bags that the model assumed, to compare. */
  readonly assumed?: number | undefined;
}

/**
 * Prior, precision, recall and accuracy of a model on the unlabeled bags of an audit, each with a
 * design-based interval. The intervals hold because the bags were drawn at random within their
 * strata, however good the model is. Estimates are stratified; intervals come from `scoreLimits`.
 * Drawn bags without an answer are assumed to be missing at random within their stratum, and a note
 * counts them. Throws an InputError for an answer about a bag that was not drawn, for contradicting
 * answers, and for no answer. Costs a few milliseconds.
 */
export function estimateAudit(
  design: AuditDesign,
  answers: readonly Answer[],
  { level = 0.9, assumed }: EstimateAuditOptions = {},
): AuditEstimate {
  if (!(level > 0 && level < 1)) throw badOption("level", level, "a share above 0 and below 1, such as 0.9");
  const given = checkedAnswers(design, answers);
  const cells = cellsOf(design, given);
  const z = normalQuantile((1 + level) / 2);
  const guess = (h: number) => nearestShare(cells, h);
  const [prior, precision, recall, accuracy] = AUDIT_MEASURES.map((name) => auditMeasure(name, cells, { z, guess }));
  const value = prior.value ?? 0;
  const inside = assumed !== undefined && assumed >= prior.low && assumed <= prior.high;
  const predictedPositive = design.strata.reduce((sum, stratum) => sum + stratum.predictedPositive, 0);
  return {
    level,
    population: design.population,
    predictedPositive,
    drawn: design.bags.length,
    reviewed: given.size,
    notReviewed: design.bags.length - given.size,
    positive: [...given.values()].filter((label) => label === "positive").length,
    prior,
    precision,
    recall,
    accuracy,
    assumed: assumed === undefined ? null : { value: assumed, difference: assumed - value, inside },
    evidence: auditEvidence({ value, low: prior.low, high: prior.high }, { z, population: design.population }),
    notes: notesOf(design, {
      called: predictedPositive,
      reviewed: given.size,
      empty: cells.filter((cell) => cell.reviewed === 0).length,
    }),
  };
}

function checkedAnswers(design: AuditDesign, answers: readonly Answer[]): Map<string, Answer["label"]> {
  const drawn = new Set(design.bags.map(({ bag }) => bag));
  const given = new Map<string, Answer["label"]>();
  for (const { bag, label, where } of answers) {
    const place: Place = { ...where, bag };
    if (!drawn.has(bag)) {
      throw new InputError({
        code: "audit-unknown-bag",
        message: "the bag was not drawn in this audit",
        remedy:
          "Answer only the bags of the audit. If a program changed the name (some write 007 as 7), open the file with the bag column as text.",
        where: place,
      });
    }
    const before = given.get(bag);
    if (before !== undefined && before !== label) {
      throw new InputError({
        code: "audit-contradiction",
        message: `the answer is ${label} here and ${before} earlier`,
        remedy: "Keep one answer for each bag.",
        where: place,
      });
    }
    given.set(bag, label);
  }
  if (given.size > 0) return given;
  throw new InputError({
    code: "audit-empty",
    message: "no bag was reviewed",
    remedy: "Review some of the bags drawn: 1 for positive, -1 for negative.",
  });
}

function notesOf(
  design: AuditDesign,
  { called, reviewed, empty }: { called: number; reviewed: number; empty: number },
): Note[] {
  const notes: Note[] = [];
  const missing = design.bags.length - reviewed;
  if (missing > 0) {
    const message = `${count(missing, "drawn bag was", "drawn bags were")} not reviewed, so the others stand in for ${missing === 1 ? "it" : "them"}. That is fine if they were left out by chance, but wrong if the hard ones were left out`;
    notes.push({ code: "audit-missing", message });
  }
  if (empty > 0) {
    const message = `${count(empty, "stratum has", "strata have")} no answer. The share of positives there may be anything, so the intervals are wide`;
    notes.push({ code: "audit-stratum", message });
  }
  if (called === 0 || called === design.population) {
    const all = called === 0 ? "none" : "all";
    const rest = called === 0 ? "precision is undefined and recall is 0" : "precision equals the prior and recall is 1";
    notes.push({
      code: "audit-one-answer",
      message: `the model predicts ${all} of the unlabeled bags positive: ${rest}`,
    });
  }
  return notes;
}

/**
 * The cells of the estimate: the strata, from the highest scores to the lowest. In a very small
 * audit the decision threshold may divide a stratum, which then becomes two cells: given how many
 * drawn bags fell on each side, they are a random sample of that side (post-stratification).
 */
function cellsOf(design: AuditDesign, answers: ReadonlyMap<string, Label>): AuditCell[] {
  return design.strata.flatMap(({ size, predictedPositive }, stratum) => {
    const own = design.bags.filter((bag) => bag.stratum === stratum && answers.has(bag.bag));
    const side = (above: boolean, bags: number): AuditCell[] => {
      const reviewed = own.filter(({ predicted }) => (predicted === "positive") === above);
      const positive = reviewed.filter(({ bag }) => answers.get(bag) === "positive").length;
      return bags === 0 ? [] : [{ size: bags, called: above, reviewed: reviewed.length, positive }];
    };
    return [...side(true, predictedPositive), ...side(false, size - predictedPositive)];
  });
}

/**
 * A guess for a cell without answers: the share of positives in the nearest cell with answers; the
 * upper one of two.
 */
function nearestShare(cells: readonly AuditCell[], h: number): number {
  const known = cells.map((cell, k) => ({ ...cell, distance: Math.abs(k - h) })).filter((cell) => cell.reviewed > 0);
  const nearest = known.reduce((best, cell) => (cell.distance < best.distance ? cell : best));
  return nearest.positive / nearest.reviewed;
}

/**
 * The simple random sample, as positives among reviewed bags, that says as much about the prior as
 * an interval with this value and width. Learners that take binomial counts get it. A stratified
 * audit of 30 bags may be worth 45.
 *
 * The size m is the one for which Wilson's interval around the same value has the same width.
 * Learners mean the prior of the population behind the unlabeled bags, which are themselves a
 * sample, while the audit is about these bags only. So the variances add up, 1/m + 1/population: a
 * census is worth as many bags as there are, and a simple sample as many as it has. At least 1.
 */
function auditEvidence(
  { value, low, high }: { value: number; low: number; high: number },
  { z, population }: { z: number; population: number },
): AuditCounts {
  const width = high - low;
  let few = 1e-6;
  let many = 1e9;
  for (let step = 0; step < 100; step++) {
    const middle = Math.sqrt(few * many);
    if (wilsonWidth(value, middle, z) > width) few = middle;
    else many = middle;
  }
  const reviewed = Math.max(1, Math.round(1 / (1 / many + 1 / population)));
  return { positive: Math.round(value * reviewed), reviewed };
}

/** The width of Wilson's interval for a share among m bags. It falls with m. */
function wilsonWidth(share: number, m: number, z: number): number {
  const square = z * z;
  return ((2 * z) / (1 + square / m)) * Math.sqrt((share * (1 - share)) / m + square / (4 * m * m));
}
