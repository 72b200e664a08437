import { count } from "@bagwise/core/base";
import { type Html, html, listed, page } from "@bagwise/report/page";
import { describeMethods } from "../methods/arm.js";
import { methodSwitches, switchRules } from "../report/figures/legend.js";
import { inkOf } from "../report/ink.js";
import { reproduce, runSection } from "../report/reproduce.js";
import type { RunInfo } from "../report/run-info.js";
import { noteList, tableSection } from "../report/sections.js";
import type { Comparison } from "./comparison.js";
import { gainByPrior, priorIntervals } from "./figures/compare-lines.js";
import { criticalDifferences } from "./figures/critical-difference.js";
import { gainByFamily } from "./figures/gain-by-family.js";
import { reliabilityDiagrams } from "./figures/reliability-diagrams.js";
import { compareHeadline } from "./headline.js";
import { type ComparisonTable, comparisonTables } from "./tables.js";

/**
 * The report of a comparison: one HTML file that loads nothing and runs no script. Only `<section
 * id="run">` differs from run to run. Costs about a second for some hundred cells.
 */
export function compareReport(
  comparison: Comparison,
  run: RunInfo,
  { document }: { readonly document: Document },
): string {
  const ink = inkOf(document, comparison.arms, comparison.data);
  const tables = (...ids: ComparisonTable["id"][]) =>
    html`${comparisonTables(comparison)
      .filter(({ id }) => ids.includes(id))
      .map(tableSection)}`;
  return page({
    title: "Methods compared",
    kicker: `bagwise ${run.version}, experiment compare`,
    subtitle: sizeOf(comparison),
    lead: html`${methodSwitches(ink)}${compareHeadline(comparison)}${noteList(run)}
${tables("glance", "target")}`,
    sections: [
      { id: "ranks", title: "Ranks", content: html`${criticalDifferences(ink, comparison)}${tables("ranks")}` },
      {
        id: "gain",
        title: "Gain over the constant guess",
        content: html`${comparison.groups.map((group) => (group === "families" ? gainByFamily(ink, comparison) : gainByPrior(ink, comparison, group)))}`,
      },
      { id: "prior", title: "The prior", content: html`${priorIntervals(ink, comparison)}${tables("prior")}` },
      ...(comparison.reliability.length === 0
        ? []
        : [{ id: "probabilities", title: "The probabilities", content: reliabilityDiagrams(ink, comparison) }]),
      { id: "pairs", title: "One against another", content: tables("reference", "duels") },
      { id: "cells", title: "Cells", content: tables("cells") },
      { id: "methods", title: "The methods", content: armList(comparison) },
      { id: "reproduce", title: "How to make it again", content: reproduce(run) },
    ],
    last: { id: "run", title: "This run", content: runSection(ink, run) },
    rules: switchRules(ink),
  });
}

/** Every method once, and what it is told in each of its arms. */
function armList({ arms }: Comparison): Html {
  return html`<dl>${describeMethods(arms).map(
    ({
      text,
      arms: own,
    }) => html`<dt>${own.map(({ name }, k) => html`${k === 0 ? "" : ", "}<code>${name}</code>`)}</dt><dd>${text}.${own.map(
      ({ name, told }) => html`<br><code>${name}</code>: ${told}.`,
    )}</dd>
`,
  )}</dl>`;
}

/** `5 data sets, 2 protocols, 3 methods, 20 trials each, seed 1`. */
function sizeOf({ data, groups, arms, trials, seeds }: Comparison): string {
  return [
    count(data.length, "data set"),
    `${listed(groups)}`,
    count(arms.length, "method"),
    `${count(trials, "trial")} each`,
    `${seeds.length === 1 ? "seed" : "seeds"} ${listed(seeds.map(String))}`,
  ].join("; ");
}
