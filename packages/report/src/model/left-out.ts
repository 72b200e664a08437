import { type Html, html, NOTHING } from "../page/html.js";

/** What a section is that has nothing to say about this model: left out, and why. */
export class LeftOut {
  constructor(readonly why: Html) {}
}

/** The sections that the page does not have, each with its reason, folded up. Empty if none. */
export function whatIsLeftOut(sections: readonly { readonly title: string; readonly why: Html }[]): Html {
  if (sections.length === 0) return NOTHING;
  return html`<details id="left-out"><summary>What this page leaves out</summary><dl>${sections.map(
    ({ title, why }) => html`<dt>${title}</dt><dd>${why}</dd>
`,
  )}</dl></details>`;
}
