import { type ColumnUse, MISSING_WAYS } from "../bags/recipe.js";
import { SIMILARITIES } from "../bags/sparse.js";
import { checkKernel } from "../kernels/check-kernel.js";
import { isProbabilityRanges } from "../prior/belief/probability-ranges.js";
import { STATUSES } from "../solver/solution.js";
import { isCalibration } from "./calibration.js";
import type { ModelCard } from "./model.js";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number";
const finite: Check = (value) => Number.isFinite(value);
const whole: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const truth: Check = (value) => typeof value === "boolean";
const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const record =
  (parts: Record<string, Check>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(parts).every(([name, check]) => check((value as Record<string, unknown>)[name]));
const recordOf =
  (check: Check): Check =>
  (value) =>
    record({})(value) && Object.values(value as object).every(check);

const measure = record({ value: number, low: number, high: number, clipped: truth });
const absentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

const USES: Readonly<Record<ColumnUse["as"], Check>> = {
  number: record({}),
  percent: record({}),
  "yes-no": record({}),
  category: record({ values: listOf(text) }),
  date: record({ order: oneOf(["ymd", "dmy", "mdy"]) }),
  vector: record({ length: whole }),
  sparse: record({ width: whole, similarity: oneOf(SIMILARITIES) }),
};

function isColumnUse(value: unknown): boolean {
  if (!record({ as: oneOf(Object.keys(USES)) })(value)) return false;
  const use = value as ColumnUse;
  return USES[use.as](use);
}

/** The check for every part of a card. Additional parts are allowed. */
const PARTS: Record<Exclude<keyof ModelCard, "kernel">, Check> = {
  learner: text,
  bagwise: text,
  options: record({}),
  prior: nullOr(
    record({
      value: finite,
      low: finite,
      high: finite,
      method: text,
      clipped: truth,
      belief: absentOr(record({ points: listOf(finite), weights: listOf(finite) })),
      ranges: absentOr(isProbabilityRanges),
    }),
  ),
  chosen: recordOf((value) => text(value) || finite(value)),
  certificate: record({
    status: (value) => (STATUSES as readonly unknown[]).includes(value),
    iterations: whole,
    primalObjective: number,
    dualObjective: number,
    relativeGap: number,
  }),
  risks: listOf(
    record({
      degree: absentOr(whole),
      width: absentOr(finite),
      share: absentOr(finite),
      hidden: absentOr(finite),
      rate: absentOr(finite),
      lambda: absentOr(finite),
      cost: absentOr(finite),
      negativeWeight: absentOr(finite),
      risk: number,
      solved: whole,
      folds: whole,
    }),
  ),
  measures: nullOr(
    record({
      recall: measure,
      precision: measure,
      accuracy: measure,
      auc: measure,
      leeLiu: measure,
      positiveRate: measure,
    }),
  ),
  separation: absentOr(record({ auc: finite, p: finite, apart: truth })),
  telling: absentOr(record({ tested: whole, found: whole, rate: finite, clearest: listOf(text) })),
  calibration: nullOr(isCalibration),
  threshold: absentOr(record({ value: finite, rule: text, reason: text })),
  bound: nullOr(
    record({ capacity: number, positiveTerm: number, unlabeledTerm: number, total: number, delta: number }),
  ),
  training: record({
    positive: whole,
    unlabeled: whole,
    negative: absentOr(whole),
    instances: whole,
    centres: whole,
    dataHash: text,
  }),
  recipe: absentOr(
    record({
      bag: absentOr(text),
      label: absentOr(text),
      group: absentOr(text),
      labels: absentOr(text),
      instances: absentOr(text),
      positive: listOf(text),
      unlabeled: listOf(text),
      negative: listOf(text),
      decimal: oneOf([".", ","]),
      missing: oneOf(MISSING_WAYS),
      na: listOf(text),
      columns: listOf(record({ name: text, use: isColumnUse })),
      ignored: listOf(text),
      show: listOf(text),
      encoders: absentOr(listOf(record({ type: text }))),
    }),
  ),
  reasons: absentOr(listOf(text)),
  notes: listOf(record({ code: text, message: text })),
};

/**
 * Checks the card in the header of a model file. Returns the card, or the name of the part that is
 * missing or has the wrong type. Throws an InputError for an invalid kernel.
 */
export function checkCard(value: unknown): ModelCard | { readonly wrong: string } {
  if (!record({})(value)) return { wrong: "card" };
  const card = value as ModelCard;
  for (const [name, check] of Object.entries(PARTS)) if (!check(card[name as keyof ModelCard])) return { wrong: name };
  return { ...card, kernel: card.kernel === null ? null : checkKernel(card.kernel) };
}
