import { areaY, dot, gridX, lineY, text } from "@observablehq/plot";
import type { Html } from "../page/html.js";
import { baseLine, faintGrid, plotSvg, xAxis, yAxis } from "./plot-svg.js";

/** A point of a curve with its confidence band. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

interface CurveParts {
  /** Ascending in x. Points whose y is NaN are gaps. */
  readonly points: readonly CurvePoint[];
  /** The line for a random ranking, from the left end to the right end. */
  readonly chance: readonly [{ readonly x: number; readonly y: number }, { readonly x: number; readonly y: number }];
  /** The position of the threshold on the curve. Null if unknown. */
  readonly mark: { readonly x: number; readonly y: number } | null;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xMost: number;
  readonly yMost: number;
}

/** The curve with its band, the random line (dashed) and the threshold as a dot with a ring. */
export function curvePicture(document: Document, alternative: string, parts: CurveParts): Html {
  const { points, chance, mark, xLabel, yLabel, xMost, yMost } = parts;
  const shown = points.filter(({ y }) => Number.isFinite(y));
  const left = mark !== null && mark.x > xMost * 0.6;
  return plotSvg(document, alternative, {
    width: 400,
    height: 330,
    marginTop: 26,
    marginLeft: 40,
    marginRight: 14,
    marginBottom: 40,
    x: { domain: [0, xMost] },
    y: { domain: [0, yMost] },
    marks: [
      faintGrid(5),
      gridX({ ticks: 5, stroke: "currentColor", strokeOpacity: 0.07 }),
      baseLine(),
      areaY(shown, { x: "x", y1: "low", y2: "high", fill: "var(--m0)", fillOpacity: 0.18 }),
      lineY(chance, { x: "x", y: "y", stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.5 }),
      lineY(shown, { x: "x", y: "y", stroke: "var(--m0)", strokeWidth: 2.2 }),
      ...(mark === null
        ? []
        : [
            dot([mark], { x: "x", y: "y", r: 5.5, fill: "var(--m1)", stroke: "var(--page)", strokeWidth: 2 }),
            text([mark], {
              x: "x",
              y: "y",
              text: () => "threshold",
              textAnchor: left ? "end" : "start",
              dx: left ? -9 : 9,
              dy: mark.y > yMost * 0.9 ? 14 : -9,
              fontWeight: 600,
              stroke: "var(--page)",
              strokeWidth: 4,
              fill: "currentColor",
            }),
          ]),
      xAxis({ ticks: 5, tickFormat: String, label: xLabel }),
      yAxis({ ticks: 5, tickFormat: String, label: yLabel }),
    ],
  });
}

/** At most `most` rows, evenly spaced. Includes the first and the last. */
export function spreadOver<T>(rows: readonly T[], most: number): T[] {
  if (rows.length <= most) return [...rows];
  return Array.from({ length: most }, (_, k) => rows[Math.round((k * (rows.length - 1)) / (most - 1))]);
}

/** Linear interpolation of the points at x. Constant beyond both ends. NaN without points. */
export function heightAt(points: readonly { readonly x: number; readonly y: number }[], x: number): number {
  const after = points.findIndex((point) => point.x >= x);
  if (after === -1) return points.at(-1)?.y ?? Number.NaN;
  if (after === 0) return points[0].y;
  const [a, b] = [points[after - 1], points[after]];
  return b.x > a.x ? a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) : b.y;
}
