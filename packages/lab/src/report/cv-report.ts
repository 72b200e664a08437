import { count } from "@bagwise/core/base";
import { dataTable, type Html, html, page } from "@bagwise/report/page";
import { describeCvMethod } from "../cv/method.js";
import type { CvSummary } from "../cv/summary.js";
import { cvCaption, cvLayout, cvTables } from "../tables/cv-layout.js";
import { cvHeadline } from "./cv-headline.js";
import { accuracyByMethod } from "./figures/accuracy-by-method.js";
import { methodSwitches, switchRules } from "./figures/legend.js";
import { inkOf } from "./ink.js";
import { reproduce, runSection } from "./reproduce.js";
import type { RunInfo } from "./run-info.js";
import { tableSection } from "./table-section.js";

/**
 * The report of a cross-validation: one HTML file that loads nothing and runs no script. Only
 * `<section id="run">` differs from run to run. Costs about a second for five data sets.
 */
export function cvReport(summary: CvSummary, run: RunInfo, { document }: { readonly document: Document }): string {
  const { methods, datasets, folds, repeats, seed } = summary;
  const ink = inkOf(
    document,
    methods.map((name) => ({ name })),
    datasets,
  );
  const isBest = ({ id }: { readonly id: string }) => id === "best";
  const tables = cvTables(summary);
  return page({
    title: "Methods cross-validated",
    kicker: `bagwise ${run.version}, experiment cv`,
    subtitle: `${count(datasets.length, "data set")}; ${count(methods.length, "method")}; ${folds} folds; ${count(repeats, "repeat")}; seed ${seed}`,
    lead: html`${methodSwitches(ink)}${cvHeadline(summary)}${run.notes.map(({ message }) => html`<p class="note">Note: ${message}.</p>`)}
${accuracyTable(summary)}`,
    sections: [
      { id: "accuracy", title: "Accuracy", content: accuracyByMethod(ink, summary) },
      { id: "best", title: "Against the literature", content: html`${tables.filter(isBest).map(tableSection)}` },
      {
        id: "datasets",
        title: "Data sets",
        content: html`${tables.filter((each) => !isBest(each)).map(tableSection)}`,
      },
      { id: "methods", title: "The methods", content: methodList(methods) },
      { id: "reproduce", title: "How to make it again", content: reproduce(run) },
    ],
    last: { id: "run", title: "This run", content: runSection(ink, run, []) },
    rules: switchRules(ink),
  });
}

/** Ours and the published accuracies below each other, by method and data set. */
function accuracyTable(summary: CvSummary): Html {
  const { first, head, groups, words } = cvLayout(summary);
  const rows = groups.flatMap(({ title, rows: own }) =>
    own.map((row, k) => [k === 0 ? title : "", ...row.map(({ text, bold }) => (bold ? html`<b>${text}</b>` : text))]),
  );
  return html`${dataTable([first, ...head], rows, { label: "Accuracy in per cent", words })}
<p class="note">${cvCaption(summary)}</p>
`;
}

function methodList(methods: readonly string[]): Html {
  return html`<dl>${methods.map(
    (method) => html`<dt><code>${method}</code></dt><dd>${describeCvMethod(method)}</dd>
`,
  )}</dl>`;
}
