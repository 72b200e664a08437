import { plotSvg, xAxis, yAxis } from "@bagwise/report/figures";
import type { Html } from "@bagwise/report/page";
import { dot, gridX, type Markish, type PlotOptions, ruleY } from "@observablehq/plot";
import type { Ink, Look } from "../ink.js";

interface RowPlot {
  /** The picture in words. */
  readonly text: string;
  /** The rows, from the top. */
  readonly titles: readonly string[];
  readonly x: NonNullable<PlotOptions["x"]>;
  /** What the x axis shows. */
  readonly label: string;
  /** Default 5. */
  readonly ticks?: number | readonly number[];
  readonly tickFormat?: (value: number) => string;
  /** Marks behind the axes, and in front of them. */
  readonly behind?: Markish;
  readonly marks: Markish;
  /** Whether rows are close together. Default no. */
  readonly compact?: boolean;
  /** The mean width of a letter of a title. Default 6.2. */
  readonly letter?: number;
  readonly marginRight: number;
}

/** A plot with a row for each title, and numbers along the x axis. */
export function rowPlot({ document }: Ink, plot: RowPlot): Html {
  const { text, titles, x, label, ticks = 5, tickFormat, behind = null, marks, marginRight } = plot;
  const { compact = false, letter = 6.2 } = plot;
  return plotSvg(document, text, {
    height: compact ? 22 * titles.length + 50 : 24 * titles.length + 56,
    marginTop: compact ? 6 : 8,
    marginBottom: compact ? 36 : 38,
    marginLeft: Math.max(...titles.map((title) => title.length)) * letter + 14,
    marginRight,
    x,
    y: { type: "point", domain: titles, padding: 0.6 },
    marks: [
      gridX({ ticks, stroke: "currentColor", strokeOpacity: 0.13 }),
      behind,
      xAxis({ ticks, ...(tickFormat && { tickFormat }), label }),
      yAxis({ label: null }),
      marks,
    ],
  });
}

/** The symbol of a method at a mean, in the row of the method, and a line for the range around it. */
export function meanWithRange<T>(
  rows: readonly T[],
  { title, colour, symbol, className }: Look,
  { mean, range, r }: { mean: (row: T) => number; range: (row: T) => readonly [number, number]; r: number },
): Markish[] {
  const y = () => title;
  return [
    ruleY(rows, {
      y,
      x1: (row: T) => range(row)[0],
      x2: (row: T) => range(row)[1],
      stroke: colour,
      strokeWidth: 2.2,
      className,
    }),
    dot(rows, { x: mean, y, fill: colour, symbol, r, className }),
  ];
}
