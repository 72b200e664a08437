import { type Html, type HtmlPart, html, NOTHING } from "../page/html.js";

interface FigureParts {
  readonly id: string;
  readonly title: string;
  /** One or two sentences about what to look for. */
  readonly caption: HtmlPart;
  readonly legend?: Html;
  readonly panels: readonly Html[];
  /** A table of the numbers behind the figure. */
  readonly numbers: Html;
  /** Many small panels (default), three in a row, or one over the whole width. */
  readonly layout?: "small" | "three" | "whole";
}

/** A figure: title, caption, legend, panels, and a collapsed table of the numbers. */
export function figure({ id, title, caption, legend = NOTHING, panels, numbers, layout }: FigureParts): Html {
  const kind = layout === undefined || layout === "small" ? "panels" : `panels ${layout}`;
  return html`<figure id="${id}">
<figcaption><h3>${title}</h3><p>${caption}</p></figcaption>
${legend}
<div class="${kind}">${panels}</div>
<details><summary>The numbers behind this figure</summary>${numbers}</details>
</figure>
`;
}

/** One panel with its own heading. */
export function panel(title: string, picture: Html, note = ""): Html {
  return html`<div class="panel"><h4>${title}${note === "" ? NOTHING : html` <span>${note}</span>`}</h4>${picture}</div>`;
}
