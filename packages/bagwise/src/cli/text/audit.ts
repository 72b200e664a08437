import { count, thousands } from "../../base/errors.js";
import type { AuditDesign } from "../../evaluation/audit/design.js";
import type { AuditEstimate } from "../../evaluation/audit/estimate.js";
import { AUDIT_MEASURES, type AuditMeasure } from "../../evaluation/audit/measures.js";
import type { SeenInTraining } from "../../evaluation/audit/model-facts.js";
import type { AuditPromises } from "../../evaluation/audit/promise.js";
import type { Model } from "../../model/model.js";
import { textTable } from "./score-table.js";
import { titled, wrapped } from "./style.js";

/** What was drawn, and what a person has to do now. */
export function drawnReport(
  { bags, population, strata }: AuditDesign,
  { out, model, file }: { out: string; model: string; file: string },
): string[] {
  const all = bags.length === population;
  const parts = strata.length === 1 ? "" : `, in ${strata.length} strata by score`;
  return [
    wrapped(
      all
        ? `All ${count(population, "unlabeled bag")} are written to ${out}, in random order.`
        : `${thousands(bags.length)} of ${count(population, "unlabeled bag")} drawn at random${parts}; written to ${out}, in random order.`,
    ),
    "",
    wrapped(
      "Look at each bag and write 1 (positive) or -1 (negative) into the column label; leave blank what you cannot tell. Keep the other columns. The file does not say what the model thinks of a bag: do not look it up, an answer that knows it is no witness.",
    ),
    "",
    `Then: bagwise audit ${model} ${file} --answers ${out}`,
  ];
}

const MEANING = {
  prior: "of the unlabeled bags are positive",
  precision: "of those called positive are",
  recall: "of the positive ones are called so",
  accuracy: "of the answers are right",
} as const;

/**
 * The estimates of an audit with their intervals, and how the assumed prior and what held-out bags
 * promised compare.
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

/** What a reader of `bagwise evaluate` would wonder about: that counts held-out answers. */
function seenText(trainedOn: SeenInTraining | null, population: number): string {
  if (trainedOn === null || trainedOn.bags === 0) return "";
  const { bags, predictedPositiveHeldOut } = trainedOn;
  if (predictedPositiveHeldOut !== null)
    return `; it was trained on them, and called ${thousands(predictedPositiveHeldOut)} positive while they were held out (what \`bagwise evaluate\` counts)`;
  return `; it was trained on ${bags === population ? "them" : `${thousands(bags)} of them`}, and may be a little worse on new ones`;
}

function cells({ value, low, high }: AuditMeasure): [string, string] {
  return value === null ? ["-", "-"] : [value.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`];
}

/** How far the assumed prior was off, in one sentence. */
function assumedLines({ assumed }: AuditEstimate): string[] {
  if (assumed === null) return [];
  const { value, difference, inside } = assumed;
  const off = Math.abs(difference);
  const side = off < 0.0005 ? "just what the audit found" : `${off.toFixed(3)} too ${difference > 0 ? "high" : "low"}`;
  const verdict = inside
    ? "that is within the interval, so the audit does not contradict it"
    : "that is outside the interval, so it is most likely wrong; --refit trains with the audited one";
  return ["", ...titled("Assumed", `the model took the prior to be ${value.toFixed(3)}, ${side}; ${verdict}`)];
}

/** What held-out bags promised, and whether the audit contradicts it. */
function promisedLines(estimate: AuditEstimate, promised: AuditPromises | null): string[] {
  if (promised === null) return [];
  const parts = (["precision", "recall", "accuracy"] as const).flatMap((name) => {
    const promise = promised[name];
    if (promise === null) return [];
    const { value, low, high, contradicted } = promise;
    const side = estimate[name].high < low ? "less" : "more";
    const verdict = contradicted ? ` is contradicted, the audit finds ${side}` : "";
    return [{ contradicted, text: `${name} ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})${verdict}` }];
  });
  if (parts.length === 0) return [];
  const those = parts.some(({ contradicted }) => contradicted) ? "" : "; the audit does not contradict that";
  return titled("Promised", `by held-out bags: ${parts.map(({ text }) => text).join("; ")}${those}`);
}

/** What a refit was told of the audit. */
function toldText(options: Readonly<Record<string, unknown>>, { prior, evidence }: AuditEstimate): string {
  if (options.audited !== undefined) {
    const { positive, reviewed } = evidence;
    const as = `, which tells as much of the prior as ${count(positive, "positive")} among ${count(reviewed, "bag")} of a plain random sample`;
    const range =
      options.prior === undefined
        ? ""
        : `; as the audit excludes the prior assumed before, only ${prior.low.toFixed(3)} to ${prior.high.toFixed(3)} is believed`;
    return `the audit${as}${range}`;
  }
  return options.prior === undefined
    ? "the answers as labels"
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
    estimate: AuditEstimate;
  },
): string[] {
  const { predictedPositive, out, bytes, options, estimate } = parts;
  const prior = (model: Model) => (model.card.prior === null ? "none" : model.card.prior.value.toFixed(3));
  return [
    "",
    ...titled("Refit", `${after.card.learner}, trained again with the same options and ${toldText(options, estimate)}`),
    ...titled(
      "Changes",
      `prior ${prior(before)} before, ${prior(after)} now; ${count(predictedPositive.before, "unlabeled bag")} called positive before, ${thousands(predictedPositive.after)} now`,
    ),
    ...titled("Written", `${out} (${Math.ceil(bytes / 1024)} KB)`),
  ];
}
