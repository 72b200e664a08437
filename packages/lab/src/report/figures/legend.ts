import { type Html, html, NOTHING } from "@bagwise/report/page";
import { glyph, type Ink } from "../ink.js";

interface LegendOptions {
  /** The methods of the figure; a click on one hides it in all figures. */
  readonly methods: readonly string[];
  /** What hollow symbols show; none when left out. */
  readonly hollow?: string | undefined;
  /** What the grey dashed line is; none when left out. */
  readonly reference?: string;
  /** Whether a line joins the symbols. Default yes. */
  readonly line?: boolean;
}

/** Entries are labels of the page's hidden check boxes: see `methodSwitches`. */
export function legend(ink: Ink, { methods, hollow, reference, line = true }: LegendOptions): Html {
  const entries = ink.looks
    .filter(({ name }) => methods.includes(name))
    .map(
      (look) => html`<li><label for="show-${look.className}">${glyph(ink, look, { line })}${look.title}</label></li>`,
    );
  const empty =
    hollow === undefined
      ? NOTHING
      : html`<li>${glyph(ink, { colour: "currentColor", symbol: "circle" }, { hollow: true, line: false })}hollow: ${hollow}</li>`;
  const dashed = reference === undefined ? NOTHING : html`<li><i class="dash"></i>${reference}</li>`;
  return html`<ul class="legend">${entries}${empty}${dashed}</ul>`;
}

/** A hidden check box for each method. The style sheet hides the marks of an unchecked one. */
export function methodSwitches({ looks }: Ink): Html {
  return html`<div class="switches" role="group" aria-label="Methods shown in the figures">${looks.map(
    ({ className, title }) => html`<input type="checkbox" id="show-${className}" aria-label="Show ${title}" checked>`,
  )}</div>`;
}

/** The rules that connect the check boxes with marks and legends. */
export function switchRules({ looks }: Ink): string {
  return looks
    .map(({ className }) => {
      const off = `body:has(#show-${className}:not(:checked))`;
      return `${off} .${className}{display:none}${off} label[for=show-${className}]{opacity:.4;text-decoration:line-through}body:has(#show-${className}:focus-visible) label[for=show-${className}]{outline:2px solid}`;
    })
    .join("\n");
}
