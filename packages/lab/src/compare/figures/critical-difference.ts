import { count } from "@bagwise/core/base";
import { figure, panel, plotSvg, yAxis } from "@bagwise/report/figures";
import { dataTable, type Html, NOTHING } from "@bagwise/report/page";
import { axisX, dot, gridX, link, ruleY, text } from "@observablehq/plot";
import type { Ink } from "../../report/ink.js";
import type { Comparison, Contest } from "../comparison.js";
import { groupTitle, measureTitle } from "../tables.js";

/** Pixels right of the last rank: room for the number at a mean rank there, then the bars. */
const BESIDE = 42;
const BAR_STEP = 9;

const TITLE = "Mean ranks and critical difference";

/** After Demsar (2006): a panel for each set of cells and measure; nothing for one method. */
export function criticalDifferences(ink: Ink, { contests, arms }: Comparison): Html {
  if (arms.length < 2) return NOTHING;
  return figure({
    id: "critical-difference",
    title: TITLE,
    caption:
      "Rank 1 is the best. A thick bar on the right joins methods whose mean ranks differ by less than the critical difference (CD) of Nemenyi’s test at 5 %: they may be equal. The test treats cells as independent; those of one data set are not quite independent.",
    panels: contests.map((contest) =>
      panelOf(
        ink,
        contest,
        arms.map(({ name }) => name),
      ),
    ),
    numbers: dataTable(
      ["cells of", "measure", "cells", ...arms.map(({ name }) => name), "CD"],
      contests.map(({ group, measure, ranking }) => [
        groupTitle(group),
        measureTitle(measure),
        ranking.cells,
        ...ranking.means.map((mean) => mean.toFixed(2)),
        ranking.criticalDifference?.toFixed(2) ?? "",
      ]),
      { label: TITLE, words: 2 },
    ),
  });
}

/** Runs of arms sorted by mean rank that no critical difference separates, none inside another. */
export function cliques(sorted: readonly number[], difference: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let first = 0; first < sorted.length; first++) {
    let last = first;
    while (last + 1 < sorted.length && sorted[last + 1] - sorted[first] < difference) last++;
    const inside = runs.some(([, end]) => end >= last);
    if (last > first && !inside) runs.push([first, last]);
  }
  return runs;
}

function panelOf(ink: Ink, { group, measure, ranking }: Contest, arms: readonly string[]): Html {
  const { means, criticalDifference: cd, cells } = ranking;
  const rows = arms.map((arm, k) => ({ arm, rank: means[k] })).sort((a, b) => a.rank - b.rank);
  const bars =
    cd === null
      ? []
      : cliques(
          rows.map(({ rank }) => rank),
          cd,
        ).map(([first, last]) => ({ from: rows[first].arm, to: rows[last].arm }));
  const words = rows.map(({ arm, rank }) => `${arm} ${rank.toFixed(2)}`).join(", ");
  const alternative = `Mean ranks over ${count(cells, "cell")}: ${words}. Critical difference ${cd?.toFixed(2) ?? "none"}.`;
  const top = rows[0].arm;
  const picture = plotSvg(ink.document, alternative, {
    height: 22 * rows.length + 62,
    marginTop: 52,
    marginBottom: 4,
    marginLeft: Math.max(...arms.map((arm) => arm.length)) * 6.2 + 14,
    marginRight: BESIDE + BAR_STEP * bars.length,
    x: { domain: [1, arms.length] },
    y: { type: "point", domain: rows.map(({ arm }) => arm), padding: 0.5 },
    marks: [
      gridX({ ticks: arms.map((_, k) => k + 1), stroke: "currentColor", strokeOpacity: 0.13 }),
      axisX({ anchor: "top", ticks: arms.map((_, k) => k + 1), tickFormat: String, label: null, tickSize: 4 }),
      yAxis({ label: null }),
      bars.map(({ from, to }, k) =>
        link([to], {
          x1: arms.length,
          x2: arms.length,
          y1: [from],
          y2: [to],
          dx: BESIDE + BAR_STEP * k,
          stroke: "currentColor",
          strokeWidth: 4,
          strokeLinecap: "round",
        }),
      ),
      rows.map(({ arm, rank }) => {
        const { colour, symbol, className } = ink.look(arm);
        return [
          ruleY([rank], { x1: 1, x2: [rank], y: [arm], stroke: colour, strokeWidth: 1.4, className }),
          dot([rank], { x: [rank], y: [arm], fill: colour, symbol, r: 4.2, className }),
          text([rank], { x: [rank], y: [arm], text: [rank.toFixed(2)], dx: 8, textAnchor: "start", className }),
        ];
      }),
      cd === null
        ? null
        : [
            link([cd], {
              x1: 1,
              x2: [Math.min(1 + cd, arms.length)],
              y1: [top],
              y2: [top],
              dy: -40,
              stroke: "currentColor",
              strokeWidth: 2,
            }),
            text([cd], { x: [1], y: [top], dy: -48, textAnchor: "start", text: [`CD ${cd.toFixed(2)}`] }),
          ],
    ],
  });
  return panel(`${groupTitle(group)}, ${measureTitle(measure)}`, picture, count(cells, "cell"));
}
