import { type Html, html, meanAndSd, NOTHING, plain, three } from "@bagwise/report/page";
import type { Protocol } from "../../draws/draw-spec.js";
import { type Ink, protocolTitle } from "../../report/ink.js";
import { boldRule } from "../../trials/enough-trials.js";
import { groupBy } from "../../trials/group-by.js";
import { comparedCells } from "../differences.js";
import type { ExperimentCell, ExperimentSummary } from "../summary.js";

/** The table as the paper has it: one for each protocol, ours and the printed value. */
export function resultsTable(ink: Ink, summary: ExperimentSummary): Html {
  return html`${summary.protocols.map((protocol) => protocolTable(ink, summary, protocol))}
<p class="note">Mean (standard deviation) of the accuracy over trials. Bold: the best method of a row, and those that the one-sided t-test at 5&nbsp;% does not call worse${boldRule(summary.trials)}. Grey: below the constant guess.</p>`;
}

function protocolTable(ink: Ink, summary: ExperimentSummary, protocol: Protocol): Html {
  const cells = summary.cells.filter((cell) => cell.protocol === protocol);
  const looks = ink.looks.filter(({ name }) => cells.some(({ method }) => method === name));
  const compared = new Set(comparedCells(summary.cells));
  const printed = new Set(cells.filter((cell) => compared.has(cell)).map(({ method }) => method));
  const sweep = summary.labeled.length > 1;
  const groups = looks.map(
    (look) => html`<th scope="colgroup" colspan="${printed.has(look.name) ? 2 : 1}">${look.title}</th>`,
  );
  const under = looks.map(({ name }) =>
    printed.has(name) ? html`<th scope="col">ours</th><th scope="col">printed</th>` : html`<th scope="col">ours</th>`,
  );
  const bodies = groupBy(cells, ({ dataset }) => dataset).map((own) => {
    const settings = groupBy(own, ({ prior, labeled }) => [prior, labeled]);
    return html`<tbody>${settings.map((row, i) => {
      const [{ prior, labeled, constantGuess }] = row;
      return html`<tr>${i === 0 ? html`<th scope="rowgroup" rowspan="${settings.length}">${ink.titleOf(own[0].dataset)}</th>` : NOTHING}<th scope="row">${plain(prior)}</th>${
        sweep ? html`<td>${labeled}</td>` : NOTHING
      }<td>${three(constantGuess)}</td>${looks.map(({ name }) =>
        pairOf(
          row.find(({ method }) => method === name),
          printed.has(name),
        ),
      )}</tr>
`;
    })}</tbody>`;
  });
  const title = `Accuracy, ${protocolTitle(protocol)}`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${title}"><table class="results">
<caption>${title}</caption>
<thead><tr><th scope="col" rowspan="2">data set</th><th scope="col" rowspan="2">prior</th>${
    sweep ? html`<th scope="col" rowspan="2">labelled bags</th>` : NOTHING
  }<th scope="col" rowspan="2">constant guess</th>${groups}</tr><tr>${under}</tr></thead>
${bodies}</table></div>`;
}

function pairOf(cell: ExperimentCell | undefined, printed: boolean): Html {
  if (cell === undefined) return printed ? html`<td></td><td></td>` : html`<td></td>`;
  const grey = cell.accuracy.mean < cell.constantGuess ? html` class="below"` : NOTHING;
  const text = meanAndSd(cell.accuracy);
  const ours = html`<td${grey}>${cell.bold ? html`<b>${text}</b>` : text}</td>`;
  if (!printed) return ours;
  if (cell.printed === undefined) return html`${ours}<td class="printed"></td>`;
  const print = three(cell.printed.mean);
  return html`${ours}<td class="printed">${cell.printed.bold ? html`<b>${print}</b>` : print}</td>`;
}
