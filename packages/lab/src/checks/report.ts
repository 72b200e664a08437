import { count } from "@bagwise/core/base";
import { html, page } from "@bagwise/report/page";
import { inkOf } from "../report/ink.js";
import { reproduce, runSection } from "../report/reproduce.js";
import type { RunInfo } from "../report/run-info.js";
import { methodList, tableSection } from "../report/sections.js";
import { CHECKS } from "./checks.js";
import { describeCheckMethod } from "./method.js";
import type { CheckSummary } from "./summary.js";
import { checksHeadline, checksTables, drawnText } from "./tables.js";

/**
 * The report of the checks: one HTML file that loads nothing and runs no script. Only
 * `<section id="run">` differs from run to run.
 */
export function checksReport(
  summary: CheckSummary,
  run: RunInfo,
  { document }: { readonly document: Document },
): string {
  const { methods, checks, repeats, seed } = summary;
  const ink = inkOf(
    document,
    methods.map((name) => ({ name })),
    CHECKS,
  );
  const [verdicts, ...figures] = checksTables(summary);
  return page({
    title: "Checks of methods",
    kicker: `bagwise ${run.version}, experiment checks`,
    subtitle: `${count(checks.length, "check")}; ${count(methods.length, "method")}; ${count(repeats, "repeat")}; seed ${seed}`,
    lead: html`<div class="lead"><p>${checksHeadline(summary)}</p></div>
${tableSection(verdicts)}`,
    sections: [
      { id: "figures", title: "Figures", content: html`${figures.map(tableSection)}` },
      { id: "bags", title: "The bags", content: html`<p>${drawnText()}</p>` },
      { id: "methods", title: "The methods", content: methodList(methods, describeCheckMethod) },
      { id: "reproduce", title: "How to make it again", content: reproduce(run) },
    ],
    last: { id: "run", title: "This run", content: runSection(ink, run) },
    rules: "",
  });
}
