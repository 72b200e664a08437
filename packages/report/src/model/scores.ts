import { mixturePicture } from "../data/score-mixture.js";
import { scoreDistribution } from "../figures/score-distribution.js";
import { type Html, html } from "../page/html.js";
import { short } from "../page/numbers.js";
import { heldOutCounts } from "./held-out-counts.js";
import type { LeftOut } from "./left-out.js";
import { NEEDS_HELD_OUT } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";

/** The distribution of held-out scores, the threshold, and the estimated mixture. */
export function scoresSection(data: ModelReportData): Html | LeftOut {
  const { document, heldOut, threshold, prior, card } = data;
  if (heldOut === null) return NEEDS_HELD_OUT;
  const counts = heldOutCounts(heldOut, threshold);
  const mixture = mixturePicture(heldOut, { threshold, prior: prior?.value ?? null });
  const reason = html`<p>${
    card.threshold === undefined
      ? html`The model calls a bag positive if its score is at least 0, the default.`
      : html`The model calls a bag positive if its score is at least ${short(threshold)}, by the rule <code>${card.threshold.rule}</code>: ${card.threshold.reason}.`
  }</p>`;
  if (mixture === null)
    return html`${reason}<p>All held-out bags have the same score, ${short(heldOut.positive[0])}, so there is no ranking. Either the features do not separate positive bags from the others, or the regularisation is too strong.</p>`;
  return html`${reason}${scoreDistribution(document, mixture, {
    threshold,
    of: counts.of,
    called: counts.sample.called,
    sample: counts.sample.bags,
    found: counts.positive.called,
    positive: counts.positive.bags,
    negative: heldOut.negative.length,
  })}`;
}
