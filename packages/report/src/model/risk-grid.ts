import { findLearner } from "@bagwise/core/learners";
import { riskAxes, type SettingRisk } from "@bagwise/core/model";
import { riskHeatMap } from "../figures/risk-heat-map.js";
import { unique } from "../figures/scales.js";
import { dataTable } from "../page/data-table.js";
import { type Html, html, NOTHING, withCode } from "../page/html.js";
import { short } from "../page/numbers.js";
import { LeftOut } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";

/** The settings that cross-validation tried. Left out if the learner searches no grid. */
export function riskGrid({ document, card }: ModelReportData): Html | LeftOut {
  const { risks, chosen, learner } = card;
  if (risks.length === 0) return new LeftOut(noGrid(learner));
  const weights = unique(risks.map(({ negativeWeight }) => negativeWeight));
  const of = (weight: number | undefined) => risks.filter(({ negativeWeight }) => negativeWeight === weight);
  // With known negatives, one weight has the whole grid. The others have only the setting that was
  // best with it.
  const main = weights.reduce((best, weight) => (of(weight).length > of(best).length ? weight : best), weights[0]);
  return html`${of(main).length === 1 ? oneSetting(of(main)[0]) : riskHeatMap(document, of(main), chosen)}
${weights.length > 1 ? negativeWeights(risks, chosen.negativeWeight) : NOTHING}`;
}

function noGrid(learner: string): Html {
  const why = findLearner(learner)?.description.report.noGrid;
  return why === undefined
    ? html`No grid was searched: there were too few bags to hold any out, or the learner <code>${learner}</code> takes its setting as given.`
    : withCode(why);
}

function oneSetting(setting: SettingRisk): Html {
  const { risk, folds } = setting;
  const { across } = riskAxes([setting]);
  return html`<p>There was only one setting, ${across} ${short(setting[across] ?? Number.NaN)}, so there was nothing to choose. Its risk on held-out bags, by ${folds}-fold cross-validation, is ${short(risk)}.</p>`;
}

function negativeWeights(risks: readonly SettingRisk[], chosen: number | string | undefined): Html {
  const best = new Map<number | undefined, SettingRisk>();
  for (const each of risks) {
    const before = best.get(each.negativeWeight);
    if (before === undefined || each.risk < before.risk) best.set(each.negativeWeight, each);
  }
  return html`<h3>The weight of known negatives</h3>
${dataTable(
  ["weight", "lowest risk", "chosen"],
  [...best].map(([weight, { risk }]) => [
    weight === undefined ? "none" : short(weight),
    short(risk),
    weight === chosen ? "yes" : "",
  ]),
  { label: "Risk by the weight of known negatives" },
)}`;
}
