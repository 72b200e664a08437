import { baseLine, faintGrid, plotSvg, xAxis, yAxis } from "@bagwise/report/figures";
import { areaY, dot, gridX, lineY, ruleX, text } from "@observablehq/plot";

/** Positives found against bags reviewed. Loaded with Plot when a figure is shown. */
export interface FoundCurve {
  /** Whether each reviewed bag was positive, in order. */
  readonly finds: readonly boolean[];
  readonly pool: number;
  /** All positives: as far as they are known, or expected. */
  readonly total: number;
  /** What may be found yet, with an interval; null if nothing is known. */
  readonly left: { readonly low: number; readonly high: number } | null;
  /** Where the rule stopped. */
  readonly stop: number | null;
  readonly alternative: string;
}

/** The steps of the curve, at most so many. */
const MOST = 400;

/** The curve so far, the line of a random order, and what is expected at the end. As SVG. */
export function foundCurve(document: Document, width: number, parts: FoundCurve): string {
  const { finds, pool, total, left, stop, alternative } = parts;
  const steps: { x: number; y: number }[] = [{ x: 0, y: 0 }];
  let found = 0;
  const every = Math.max(1, Math.floor(finds.length / MOST));
  for (const [k, positive] of finds.entries()) {
    if (positive) found++;
    if ((k + 1) % every === 0 || k === finds.length - 1) steps.push({ x: k + 1, y: found });
  }
  const end =
    left === null
      ? []
      : [
          { x: finds.length, low: found, high: found },
          { x: pool, low: found + left.low, high: found + left.high },
        ];
  const most = Math.max(1, total, found, ...end.map(({ high }) => Math.min(high, 3 * Math.max(total, 1))));
  return (
    plotSvg(document, alternative, {
      width,
      height: width < 500 ? 250 : 300,
      marginTop: 26,
      marginLeft: 40,
      marginRight: 16,
      marginBottom: 40,
      x: { domain: [0, Math.max(1, pool)] },
      y: { domain: [0, most * 1.05], clamp: true },
      marks: [
        faintGrid(5),
        gridX({ ticks: 5, stroke: "currentColor", strokeOpacity: 0.07 }),
        baseLine(),
        areaY(end, { x: "x", y1: "low", y2: "high", fill: "var(--m0)", fillOpacity: 0.12 }),
        lineY(
          [
            { x: 0, y: 0 },
            { x: pool, y: total },
          ],
          { x: "x", y: "y", stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.5 },
        ),
        lineY(steps, { x: "x", y: "y", stroke: "var(--m0)", strokeWidth: 2.4, curve: "step-after" }),
        ...(stop === null
          ? []
          : [
              ruleX([stop], { stroke: "var(--m1)", strokeWidth: 2, strokeDasharray: "2 3" }),
              text([stop], {
                x: (d) => d,
                frameAnchor: "top",
                text: () => "the rule stops",
                dy: -12,
                fontWeight: 600,
                fill: "currentColor",
                textAnchor: stop > pool * 0.7 ? "end" : "start",
              }),
            ]),
        dot(steps.slice(-1), { x: "x", y: "y", r: 4.5, fill: "var(--m0)", stroke: "var(--page)", strokeWidth: 2 }),
        xAxis({ ticks: width < 500 ? 4 : 6, label: "bags reviewed" }),
        yAxis({ ticks: 5, label: "positives found" }),
      ],
    })
      // The picture has words of its own; its parts need none.
      .text.replace(/<g aria-label="[^"]*"/g, "<g")
  );
}
