import { findLearner } from "@bagwise/core/learners";
import type { Certificate } from "@bagwise/core/model";
import { type Html, html, NOTHING } from "../page/html.js";
import { short } from "../page/numbers.js";
import type { ModelReportData } from "./report-data.js";

/** A relative gap below this is rounding error, and its digits mean nothing. */
const EXACT = 1e-15;

/** How well the training problem was solved, in plain words and numbers. */
export function certificate({ card }: ModelReportData): Html {
  const { status, iterations, primalObjective } = card.certificate;
  const scope = findLearner(card.learner)?.description.report.certificate;
  const facts: [string, string, string][] = [
    ["Status", status, MEANINGS[status]],
    ["Objective reached", long(primalObjective), "the loss on the training bags plus the penalty, for this model"],
    ...(status === "local" ? [] : boundFacts(card.certificate)),
    ["Iterations", String(iterations), iterations === 1 ? "solved in one step" : "steps of the solver"],
  ];
  return html`<p>${certificateVerdict(card.certificate)}</p>
${scope === undefined || status === "local" ? NOTHING : html`<p>This proof covers ${scope}.</p>`}
<dl class="facts">${facts.map(([name, value, what]) => html`<dt>${name}</dt><dd>${value}<span class="what">${what}</span></dd>`)}</dl>`;
}

/** The two facts that only a convex problem has. */
function boundFacts({ dualObjective, relativeGap }: Certificate): [string, string, string][] {
  return [
    ["Lower bound", long(dualObjective), "no model of this kind can get below this"],
    [
      "Relative gap",
      gapText(relativeGap),
      "the difference between the two, relative to the largest of them and the objective of the best constant model",
    ],
  ];
}

/** Enough digits to compare two objectives. */
function long(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(8))).replaceAll("-", "−") : short(value);
}

const MEANINGS: Readonly<Record<Certificate["status"], string>> = {
  solved: "the gap is as small as asked for",
  local: "the training problem is not convex, so descent finds a good place, not provably the best",
  inaccurate: "the gap is larger than asked for, and rounding prevents a smaller one",
  "iteration-limit": "the gap is larger than asked for, and more iterations might help",
  invalid: "there was nothing to solve: a number was too large or not finite",
};

/** One or two sentences for people who do not know what a duality gap is. */
export function certificateVerdict({ status, relativeGap }: Certificate): string {
  switch (status) {
    case "solved":
      return `Solved, with proof: the training problem has one lowest value, and the model ${relativeGap < EXACT ? "reaches it to the limits of numerical precision" : `is within ${gapText(relativeGap)} of it, relative to its size`}. If the ranking is poor, the solver is not the cause.`;
    case "local":
      return "Not convex: training went downhill from random starts and ended at a good place. No proof of a best solution exists for such a problem, so judge the model by held-out bags.";
    case "inaccurate":
      return `Solved only approximately: the model may be ${gapText(relativeGap)} above the lowest value of the training problem, relative to its size, and rounding prevents a better solution. Try a larger lambda, or scale the features.`;
    case "iteration-limit":
      return `Stopped early: the model may be ${gapText(relativeGap)} above the lowest value of the training problem, relative to its size. More iterations may close the gap.`;
    case "invalid":
      return "Not solved: the training problem has numbers that are too large to compute with, so the model is useless. Scale the features and train again.";
  }
}

function gapText(gap: number): string {
  if (!Number.isFinite(gap)) return "an unknown distance";
  if (gap < EXACT) return "less than 10⁻¹⁵";
  const [digits, exponent] = gap.toExponential(1).split("e");
  return gap >= 0.001 ? String(Number(gap.toPrecision(2))) : `${digits} · 10${superscript(Number(exponent))}`;
}

function superscript(exponent: number): string {
  return String(exponent).replace(/[-\d]/g, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));
}
