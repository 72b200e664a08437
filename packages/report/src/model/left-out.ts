import { findLearner } from "@bagwise/core/learners";
import { type Html, html, NOTHING } from "../page/html.js";
import type { ModelReportData } from "./report-data.js";

/** What a section is that has nothing to say about this model: left out, and why. */
export class LeftOut {
  constructor(readonly why: Html) {}
}

/** The sections that the page does not have, each with its reason, folded up. Empty if none. */
export function whatIsLeftOut(sections: readonly { readonly title: string; readonly why: Html }[]): Html {
  if (sections.length === 0) return NOTHING;
  return html`<details id="left-out"><summary>What this page leaves out</summary><dl>${sections.map(
    ({ title, why }) => html`<dt>${title}</dt><dd>${why}</dd>
`,
  )}</dl></details>`;
}

/** The id of the one place that says why there are no held-out scores. */
export const WHY_NOT_HELD_OUT = "not-held-out";

/** Why a section is left out, with a link to the reason at the top of the page. */
export const NEEDS_HELD_OUT = new LeftOut(html`It needs <a href="#${WHY_NOT_HELD_OUT}">held-out scores</a>.`);

/** Why a section is left out that shows the bags of a file. */
export const NEEDS_BAGS = new LeftOut(
  html`A model file contains no bags. Give a file of bags after the model: <code>bagwise report MODEL FILE</code>.`,
);

/** Why there are no held-out scores, and what to do. Continues a sentence after "because". */
export function whyNotHeldOut({ card, model }: Pick<ModelReportData, "card" | "model">): Html {
  const { learner, notes, certificate, training } = card;
  const evaluate = html`<code>bagwise evaluate MODEL FILE --folds 5</code>, which trains again without each fold`;
  if (model.trainedOn.length === 0)
    return html`the model file is of an earlier bagwise, which kept no scores of held-out bags. Train it again.`;
  if (findLearner(learner)?.description.holdsOut === false)
    return html`<code>${learner}</code> holds no bags out in training. Run ${evaluate}.`;
  if (certificate.status === "invalid")
    return html`the training problem has numbers that are too large to compute with. Scale the features and train again.`;
  if (training.positive < 2)
    return html`there is only one positive bag, so holding it out leaves none to train on. Label more positive bags and train again.`;
  if (notes.some(({ code }) => code === "nothing-held-out"))
    return html`there were too few bags to hold any out. Label more bags, or add unlabeled ones, and train again.`;
  return html`you gave its setting, so no bags were held out to choose one. Run ${evaluate}.`;
}

/** Why a section is left out that is about what labels do not tell. */
export const ALL_KNOWN = new LeftOut(html`Every training bag has a label, so there is no hidden positive to estimate.`);

/** The sentence for a report without a prior. */
export function needsPrior({ card }: ModelReportData): Html {
  return html`The prior, the share of positives, is not known. The learner <code>${card.learner}</code> does not need one. Set the share you expect with <code>--prior</code>, or measure it with <code>bagwise audit</code>.`;
}
