import type { Measure, PuMeasures } from "@bagwise/core/scores";
import { areaY, dot, lineY, ruleX } from "@observablehq/plot";
import { dataTable } from "../page/data-table.js";
import type { Html } from "../page/html.js";
import { plain, two, withInterval } from "../page/numbers.js";
import { figure, panel } from "./figure.js";
import { faintGrid, plotSvg, xAxis, yAxis } from "./plot-svg.js";

export interface PriorSetting {
  readonly prior: number;
  readonly measures: PuMeasures;
}

/** The measures that depend on the prior. */
const SHOWN = [
  ["precision", "Precision"],
  ["accuracy", "Accuracy"],
  ["auc", "AUC"],
] as const;

/** How the measures change with the prior, one small chart each; `settings` are ascending. */
export function sensitivityFigure(document: Document, settings: readonly PriorSetting[], used: number | null): Html {
  const priors = settings.map(({ prior }) => prior);
  const [low, high] = [priors[0], priors[priors.length - 1]];
  const room = high > low ? (high - low) * 0.05 : 0.05;
  const domain = [Math.max(0, low - room), Math.min(1, high + room)];
  return figure({
    id: "sensitivity",
    title: used === null ? "The measures for different priors" : "If the prior were different",
    caption: `The measures from the same held-out scores, for priors from ${two(low)} to ${two(high)}. You can trust a flat line even if the prior is uncertain, but not a steep one. Recall does not depend on the prior.`,
    layout: "three",
    panels: SHOWN.map(([name, title]) => {
      const rows = settings.map(({ prior, measures }) => ({ prior, ...measures[name] }));
      const shown = rows.filter(({ value }) => Number.isFinite(value));
      const alternative =
        shown.length === 0
          ? `${title} is not defined at any of ${priors.length} priors.`
          : `${title} from ${two(shown[0].value)} at prior ${two(shown[0].prior)} to ${two(shown[shown.length - 1].value)} at prior ${two(shown[shown.length - 1].prior)}.`;
      return panel(
        title,
        plotSvg(document, alternative, {
          width: 260,
          height: 190,
          marginTop: 12,
          marginLeft: 32,
          marginRight: 12,
          marginBottom: 38,
          x: { domain },
          y: { domain: [0, 1] },
          marks: [
            faintGrid(5),
            areaY(shown, { x: "prior", y1: "low", y2: "high", fill: "var(--m0)", fillOpacity: 0.16 }),
            lineY(shown, { x: "prior", y: "value", stroke: "var(--m0)", strokeWidth: 1.8 }),
            dot(shown, {
              x: "prior",
              y: "value",
              r: 2.4,
              fill: "var(--m0)",
              title: (row: Measure & { prior: number }) => `${title} ${withInterval(row)} at prior ${two(row.prior)}`,
            }),
            used === null || used < domain[0] || used > domain[1]
              ? null
              : ruleX([used], { stroke: "currentColor", strokeWidth: 1.4, strokeDasharray: "5 3" }),
            xAxis({ ticks: 4, tickFormat: plain, label: "prior" }),
            yAxis({ ticks: 5, label: null }),
          ],
        }),
      );
    }),
    numbers: dataTable(
      [
        "prior",
        ...SHOWN.map(([, title]) => title.replace(/^[PA](?=[a-z])/, (letter) => letter.toLowerCase())),
        "recall",
        "rate",
      ],
      settings.map(({ prior, measures }) => [
        two(prior),
        ...SHOWN.map(([name]) => withInterval(measures[name])),
        withInterval(measures.recall),
        withInterval(measures.positiveRate),
      ]),
      { label: "Measures by prior" },
    ),
  });
}
