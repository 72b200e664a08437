import type { BagSummary, SizeBin } from "@bagwise/core/bags";
import { count } from "@bagwise/core/base";
import { barY } from "@observablehq/plot";
import { dataTable } from "../page/data-table.js";
import { type Html, NOTHING } from "../page/html.js";
import { figure } from "./figure.js";
import { baseLine, bothWidths, faintGrid, plotSvg, xAxis, yAxis } from "./plot-svg.js";
import { thinned } from "./scales.js";

/** A histogram of the number of instances per bag. Nothing if there are no bags. */
export function bagSizes(document: Document, { histogram, min, max, median }: BagSummary["bagSize"]): Html {
  if (histogram.length === 0) return NOTHING;
  const name = ({ from, to }: SizeBin) => (from === to ? String(from) : `${from}–${to}`);
  const all = histogram.reduce((sum, { bags }) => sum + bags, 0);
  return figure({
    id: "bag-sizes",
    title: "Instances per bag",
    caption: `Bags have ${min} to ${count(max, "instance")}, with a median of ${Number(median.toFixed(1))}.`,
    layout: "whole",
    panels: [
      bothWidths((width) => {
        const ticks = thinned(
          histogram.map((_, k) => k),
          (k) => name(histogram[k]),
          width - 54,
        ).map((k) => name(histogram[k]));
        return plotSvg(document, `Histogram of ${count(all, "bag")} by their number of instances, ${min} to ${max}.`, {
          width,
          height: width < 500 ? 150 : 170,
          marginTop: 24,
          marginLeft: 40,
          marginRight: 14,
          marginBottom: 40,
          x: { type: "band", domain: histogram.map(name), padding: 0.08 },
          marks: [
            faintGrid(3),
            barY(histogram, {
              x: name,
              y: "bags",
              fill: "var(--bar)",
              title: (bin: SizeBin) => `${name(bin)}: ${bin.bags}`,
            }),
            baseLine(),
            xAxis({ ticks, tickSize: 0, label: "instances" }),
            yAxis({ ticks: 3, label: "bags" }),
          ],
        });
      }),
    ],
    numbers: dataTable(
      ["instances", "bags"],
      histogram.map((bin) => [name(bin), bin.bags]),
      { label: "Bags by size" },
    ),
  });
}
