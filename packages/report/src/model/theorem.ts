import { findLearner } from "@bagwise/core/learners";
import { boundAdvice } from "@bagwise/core/scores";
import { dataTable } from "../page/data-table.js";
import { type Html, html } from "../page/html.js";
import { percent, sentence, short } from "../page/numbers.js";
import { LeftOut } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";

/** The two terms of Theorem 1 and what they suggest. Left out if the theorem does not apply. */
export function theorem({ card }: ModelReportData): Html | LeftOut {
  const { bound, training, learner } = card;
  if (bound === null) {
    const { report, prior } = findLearner(learner)?.description ?? {};
    const advised = prior?.takes.includes("range");
    return new LeftOut(
      html`Theorem 1 of the PU-SKC paper says nothing about this model, because ${
        report?.noBound ?? "it covers only the classifier of that paper"
      }.${advised ? " See the section on the prior for what you would gain from more labels or reviewed bags." : ""}`,
    );
  }
  const { text, doubling } = boundAdvice(bound, training);
  if (bound.total === 0) return html`<p>${sentence(text)}</p>`;
  const share = (term: number) => term / bound.total;
  const row = (kind: "positive" | "unlabeled", term: number) => [
    html`<span class="key"><i style="background:var(--m${kind === "positive" ? 1 : 0})"></i>${kind} bags</span>`,
    String(training[kind]),
    short(term),
    percent(share(term)),
    `−${percent(doubling[kind])}`,
  ];
  const alternative = `${percent(share(bound.positiveTerm))} of the bound comes from the positive bags and ${percent(share(bound.unlabeledTerm))} from the unlabeled bags.`;
  return html`<p>${sentence(text)}</p>
<div class="terms" role="img" aria-label="${alternative}"><i style="width:${width(share(bound.positiveTerm))}"></i><i style="width:${width(share(bound.unlabeledTerm))}"></i></div>
${dataTable(
  ["term of", "bags", "value", "share", "the bound with twice as many"],
  [row("positive", bound.positiveTerm), row("unlabeled", bound.unlabeledTerm)],
  { label: "The terms of Theorem 1" },
)}
<p class="note">Theorem 1 of the PU-SKC paper limits how far the risk measured on the training bags can be from the true risk. Here the limit is ${short(bound.total)}, with probability ${percent(1 - bound.delta)} and capacity C = ${short(bound.capacity)}.${bound.total >= 1 ? " Risks are below 1, so the limit itself says nothing." : ""} Strictly, it holds for a classifier that was fixed in advance. For a trained model, use it only to compare the two terms.</p>`;
}

function width(share: number): string {
  return `${Number((100 * share).toFixed(2))}%`;
}
