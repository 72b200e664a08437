import { findLearner } from "../../learners/registry.js";
import { type Html, html } from "../page/html.js";
import type { ModelReportData } from "./report-data.js";

/** The id of the one place that says why there are no scores of held-out bags. */
export const WHY_NOT_HELD_OUT = "not-held-out";

/**
 * What cannot be shown without scores of held-out bags, with the way to the reason at the top of
 * the page.
 */
export function needsHeldOut(missing: string): Html {
  return html`<p>${missing}: that needs <a href="#${WHY_NOT_HELD_OUT}">scores of held-out bags</a>.</p>`;
}

/** Why there are no scores of held-out bags, and what to do about it, to stand after "because". */
export function whyNotHeldOut({ card, model }: Pick<ModelReportData, "card" | "model">): Html {
  const { learner, notes, certificate, training } = card;
  const evaluate = html`<code>bagwise evaluate MODEL FILE --folds 5</code>, which trains anew without each fold`;
  if (model.trainedOn.length === 0)
    return html`the model file is of an earlier bagwise, which kept no scores of held-out bags. Train it again.`;
  if (findLearner(learner)?.description.holdsOut === false)
    return html`<code>${learner}</code> holds no bags out in training. Run ${evaluate}.`;
  if (certificate.status === "invalid")
    return html`the training problem has numbers too large to compute with. Scale the features and train again.`;
  if (training.positive < 2)
    return html`there is only one positive bag, and none is left to train on while it is held out. Label more positive bags and train again.`;
  if (notes.some(({ code }) => code === "nothing-held-out"))
    return html`there were too few bags to hold any out. Label more bags, or add unlabeled ones, and train again.`;
  return html`its setting was given, so no bags were held out to choose one. Run ${evaluate}.`;
}

/** The sentence for a report without a prior. `missing` says what cannot be shown. */
export function needsPrior({ card }: ModelReportData, missing: string): Html {
  return html`<p>${missing} because no prior is known: the learner <code>${card.learner}</code> needs none. Give the share of positives that you expect with <code>--prior</code>, or find it by an audit: <code>bagwise audit</code>.</p>`;
}
