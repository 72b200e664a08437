import { figure, panel, stepped, unique } from "@bagwise/report/figures";
import { columnTable, type Html, NOTHING, plain, signed, three } from "@bagwise/report/page";
import { dot, ruleX } from "@observablehq/plot";
import { rowPlot } from "../../report/figures/row-plot.js";
import type { Ink } from "../../report/ink.js";
import { meanOf } from "../../trials/spread.js";
import { comparedCells } from "../differences.js";
import type { ExperimentCell, ExperimentSummary } from "../summary.js";

const TITLE = "Differences from the printed table";

type Row = ReturnType<typeof rowOf>[number];

/** How many trials each printed mean is over. */
const PRINTED_TRIALS = 20;

/** Our accuracy minus the printed one, a panel a method; nothing where none is printed. */
export function differenceToPrint(ink: Ink, { cells }: ExperimentSummary): Html {
  const rows = comparedCells(cells).flatMap(rowOf);
  if (rows.length === 0) return NOTHING;
  const sizes = rows.map(({ difference }) => Math.abs(difference));
  const reach = Math.max(...stepped(sizes, 0.05));
  const titles = unique(rows.map(({ dataset }) => ink.titleOf(dataset)));
  const panels = ink.looks.flatMap((look) => {
    const own = rows.filter(({ method }) => method === look.name);
    if (own.length === 0) return [];
    const mean = meanOf(own.map(({ difference }) => Math.abs(difference)));
    const largest = own.reduce((worst, row) => (Math.abs(row.difference) > Math.abs(worst.difference) ? row : worst));
    // The mean absolute value of a normal variable is sqrt(2 / pi) of its standard deviation.
    const chance = meanOf(own.map(({ error }) => error)) * Math.sqrt(2 / Math.PI);
    const note = `mean ${three(mean)} (by chance ${three(chance)}), largest ${signed(largest.difference)}`;
    const text = `${look.title}: mean absolute difference from the printed accuracies ${three(mean)} over ${own.length} cells, ${three(chance)} expected by chance, the largest ${signed(largest.difference)} on ${ink.titleOf(largest.dataset)} at prior ${plain(largest.prior)}.`;
    const picture = rowPlot(ink, {
      text,
      titles,
      letter: 6.5,
      marginRight: 20,
      x: { domain: [-reach, reach] },
      label: "ours minus printed",
      tickFormat: axisNumber,
      behind: ruleX([0], { stroke: "var(--guess)", strokeWidth: 1.4 }),
      marks: dot(own, {
        x: "difference",
        y: (row: Row) => ink.titleOf(row.dataset),
        symbol: look.symbol,
        fill: look.colour,
        fillOpacity: 0.75,
        r: 3.6,
        title: (row: Row) => `${ink.titleOf(row.dataset)} at ${plain(row.prior)}: ${signed(row.difference)}`,
      }),
    });
    return [panel(look.title, picture, note)];
  });
  return figure({
    id: "difference-to-print",
    title: TITLE,
    caption:
      "One symbol for each data set and prior. Right of the line, our run is better than the printed result. In brackets after the mean absolute difference: what two runs of the same program would differ by chance, given both standard deviations.",
    panels,
    numbers: columnTable(
      rows,
      [
        ["data set", ({ dataset }) => ink.titleOf(dataset)],
        ["method", ({ method }) => ink.look(method).title],
        ["true prior", ({ prior }) => plain(prior)],
        ["ours", ({ ours }) => three(ours)],
        ["printed", ({ printed }) => three(printed)],
        ["difference", ({ difference }) => signed(difference)],
      ],
      { label: TITLE, words: 2 },
    ),
  });
}

function rowOf({ dataset, prior, method, accuracy, printed, trials }: ExperimentCell) {
  if (printed === undefined) return [];
  const difference = accuracy.mean - printed.mean;
  // The standard error of the difference of the two means.
  const error = Math.sqrt(accuracy.sd ** 2 / trials + printed.sd ** 2 / PRINTED_TRIALS);
  return [{ dataset, prior, method, ours: accuracy.mean, printed: printed.mean, difference, error }];
}

/** `+0.1`, `−0.05`, `0`. */
function axisNumber(value: number): string {
  const text = plain(Math.abs(value));
  return value === 0 ? "0" : `${value < 0 ? "−" : "+"}${text}`;
}
