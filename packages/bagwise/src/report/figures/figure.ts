import { type Html, html, NOTHING, type Part } from "../html.js";

/** The parts of a figure. */
export interface FigureParts {
  /** Its id in the page. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences: what to see. */
  readonly caption: Part;
  readonly legend?: Html;
  readonly panels: readonly Html[];
  /** The table of the numbers behind it. */
  readonly numbers: Html;
}

/** A figure: title, caption, legend, panels, and the numbers behind it folded away. */
export function figure({ id, title, caption, legend = NOTHING, panels, numbers }: FigureParts): Html {
  return html`<figure id="${id}">
<figcaption><h3>${title}</h3><p>${caption}</p></figcaption>
${legend}
<div class="panels">${panels}</div>
<details><summary>The numbers of this figure</summary>${numbers}</details>
</figure>
`;
}

/** One panel with its own heading. */
export function panel(title: string, picture: Html, note = ""): Html {
  return html`<div class="panel"><h4>${title}${note === "" ? NOTHING : html` <span>${note}</span>`}</h4>${picture}</div>`;
}
