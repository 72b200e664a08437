import { count } from "@bagwise/core/base";
import { curvePicture, figure, spreadOver } from "@bagwise/report/figures";
import { columnTable, dataTable, type Html, html, page, three } from "@bagwise/report/page";
import { switchRules } from "../report/figures/legend.js";
import { inkOf } from "../report/ink.js";
import { reproduce, runSection } from "../report/reproduce.js";
import type { RunInfo } from "../report/run-info.js";
import { noteList } from "../report/sections.js";
import type { RecallPoint, ReviewSummary } from "./summary.js";
import { reviewRows } from "./tables.js";

/**
 * The report of simulated reviews: one HTML file that loads nothing and runs no script. Only `<section id="run">`
 * differs from run to run.
 */
export function reviewReport(summary: ReviewSummary, run: RunInfo, { document }: { document: Document }): string {
  const { dataset, bags, positive, starts, start, seed } = summary;
  const ink = inkOf(document, [{ name: "review" }], [{ name: dataset, title: dataset }]);
  const known = start === "both" ? "one positive and one negative bag" : "one positive bag";
  return page({
    title: "Reviews simulated",
    kicker: `bagwise ${run.version}, experiment review`,
    subtitle: `${dataset}: ${count(bags, "bag")}, ${positive} positive; ${count(starts, "review")} from ${known}; seed ${seed}`,
    lead: html`${noteList(run)}
${dataTable(["measure", "value", "meaning"], reviewRows(summary), { label: "Measures", words: 3 })}
<p class="note">Means over reviews, and standard deviations in brackets.</p>`,
    sections: [
      { id: "recall", title: "What a review finds", content: recallFigure(document, summary) },
      { id: "stopping", title: "When to stop", content: stoppingTable(summary) },
      { id: "reproduce", title: "How to make it again", content: reproduce(run) },
    ],
    last: { id: "run", title: "This run", content: runSection(ink, run) },
    rules: switchRules(ink),
  });
}

function recallFigure(document: Document, { curve, wss95 }: ReviewSummary): Html {
  const at = 0.95 - wss95.mean;
  const words = `On average, 95 % of the positives are found when ${three(at)} of the bags are reviewed.`;
  return figure({
    id: "recall-curve",
    title: "Recall by work",
    caption: html`The share of the positives found against the share of the bags reviewed, by the ranking alone. ${words} The band holds 80 % of the reviews.`,
    legend: html`<ul class="legend"><li><i class="stroke"></i>by the ranking</li><li><i class="dash"></i>in random order</li></ul>`,
    layout: "whole",
    panels: [
      curvePicture(document, `Recall against the share of bags reviewed. ${words}`, {
        points: curve.map(({ reviewed, mean, low, high }) => ({ x: reviewed, y: mean, low, high })),
        chance: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
        mark: null,
        xLabel: "share of bags reviewed",
        yLabel: "recall",
        xMost: 1,
        yMost: 1.03,
      }),
    ],
    numbers: columnTable<RecallPoint>(
      spreadOver(curve, 21),
      [
        ["reviewed", ({ reviewed }) => reviewed.toFixed(2)],
        ["recall", ({ mean }) => three(mean)],
        ["from", ({ low }) => three(low)],
        ["to", ({ high }) => three(high)],
      ],
      { label: "Recall by work" },
    ),
  });
}

function stoppingTable({ reviews }: ReviewSummary): Html {
  return html`<p>Each review once more, with its share of random draws, until the rule said stop.</p>
${columnTable(
  reviews,
  [
    ["review", ({ trial }) => String(trial + 1)],
    ["work saved at 95 %", ({ wss95 }) => three(wss95)],
    ["reviewed at the stop", ({ work }) => three(work)],
    ["recall at the stop", ({ recall }) => three(recall)],
    ["promise", ({ kept }) => (kept ? "kept" : "broken")],
    ["interval right", ({ covered }) => three(covered)],
  ],
  { label: "Reviews" },
)}`;
}
