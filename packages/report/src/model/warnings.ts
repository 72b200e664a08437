import type { Note } from "@bagwise/core/base";
import { codeText } from "@bagwise/core/codes";
import { type Html, html, NOTHING, withCode } from "../page/html.js";
import { sentence } from "../page/numbers.js";
import type { ModelReportData } from "./report-data.js";

/** Every note from training, evaluation and reading, with its cause and what to do about it. Empty if there is none. */
export function warnings({ notes }: ModelReportData): Html {
  return notes.length === 0 ? NOTHING : html`<ul class="warnings">${notes.map(entry)}</ul>`;
}

function entry({ code, message }: Note): Html {
  const known = codeText(code);
  if (known === undefined) return html`<li><p>${withCode(sentence(message))}</p></li>`;
  const { gravity, title, cause, remedy } = known;
  const calm = gravity === "info" ? html` class="info"` : NOTHING;
  return html`<li${calm}><h3>${title}</h3>
<p>${withCode(sentence(message))}</p>
<p><b>Cause.</b> ${withCode(sentence(cause))}</p>
<p><b>What to do.</b> ${withCode(sentence(remedy))}</p></li>
`;
}
