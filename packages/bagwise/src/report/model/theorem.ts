import { findLearner } from "../../learners/registry.js";
import { boundAdvice } from "../../scores/bound.js";
import { dataTable } from "../page/data-table.js";
import { type Html, html } from "../page/html.js";
import { percent, short } from "../page/short-numbers.js";
import type { ModelReportData } from "./report-data.js";

/**
 * The two terms of Theorem 1 and what they advise; one sentence where the theorem does not apply.
 */
export function theorem({ card }: ModelReportData): Html {
  const { bound, training, learner } = card;
  if (bound === null) {
    const { report, prior } = findLearner(learner)?.description ?? {};
    const advised = prior?.takes.includes("range");
    return html`<p>Theorem 1 of the PU-SKC paper says nothing about this model, because ${
      report?.noBound ?? "it is about the classifier of that paper"
    }.${advised ? " The section on the prior shows what more labels or reviewed bags would bring." : ""}</p>`;
  }
  const { text, doubling } = boundAdvice(bound, training);
  if (bound.total === 0) return html`<p>${text[0].toUpperCase()}${text.slice(1)}.</p>`;
  const share = (term: number) => term / bound.total;
  const row = (kind: "positive" | "unlabeled", term: number) => [
    html`<span class="key"><i style="background:var(--m${kind === "positive" ? 1 : 0})"></i>${kind} bags</span>`,
    String(training[kind]),
    short(term),
    percent(share(term)),
    `−${percent(doubling[kind])}`,
  ];
  const alternative = `Of the bound, ${percent(share(bound.positiveTerm))} come from the positive bags and ${percent(share(bound.unlabeledTerm))} from the unlabeled ones.`;
  return html`<p>${text[0].toUpperCase()}${text.slice(1)}.</p>
<div class="terms" role="img" aria-label="${alternative}"><i style="width:${width(share(bound.positiveTerm))}"></i><i style="width:${width(share(bound.unlabeledTerm))}"></i></div>
${dataTable(
  ["term of", "bags", "value", "share", "the bound with twice as many"],
  [row("positive", bound.positiveTerm), row("unlabeled", bound.unlabeledTerm)],
  { label: "The terms of Theorem 1" },
)}
<p class="note">Theorem 1 bounds how far the PU risk on the training bags is from the true one, with probability ${percent(1 - bound.delta)}: here by ${short(bound.total)}, with capacity C = ${short(bound.capacity)}${bound.total >= 1 ? "; risks are below 1, so by itself that promises nothing" : ""}. It holds for a classifier fixed in advance; for a trained one it is an indication, whose use is the comparison of its two terms.</p>`;
}

/** A width in a style. */
function width(share: number): string {
  return `${Number((100 * share).toFixed(2))}%`;
}
