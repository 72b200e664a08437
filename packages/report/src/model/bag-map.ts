import { bagMapData } from "../data/bag-map-data.js";
import { bagMap as drawn } from "../figures/bag-map.js";
import { type Html, html, NOTHING } from "../page/html.js";
import type { LeftOut } from "./left-out.js";
import { NEEDS_BAGS } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";

/** The map of the bags. Empty if no map is wanted, left out without bags. */
export async function bagMapSection(data: ModelReportData): Promise<Html | LeftOut> {
  const { model, bags, map, seed, document, threshold, top, trainedOn } = data;
  if (map === "none") return NOTHING;
  if (bags === null) return NEEDS_BAGS;
  const found = await bagMapData(model, bags, { map, seed });
  const own = found.heldOut
    ? html`<p class="note">Scores of training bags are held out, as in the list.</p>`
    : trainedOn
      ? html`<p class="note">The model was trained on these bags, so their scores look better than those of new bags, especially for positive bags. The measures and curves on this page use held-out scores instead.</p>`
      : NOTHING;
  return html`${own}${drawn(found, { document, threshold, numbered: (top ?? []).map(({ bag }) => bag) })}`;
}
