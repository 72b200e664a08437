import { count } from "@bagwise/core/base";
import { dataTable, type Html, html, listed, NOTHING, page } from "@bagwise/report/page";
import { describeCvMethod } from "../methods/on-labels.js";
import { methodSwitches, switchRules } from "../report/figures/legend.js";
import { inkOf } from "../report/ink.js";
import { reproduce, runSection } from "../report/reproduce.js";
import type { RunInfo } from "../report/run-info.js";
import { methodList, noteList, tableSection } from "../report/sections.js";
import { percent } from "../tables/numbers.js";
import { ENOUGH_TRIALS } from "../trials/enough-trials.js";
import { accuracyByMethod } from "./accuracy-by-method.js";
import { type CvCell, type CvDataSet, type CvSummary, MARGIN } from "./summary.js";
import { cvCaption, cvLayout, cvTables } from "./tables.js";

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
    lead: html`${methodSwitches(ink)}${cvHeadline(summary)}${noteList(run)}
${accuracyTable(summary)}`,
    sections: [
      { id: "accuracy", title: "Accuracy", content: accuracyByMethod(ink, summary) },
      { id: "best", title: "Against the literature", content: html`${tables.filter(isBest).map(tableSection)}` },
      {
        id: "datasets",
        title: "Data sets",
        content: html`${tables.filter((each) => !isBest(each)).map(tableSection)}`,
      },
      { id: "methods", title: "The methods", content: methodList(methods, describeCvMethod) },
      { id: "reproduce", title: "How to make it again", content: reproduce(run) },
    ],
    last: { id: "run", title: "This run", content: runSection(ink, run) },
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

/** A cross-validation in a few sentences; every number in them is computed from the summary. */
export function cvHeadline(summary: CvSummary): Html {
  const { datasets, repeats } = summary;
  const few =
    repeats >= ENOUGH_TRIALS
      ? NOTHING
      : html`<p>${repeats === 1 ? "One repeat tells" : `${repeats} repeats tell`} little about chance: other folds can move an accuracy by some points. Run at least ${ENOUGH_TRIALS} (<code>--repeats ${ENOUGH_TRIALS}</code>).</p>`;
  return html`<div class="lead"><p>${bestOf(datasets)}</p>
<p>${againstOwn(summary)}</p>${few}</div>
`;
}

/** The best methods, and how many of them reach the best that is published. */
function bestOf(datasets: readonly CvDataSet[]): Html {
  const best = html`The highest mean ${datasets.length === 1 ? "accuracy is" : "accuracies are"} ${datasets.map(
    ({ title, best: { method, accuracy } }, k) =>
      html`${k === 0 ? "" : ", "}${percent(accuracy.mean)} on ${title} (<code>${method}</code>)`,
  )}.`;
  const compared = datasets.filter(({ difference }) => difference !== null);
  if (compared.length === 0) return best;
  const reached = compared.filter(({ difference }) => difference !== null && difference >= 0);
  return html`The best method here reaches the best published accuracy of any method on <strong>${reached.length} of ${count(compared.length, "data set")}</strong>. ${best}`;
}

/** How each method compares with what is published for it. */
function againstOwn({ cells, datasets }: CvSummary): Html {
  const compared = cells.filter(({ published }) => published !== null);
  if (compared.length === 0) return html`Nothing is published for these methods on these data sets with as many folds.`;
  const below = compared.filter((cell) => cell.below);
  const margin = `${100 * MARGIN} points below what is published for the same method`;
  const total = count(compared.length, "comparison");
  if (below.length === 0) return html`In ${total}, no method is more than ${margin}.`;
  const titleOf = (name: string) => datasets.find((each) => each.name === name)?.title ?? name;
  const place = ({ method, dataset }: CvCell) => `${method} on ${titleOf(dataset)}`;
  return html`In ${below.length} of ${total}, a method is more than ${margin}: ${listed(below.map(place))}.`;
}
