import { count } from "../../base/errors.js";
import type { Model } from "../../model/model.js";
import type { Html } from "../page/html.js";
import { listed } from "../page/numbers.js";
import { page } from "../page/page.js";
import { MODEL_STYLE } from "../page/style.js";
import { bagMapSection } from "./bag-map.js";
import { certificate } from "./certificate.js";
import { curvesSection } from "./curves.js";
import { dataSection } from "./data-section.js";
import { lead } from "./lead.js";
import { DATA_STEPS, type ModelReportOptions, makeReportData } from "./make-report-data.js";
import { priorSection } from "./prior.js";
import type { ModelReportData } from "./report-data.js";
import { modelReproduce, modelRun } from "./reproduce.js";
import { riskGrid } from "./risk-grid.js";
import { MODEL_RULES } from "./rules.js";
import { scoresSection } from "./scores.js";
import { theorem } from "./theorem.js";
import { topBags } from "./top-bags.js";
import { warnings } from "./warnings.js";

/** The sections in order. */
const SECTIONS: readonly {
  readonly id: string;
  readonly title: string;
  readonly content: (data: ModelReportData) => Html | Promise<Html>;
}[] = [
  { id: "data", title: "The data", content: dataSection },
  { id: "prior", title: "The prior", content: priorSection },
  { id: "grid", title: "The setting", content: riskGrid },
  { id: "scores", title: "The scores", content: scoresSection },
  { id: "curves", title: "What to expect", content: curvesSection },
  { id: "top", title: "The most likely bags", content: topBags },
  { id: "map", title: "A map of the bags", content: bagMapSection },
  { id: "certificate", title: "The certificate", content: certificate },
  { id: "theorem", title: "Theorem 1", content: theorem },
  { id: "warnings", title: "Warnings", content: warnings },
  { id: "reproduce", title: "How to reproduce it", content: modelReproduce },
];

/**
 * The report of a model: one HTML file that loads nothing and runs no script. What cannot be shown
 * is a sentence that says what to do. The same model, bags and options give the same bytes; paths
 * appear only in `<section id="run">`. Takes about a second for a few hundred bags.
 */
export async function modelReport(model: Model, options: ModelReportOptions): Promise<string> {
  let done = 0;
  const step = () => options.onProgress?.(++done, DATA_STEPS + SECTIONS.length);
  const data = await makeReportData(model, options, step);
  const sections = [];
  for (const { id, title, content } of SECTIONS) {
    sections.push({ id, title, content: await content(data) });
    step();
  }
  const { positive, unlabeled, negative = 0 } = model.card.training;
  return page({
    title: options.title ?? `A ranking of ${count(unlabeled, "unlabeled bag")}`,
    kicker: `Model report, bagwise ${model.card.bagwise}, learner ${model.card.learner}`,
    subtitle: `Trained on ${listed([`${positive} positive`, `${unlabeled} unlabeled`, ...(negative === 0 ? [] : [`${negative} known negative`])])} bags with ${count(model.features.length, "feature")}`,
    lead: lead(data),
    sections,
    last: { id: "run", title: "This run", content: modelRun(data) },
    rules: MODEL_STYLE + MODEL_RULES,
  });
}
