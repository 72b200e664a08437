import { featuresText } from "@bagwise/core/bags";
import { count, thousands } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { blocksOf } from "@bagwise/core/scorers";
import { type Html, html } from "../page/html.js";
import { listed } from "../page/numbers.js";
import { page, pageScript } from "../page/page.js";
import { MODEL_STYLE } from "../page/style.js";
import { TABLE_SCRIPT } from "../page/table-script.js";
import { bagMapSection } from "./bag-map.js";
import { bagTable } from "./bag-table.js";
import { certificate } from "./certificate.js";
import { curvesSection } from "./curves.js";
import { dataSection } from "./data-section.js";
import { lead, measuresAtAGlance } from "./lead.js";
import { LeftOut, whatIsLeftOut } from "./left-out.js";
import { DATA_STEPS, type ModelReportOptions, makeReportData } from "./make-report-data.js";
import { priorSection } from "./prior.js";
import type { ModelReportData } from "./report-data.js";
import { fileName } from "./report-data.js";
import { modelReproduce, modelRun } from "./reproduce.js";
import { riskGrid } from "./risk-grid.js";
import { MODEL_RULES } from "./rules.js";
import { scoresSection } from "./scores.js";
import { theorem } from "./theorem.js";
import { topBags, whyTopBags } from "./top-bags.js";
import { warnings } from "./warnings.js";

/** The sections in order. */
const SECTIONS: readonly {
  readonly id: string;
  readonly title: string;
  readonly content: (data: ModelReportData) => Html | LeftOut | Promise<Html | LeftOut>;
}[] = [
  { id: "top", title: "The most likely bags", content: topBags },
  { id: "measures", title: "How good it is", content: measuresAtAGlance },
  { id: "why", title: "Why they are likely", content: whyTopBags },
  { id: "bags", title: "All bags", content: bagTable },
  { id: "data", title: "The data", content: dataSection },
  { id: "prior", title: "The prior", content: priorSection },
  { id: "grid", title: "The setting", content: riskGrid },
  { id: "scores", title: "The scores", content: scoresSection },
  { id: "curves", title: "What to expect", content: curvesSection },
  { id: "map", title: "A map of the bags", content: bagMapSection },
  { id: "certificate", title: "The certificate", content: certificate },
  { id: "theorem", title: "Theorem 1", content: theorem },
  { id: "warnings", title: "Warnings", content: warnings },
];

/**
 * The report of a model: one HTML file that loads nothing. Its only script sorts and searches the
 * table of all bags. A section that has nothing to say about the model is left out, and named near
 * the end with the reason. The same model, bags and options give the same bytes; paths
 * appear only in `<section id="run">`. Takes about a second for a few hundred bags.
 */
export async function modelReport(model: Model, options: ModelReportOptions): Promise<string> {
  let done = 0;
  const step = () => options.onProgress?.(++done, DATA_STEPS + SECTIONS.length + 1);
  const data = await makeReportData(model, options, step);
  const sections = [];
  const missing = [];
  for (const { id, title, content: write } of SECTIONS) {
    const content = await write(data);
    if (content instanceof LeftOut) missing.push({ title, why: content.why });
    else sections.push({ id, title, content });
    step();
  }
  const ending = html`${modelReproduce(data)}${whatIsLeftOut(missing)}`;
  sections.push({ id: "reproduce", title: "How to reproduce it", content: ending });
  step();
  const { positive, unlabeled, negative = 0 } = model.card.training;
  const kinds = [
    `${thousands(positive)} positive`,
    ...(unlabeled === 0 ? [] : [`${thousands(unlabeled)} unlabeled`]),
    ...(negative === 0 ? [] : [`${thousands(negative)} known negative`]),
  ];
  return page({
    title: options.title ?? titleOf(data),
    kicker: `Model report, bagwise ${model.card.bagwise}, learner ${model.card.learner}`,
    subtitle: `Trained on ${listed(kinds)} bags with ${featuresText(model.features.length, blocksOf(model.parts().scorer))}`,
    lead: lead(data),
    sections,
    last: { id: "run", title: "This run", content: modelRun(data) },
    rules: MODEL_STYLE + MODEL_RULES,
    script: data.table === null ? undefined : await pageScript(TABLE_SCRIPT),
  });
}

/**
 * `molecules.csv: 312 unlabeled bags ranked`, with the name of the data or else of the model. All bags
 * count if each has a label.
 */
function titleOf({ sources, bags, card }: ModelReportData): string {
  const name = fileName(sources.data) ?? fileName(sources.model);
  const { positive, unlabeled, negative = 0 } = card.training;
  const hidden = bags?.unlabeled().size ?? unlabeled;
  const open = hidden === 0 ? count(bags?.size ?? positive + negative, "bag") : count(hidden, "unlabeled bag");
  return name === null ? `A ranking of ${open}` : `${name}: ${open} ranked`;
}
