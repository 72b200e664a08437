import {
  AUDIT_MEASURES,
  type AuditDesign,
  type AuditEstimate,
  type AuditMeasure,
  type AuditPromises,
  type SeenInTraining,
} from "@bagwise/core/audit";
import { count, thousands } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { titled, wrapped } from "./output.js";
import { textTable } from "./score-table.js";

/** What was drawn, and what you do next. */
export function drawnReport(
  { bags, population, strata }: AuditDesign,
  { out, model, file }: { out: string; model: string; file: string },
): string[] {
  const all = bags.length === population;
  const parts = strata.length === 1 ? "" : `, in ${strata.length} strata by score`;
  return [
    wrapped(
      all
        ? `All ${count(population, "unlabeled bag")} written to ${out}, in random order.`
        : `${thousands(bags.length)} of ${count(population, "unlabeled bag")} drawn at random${parts}, and written to ${out} in random order.`,
    ),
    "",
    wrapped(
      "Look at each bag and write 1 (positive) or -1 (negative) into the column label. Leave blank what you cannot tell, and keep the other columns. The file does not say what the model thinks of a bag. Please do not look it up: it would bias your answers.",
    ),
    "",
    `Then: bagwise audit ${model} ${file} --answers ${out}`,
  ];
}

const MEANING = {
  prior: "of the unlabeled bags are positive",
  precision: "of the positive calls are right",
  recall: "of the positives are called positive",
  accuracy: "of the answers are right",
} as const;

/**
 * The estimates of an audit with their intervals, compared with the assumed prior and with what
 * held-out bags promised.
 */
export function estimateReport(
  estimate: AuditEstimate,
  { promised, trainedOn }: { promised: AuditPromises | null; trainedOn: SeenInTraining | null },
): string[] {
  const { population, predictedPositive, drawn, reviewed, notReviewed, positive, level } = estimate;
  const missing = notReviewed === 0 ? "" : `, ${thousands(notReviewed)} not reviewed`;
  const percent = `${Number((100 * level).toPrecision(4))} % interval`;
  return [
    ...titled(
      "Audit",
      `${thousands(drawn)} of ${count(population, "unlabeled bag")}: ${thousands(positive)} positive, ${thousands(reviewed - positive)} negative${missing}`,
    ),
    ...titled(
      "Model",
      `calls ${thousands(predictedPositive)} of the ${thousands(population)} positive${seenText(trainedOn, population)}`,
    ),
    "",
    ...textTable(
      ["measure", "estimate", percent, ""],
      AUDIT_MEASURES.map((name) => [name, ...cells(estimate[name]), MEANING[name]]),
    ),
    ...assumedLines(estimate),
    ...promisedLines(estimate, promised),
  ];
}

/** Explains why `bagwise evaluate` shows other numbers: it counts held-out answers. */
function seenText(trainedOn: SeenInTraining | null, population: number): string {
  if (trainedOn === null || trainedOn.bags === 0) return "";
  const { bags, predictedPositiveHeldOut } = trainedOn;
  if (predictedPositiveHeldOut !== null)
    return `; it was trained on them, and called ${thousands(predictedPositiveHeldOut)} positive while they were held out (the number in \`bagwise evaluate\`)`;
  return `; it was trained on ${bags === population ? "them" : `${thousands(bags)} of them`}, so it may be a little worse on new bags`;
}

function cells({ value, low, high }: AuditMeasure): [string, string] {
  return value === null ? ["-", "-"] : [value.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`];
}

/** How far off the assumed prior was, in one sentence. */
function assumedLines({ assumed }: AuditEstimate): string[] {
  if (assumed === null) return [];
  const { value, difference, inside } = assumed;
  const off = Math.abs(difference);
  const side =
    off < 0.0005 ? "exactly what the audit found" : `${off.toFixed(3)} too ${difference > 0 ? "high" : "low"}`;
  const verdict = inside
    ? "this is within the interval, so the audit does not contradict it"
    : "this is outside the interval, so it is most likely wrong; --refit trains with the audited prior";
  return ["", ...titled("Assumed", `the model assumed a prior of ${value.toFixed(3)}, ${side}; ${verdict}`)];
}

/** What held-out bags promised, and whether the audit contradicts it. */
function promisedLines(estimate: AuditEstimate, promised: AuditPromises | null): string[] {
  if (promised === null) return [];
  const parts = (["precision", "recall", "accuracy"] as const).flatMap((name) => {
    const promise = promised[name];
    if (promise === null) return [];
    const { value, low, high, contradicted } = promise;
    const side = estimate[name].high < low ? "less" : "more";
    const verdict = contradicted ? ` is contradicted: the audit finds ${side}` : "";
    return [{ contradicted, text: `${name} ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})${verdict}` }];
  });
  if (parts.length === 0) return [];
  const those = parts.some(({ contradicted }) => contradicted) ? "" : "; the audit does not contradict this";
  return titled("Promised", `by held-out bags: ${parts.map(({ text }) => text).join("; ")}${those}`);
}

/** What a refit learned from the audit. */
function toldText(options: Readonly<Record<string, unknown>>, { evidence }: AuditEstimate): string {
  if (options.audited !== undefined) {
    const { positive, reviewed } = evidence;
    return `the audit, which says as much about the prior as ${count(positive, "positive")} in a simple random sample of ${count(reviewed, "bag")}`;
  }
  return options.prior === undefined
    ? "no prior, because it uses none"
    : `the audited prior ${Number(options.prior).toFixed(3)}`;
}

/** What a refit changed. */
export function refitReport(
  before: Model,
  after: Model,
  parts: {
    predictedPositive: { before: number; after: number };
    out: string;
    bytes: number;
    options: Readonly<Record<string, unknown>>;
    labels: number;
    estimate: AuditEstimate;
  },
): string[] {
  const { predictedPositive, out, bytes, options, labels, estimate } = parts;
  const asLabels = labels === 0 ? "" : `; ${count(labels, "answer is a label now", "answers are labels now")}`;
  const prior = (model: Model) => (model.card.prior === null ? "none" : model.card.prior.value.toFixed(3));
  return [
    "",
    ...titled(
      "Refit",
      `${after.card.learner}, trained again with the same options and ${toldText(options, estimate)}${asLabels}`,
    ),
    ...titled(
      "Changes",
      `prior ${prior(before)} before, ${prior(after)} now; ${count(predictedPositive.before, "unlabeled bag")} called positive before, ${thousands(predictedPositive.after)} now`,
    ),
    ...titled("Written", `${out} (${Math.ceil(bytes / 1024)} KB)`),
  ];
}
