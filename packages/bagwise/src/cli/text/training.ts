import { type BagSet, summarise } from "@bagwise/core/bags";
import { count, type Note, thousands } from "@bagwise/core/base";
import { describeKernel } from "@bagwise/core/kernels";
import { isChosen, lowestRisks, type ModelCard, riskAxes } from "@bagwise/core/model";
import { boundAdvice, type Measure, type PuMeasures } from "@bagwise/core/scores";
import { flagsIn } from "../flags/options.js";
import { styled, titled, wrapped } from "./output.js";
import { assumed } from "./prior.js";
import { thresholdLines } from "./threshold.js";

/** The result of a training as text: data, prior, risks, choice, certificate, what to expect. */
export function trainingReport(
  bags: BagSet,
  card: ModelCard,
  { method, audit }: { method: string; audit: string | undefined },
): string[] {
  const { prior, chosen, certificate, measures, training } = card;
  return [
    ...dataLines(bags),
    ...(audit === undefined ? [] : titled("Audit", audit)),
    ...titled("Method", method),
    ...titled("Kernel", kernelText(card)),
    ...titled(
      "Prior",
      prior === null
        ? training.unlabeled === 0
          ? "not needed, because every bag has a label"
          : "not needed by this method"
        : prior.method === "given"
          ? `${prior.value} (given)`
          : `${prior.value.toFixed(3)}, 90 % interval ${prior.low.toFixed(2)} to ${prior.high.toFixed(2)}, ${[sourceText(prior.method), ...assumed(prior.method, {})].join(". ")}`,
    ),
    "",
    ...riskTable(card),
    ...titled("Chosen", chosenText(chosen)),
    ...titled(
      "Certificate",
      `${proofText(certificate)}${certificate.status === "local" ? ";" : " after"} ${count(certificate.iterations, "iteration")}`,
    ),
    ...(measures === null
      ? []
      : titled(
          "Expected",
          `${usualText(card)}precision ${interval(measures.precision)}, recall ${interval(measures.recall)}, AUC ${interval(measures.auc)}, from held-out bags and the prior${clippedText(measures)}`,
        )),
    ...thresholdLines(card),
    ...(card.bound === null ? [] : titled("Theorem 1", boundAdvice(card.bound, training).text)),
  ];
}

/** What was trained on, in numbers. */
export function dataLines(bags: BagSet): string[] {
  const { bags: size, positive, unlabeled, negative, instances, features } = summarise(bags);
  const signed = unlabeled === 0 && negative > 0;
  const kinds = Object.entries({ positive, ...(!signed && { unlabeled }), ...(negative > 0 && { negative }) });
  const parts = kinds.map(([kind, number]) => `${thousands(number)} ${kind}`).join(", ");
  return titled(
    "Data",
    `${count(size, "bag")}: ${parts}; ${count(instances, "instance")}, ${count(features, "feature")}`,
  );
}

function sourceText(method: string): string {
  if (method === "audit") return "from the audit";
  return method === "no evidence" ? "a guess, because the data say nothing about it" : `estimated by ${method}`;
}

/** The measures on a card are those at 0, whatever the chosen threshold. */
export function usualText({ threshold }: ModelCard): string {
  return threshold === undefined ? "" : "at a threshold of 0: ";
}

function kernelText({ kernel, training }: ModelCard): string {
  const { centres, positive, unlabeled, negative = 0 } = training;
  if (kernel === null) return `on instances; ${count(centres, "centre")}`;
  const which =
    centres === positive + unlabeled + negative
      ? "all training bags are"
      : `${count(centres, "landmark is", "landmarks are")}`;
  return `${describeKernel(kernel).replace(/\.$/, "")}; ${which} centres`;
}

/** `degree 2, lambda 0.001, double-hinge loss`; every name with its value for other learners. */
function chosenText(chosen: ModelCard["chosen"]): string {
  return Object.entries(chosen)
    .filter(([name]) => name !== "penalty")
    .map(([name, value]) =>
      name === "loss" ? `${value} loss` : `${name} ${typeof value === "number" ? Number(value.toPrecision(4)) : value}`,
    )
    .join(", ");
}

/** A table of risks (`riskAxes`), the chosen one marked. */
function riskTable({ risks, chosen }: ModelCard): string[] {
  if (risks.length === 0) return [];
  const axes = riskAxes(risks);
  const { down: name = "degree", across } = axes;
  const shown = lowestRisks(risks, axes);
  const downs = [...new Set(shown.map((each) => each[name]))].sort((a = 0, b = 0) => a - b);
  const columns = [...new Set(shown.map((each) => each[across]))].sort((a = 0, b = 0) => a - b);
  const cell = (down: number | undefined, right: number | undefined) => {
    const found = shown.find((each) => each[name] === down && each[across] === right);
    if (found === undefined) return "";
    return `${shortRisk(found.risk)}${isChosen(found, chosen, axes) ? "*" : " "}`;
  };
  const solved = risks.reduce((sum, each) => sum + each.solved, 0);
  const problems = risks.reduce((sum, each) => sum + each.folds, 0);
  return [
    `${across === "lambda" && axes.down === "degree" ? "PU risk" : "Risk"} by ${risks[0].folds}-fold cross-validation, lower is better; ${solved} of ${problems} problems certified`,
    `${across.padStart(12)} ${columns.map((value) => String(value ?? "").padStart(9)).join("")}`,
    ...downs.map(
      (down) =>
        `${(down === undefined ? "" : `${name} ${Number(down.toPrecision(3))}`).padStart(12)} ${columns
          .map((value) => cell(down, value).padStart(10))
          .join("")
          .slice(1)}`,
    ),
    "",
  ];
}

/** Three decimals, or an exponent if three decimals would show nothing. */
function shortRisk(risk: number): string {
  const size = Math.abs(risk);
  return size === 0 || (size >= 0.001 && size < 1000) ? risk.toFixed(3) : risk.toExponential(1);
}

/** `0.82 (0.75 to 0.88)`, and whether it was clipped. */
export function interval({ value, low, high, clipped }: Measure): string {
  return Number.isNaN(value)
    ? "unknown"
    : `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}${clipped ? ", clipped" : ""})`;
}

/** What "clipped" means, if one of these measures is. */
export function clippedText({ auc, precision, recall }: PuMeasures): string {
  return [auc, precision, recall].some(({ value, clipped }) => clipped && !Number.isNaN(value))
    ? "; clipped: the estimate was below 0 or above 1, which happens with few bags or a wrong prior"
    : "";
}

/** The status of a solution and how good it is proven to be. */
export function proofText({ status, relativeGap }: ModelCard["certificate"]): string {
  return status === "local"
    ? "local: not convex, so no proof of a best solution exists"
    : `${status}: relative duality gap ${shortGap(relativeGap)}`;
}

/** A relative duality gap. Below the precision of a double its digits mean nothing. */
function shortGap(gap: number): string {
  return gap < 1e-15 ? "below 1e-15" : gap.toExponential(1);
}

/** Notes after a blank line; nothing if there are none. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.length === 0
    ? []
    : ["", ...notes.map((note) => styled("dim", wrapped(`Note: ${flagsIn(note.message).replace(/\.$/, "")}.`)))];
}
