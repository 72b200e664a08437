import { allKnown, countsOf, positivesAmongUnlabeled } from "@bagwise/core/scores";
import { gainCurve } from "../figures/gain-curve.js";
import { precisionRecallCurve } from "../figures/precision-recall-curve.js";
import { dataTable } from "../page/data-table.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { about, percent } from "../page/numbers.js";
import { heldOutCounts } from "./held-out-counts.js";
import { ALL_KNOWN, LeftOut, NEEDS_HELD_OUT, needsPrior } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";

/** What a review by score finds, and precision against recall. */
export function curvesSection(data: ModelReportData): Html | LeftOut {
  const { document, heldOut, curves, prior, threshold } = data;
  if (heldOut === null) return NEEDS_HELD_OUT;
  if (allKnown(heldOut)) return ALL_KNOWN;
  if (curves === null || prior === null) return new LeftOut(needsPrior(data));
  const { unlabeled } = heldOutCounts(heldOut, threshold);
  return html`<p>Both curves are estimated from held-out scores and the prior, because the labels of the unlabeled bags are not known. They are smoothed so that a higher score never means a lower probability. So at the threshold they differ slightly from the measures at the top of the page.${averaged(data)}</p>
<div class="duo">${
    curves.gain.length === 0
      ? NOTHING
      : gainCurve(document, {
          gain: curves.gain,
          unlabeled: unlabeled.bags,
          called: unlabeled.called,
        })
  }${
    curves.precisionRecall.length === 0
      ? NOTHING
      : precisionRecallCurve(document, {
          precisionRecall: curves.precisionRecall,
          called: unlabeled.called,
        })
  }</div>
${expectedTable(data)}`;
}

/** The mean of an asymmetric interval differs from its value, which shows at the right end. */
function averaged({ curves, prior, heldOut }: ModelReportData): string {
  const all = curves?.gain.at(-1)?.found;
  if (all === undefined || prior === null || heldOut === null) return "";
  const [mean, alone] = [
    Math.round(all),
    Math.round(positivesAmongUnlabeled(countsOf(heldOut), heldOut.scenario, prior.value)),
  ];
  return mean === alone
    ? ""
    : ` They average over all plausible priors, which gives ${mean} positives. The value of the prior alone gives ${alone}.`;
}

/** Positives expected among the first bags, for people who have time to review k bags. */
function expectedTable({ expected, heldOut }: ModelReportData): Html {
  if (expected.length === 0) return NOTHING;
  const limited = expected.some(({ clipped }) => clipped);
  return html`<h3>If you review the first bags</h3>
${dataTable(
  ["unlabeled bags reviewed", "positives expected", "90 % interval", "share of those reviewed"],
  expected.map(({ k, value, low, high, clipped }) => [
    k,
    `${about(value)}${clipped ? " *" : ""}`,
    `${about(low)} to ${about(high)}`,
    percent(value / k),
  ]),
  { label: "Positives expected among the first bags", words: 0 },
)}
<p class="note">Of ${heldOut?.unlabeled.length ?? 0} unlabeled bags, by their held-out scores.${
    limited ? " * At this prior, more positives than bags would be expected, so the number is capped." : ""
  }</p>`;
}
