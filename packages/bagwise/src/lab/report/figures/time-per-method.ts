import { axisX, axisY, dot, gridX, ruleY } from "@observablehq/plot";
import { figure, panel } from "../../../report/figures/figure.js";
import { plotSvg } from "../../../report/figures/plot-svg.js";
import { decades, powersOfTen, unique } from "../../../report/figures/scales.js";
import { dataTable } from "../../../report/page/data-table.js";
import { type Html, NOTHING } from "../../../report/page/html.js";
import { duration } from "../../../report/page/numbers.js";
import type { Ink } from "../ink.js";
import type { TrainingTime } from "../run-info.js";

const TITLE = "Time of one training";

/**
 * Seconds of a training on a log axis, a panel for each data set, a row for each method; nothing
 * without times.
 */
export function timePerMethod(ink: Ink, times: readonly TrainingTime[]): Html {
  const rows = times.filter(({ seconds }) => seconds.mean > 0);
  if (rows.length === 0) return NOTHING;
  const domain = decades(rows.flatMap(({ seconds: { mean, sd } }) => [mean - sd, mean, mean + sd]));
  const looks = ink.looks.filter(({ name }) => rows.some(({ method }) => method === name));
  const titles = looks.map(({ title }) => title);
  const left = Math.max(...titles.map((title) => title.length)) * 6.2 + 14;
  const title = ({ method }: TrainingTime) => ink.look(method).title;
  const panels = unique(rows.map(({ dataset }) => dataset)).map((dataset) => {
    const own = rows.filter((row) => row.dataset === dataset);
    const text = `${ink.titleOf(dataset)}, mean time of one training: ${own.map((row) => `${title(row)} ${duration(row.seconds.mean)}`).join(", ")}.`;
    const picture = plotSvg(ink.document, text, {
      height: 24 * titles.length + 56,
      marginTop: 8,
      marginBottom: 38,
      marginLeft: left,
      marginRight: 22,
      x: { type: "log", domain },
      y: { type: "point", domain: titles, padding: 0.6 },
      marks: [
        gridX({ ticks: powersOfTen(domain), stroke: "currentColor", strokeOpacity: 0.13 }),
        axisX({
          ticks: powersOfTen(domain),
          tickFormat: axisDuration,
          tickSize: 4,
          label: "time, log axis",
          labelAnchor: "center",
          labelArrow: "none",
        }),
        axisY({ tickSize: 0, label: null }),
        looks.flatMap((look) => {
          const one = own.filter(({ method }) => method === look.name);
          const { colour, symbol, className } = look;
          return [
            ruleY(one, {
              y: title,
              // A log axis has no zero: a range that reaches it is drawn to the edge.
              x1: ({ seconds: { mean, sd } }: TrainingTime) => Math.max(mean - sd, domain[0]),
              x2: ({ seconds: { mean, sd } }: TrainingTime) => mean + sd,
              stroke: colour,
              strokeWidth: 2.2,
              className,
            }),
            dot(one, {
              x: ({ seconds }: TrainingTime) => seconds.mean,
              y: title,
              fill: colour,
              symbol,
              r: 4.2,
              className,
            }),
          ];
        }),
      ],
    });
    return panel(ink.titleOf(dataset), picture);
  });
  return figure({
    id: "time-per-method",
    title: TITLE,
    caption: "The symbol is the mean over trainings, the line one standard deviation to either side.",
    panels,
    numbers: dataTable(
      ["data set", "method", "trainings", "mean", "standard deviation"],
      rows.map((row) => [
        ink.titleOf(row.dataset),
        title(row),
        row.trainings,
        duration(row.seconds.mean),
        duration(row.seconds.sd),
      ]),
      { label: TITLE, words: 2 },
    ),
  });
}

/** A power of ten of seconds without decimals: `1 ms`, `10 s`. */
function axisDuration(seconds: number): string {
  return seconds < 0.9995 ? `${Number((seconds * 1000).toPrecision(3))} ms` : `${seconds} s`;
}
