import { thousands } from "@bagwise/core/base";
import { findLearner } from "@bagwise/core/learners";
import { adviseOnPrior, FAIR_SAMPLE, knowledgeOf } from "@bagwise/core/prior";
import { sampleWords } from "@bagwise/core/scores";
import type { ReportPrior } from "../figures/prior-belief.js";
import { priorBelief } from "../figures/prior-belief.js";
import { sensitivityFigure } from "../figures/sensitivity.js";
import { type Html, html, NOTHING, withCode } from "../page/html.js";
import { priorAdviceText } from "../page/lower-ends.js";
import { two } from "../page/numbers.js";
import { expectedOf } from "./held-out-counts.js";
import type { LeftOut } from "./left-out.js";
import { ALL_KNOWN, needsPrior } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";

/** What is known about the share of positives, and how much depends on it. */
export function priorSection(data: ModelReportData): Html | LeftOut {
  const { document, prior, heldOut, sensitivity, card } = data;
  if (card.training.unlabeled === 0) return ALL_KNOWN;
  const changes = sensitivity.length === 0 ? NOTHING : sensitivityFigure(document, sensitivity, prior?.value ?? null);
  if (prior === null) return html`<p>${needsPrior(data)}</p>${changes}`;
  const exact = prior.low === prior.high;
  return html`<p>${statement(data, prior)}</p>
<p>${assumption(data)}</p>
${advice(data, prior)}
${exact ? NOTHING : priorBelief(document, prior, sampleWords(heldOut?.scenario))}
${changes}`;
}

function statement({ heldOut, card }: ModelReportData, { value, low, high, source }: ReportPrior): Html {
  const unlabeled = heldOut?.unlabeled.length ?? card.training.unlabeled;
  const expected = expectedOf({ heldOut, unlabeled }, high);
  const known = low === high ? NOTHING : html`, 90 % interval ${two(low)} to ${two(high)}`;
  const range = low === high ? NOTHING : html` (${expected(low)} to ${expected(high)})`;
  return html`The prior is <strong>${two(value)}</strong>${known}, ${source}: about ${expected(value)}${range} of the ${thousands(unlabeled)} unlabeled bags are expected to be positive. ${reach(card)}`;
}

/** What the estimate rests on, and whether an audit contradicts it. */
function assumption({ notes }: ModelReportData): Html {
  const against = notes.some(({ code }) => code === "prior-against-audit")
    ? html` <strong>Your audit contradicts it</strong>: see <a href="#warnings">the warnings</a>.`
    : NOTHING;
  return html`${FAIR_SAMPLE}${against}`;
}

/** What depends on the prior. */
function reach({ learner, prior }: ModelReportData["card"]): string {
  return findLearner(learner)?.description.prior.affects === "ranking" && prior !== null
    ? `Probabilities, precision and accuracy depend on it. So does the training of ${learner}: with another prior, the ranking may change a little too.`
    : "The ranking does not depend on it, but probabilities, precision and accuracy do.";
}

/** What would narrow down the prior. Empty if it is known, or without a distribution. */
function advice({ card }: ModelReportData, prior: ReportPrior): Html {
  const { belief } = prior;
  if (belief === null || belief.points.length === 1) return NOTHING;
  const { positive, unlabeled } = card.training;
  const known = knowledgeOf(card.options);
  const found = adviseOnPrior(belief, { known, left: unlabeled, positive, notes: card.notes });
  return html`<p>${withCode(priorAdviceText(found, prior).join(" "))}</p>`;
}
