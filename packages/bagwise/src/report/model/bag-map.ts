import { bagMap as drawn } from "../figures/bag-map.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { bagMapData } from "./bag-map-data.js";
import type { ModelReportData } from "./report-data.js";

/** The map of the bags. Nothing when none is wanted; a sentence without bags. */
export async function bagMapSection(data: ModelReportData): Promise<Html> {
  const { model, bags, map, seed, document, threshold, top, trainedOn } = data;
  if (map === "none") return NOTHING;
  if (bags === null)
    return html`<p>A model file holds no bags. With <code>--data</code> and a file of bags, this section shows them as a map, coloured by score.</p>`;
  const found = await bagMapData(model, bags, { map, seed });
  const own = trainedOn
    ? html`<p class="note">The model was trained on these bags, so their scores, above all those of positive bags, look better than those of new bags would. Measures and curves on this page use held-out scores instead.</p>`
    : NOTHING;
  return html`${own}${drawn(found, { document, threshold, numbered: (top ?? []).map(({ bag }) => bag) })}`;
}
