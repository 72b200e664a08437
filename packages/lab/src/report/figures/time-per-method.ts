import { decades, figure, panel, powersOfTen, unique } from "@bagwise/report/figures";
import { columnTable, duration, type Html, NOTHING } from "@bagwise/report/page";
import type { Ink } from "../ink.js";
import type { TrainingTime } from "../run-info.js";
import { meanWithRange, rowPlot } from "./row-plot.js";

const TITLE = "Time of one training";

/** Seconds of a training, a panel for each data set; nothing without times. */
export function timePerMethod(ink: Ink, times: readonly TrainingTime[]): Html {
  const rows = times.filter(({ seconds }) => seconds.mean > 0);
  if (rows.length === 0) return NOTHING;
  const domain = decades(rows.flatMap(({ seconds: { mean, sd } }) => [mean - sd, mean, mean + sd]));
  const looks = ink.looks.filter(({ name }) => rows.some(({ method }) => method === name));
  const title = ({ method }: TrainingTime) => ink.look(method).title;
  const panels = unique(rows.map(({ dataset }) => dataset)).map((dataset) => {
    const own = rows.filter((row) => row.dataset === dataset);
    const text = `${ink.titleOf(dataset)}, mean time of one training: ${own.map((row) => `${title(row)} ${duration(row.seconds.mean)}`).join(", ")}.`;
    const picture = rowPlot(ink, {
      text,
      titles: looks.map((look) => look.title),
      marginRight: 22,
      x: { type: "log", domain },
      label: "time, log axis",
      ticks: powersOfTen(domain),
      tickFormat: axisDuration,
      marks: looks.flatMap((look) =>
        meanWithRange(
          own.filter(({ method }) => method === look.name),
          look,
          {
            mean: ({ seconds }) => seconds.mean,
            // A log axis has no zero: a range that reaches it is drawn to the edge.
            range: ({ seconds: { mean, sd } }) => [Math.max(mean - sd, domain[0]), mean + sd],
            r: 4.2,
          },
        ),
      ),
    });
    return panel(ink.titleOf(dataset), picture);
  });
  return figure({
    id: "time-per-method",
    title: TITLE,
    caption: "The symbol is the mean over trainings. The line shows one standard deviation to each side.",
    panels,
    numbers: columnTable(
      rows,
      [
        ["data set", ({ dataset }) => ink.titleOf(dataset)],
        ["method", title],
        ["trainings", ({ trainings }) => trainings],
        ["mean", ({ seconds }) => duration(seconds.mean)],
        ["standard deviation", ({ seconds }) => duration(seconds.sd)],
      ],
      { label: TITLE, words: 2 },
    ),
  });
}

/** A power of ten of seconds without decimals: `1 ms`, `10 s`. */
function axisDuration(seconds: number): string {
  return seconds < 0.9995 ? `${Number((seconds * 1000).toPrecision(3))} ms` : `${seconds} s`;
}
