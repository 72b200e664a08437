import { figure } from "../../../report/figures/figure.js";
import { type Html, html, NOTHING } from "../../../report/page/html.js";
import type { CompareCell, Comparison } from "../../compare/comparison.js";
import { protocolTitle } from "../looks.js";
import { oneSize } from "./gain-by-prior.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels, type Point } from "./line-panels.js";

/**
 * The prior that methods used against the true one, with the mean of their intervals, a figure for
 * each protocol; nothing when all were told the truth.
 */
export function priorIntervals(ink: Ink, { cells, groups }: Comparison): Html {
  return html`${groups.map((group) =>
    group === "families"
      ? NOTHING
      : oneFigure(
          ink,
          group,
          oneSize(
            cells.filter((cell) => cell.group === group && cell.priorUse !== null && !cell.arm.endsWith("@true")),
          ),
        ),
  )}`;
}

function oneFigure(ink: Ink, protocol: CompareCell["protocol"], cells: readonly CompareCell[]): Html {
  if (cells.length === 0) return NOTHING;
  const points = cells.flatMap(({ dataset, arm, prior, priorUse }): Point[] => {
    if (priorUse === null) return [];
    const { used, intervals } = priorUse;
    const [low, high] =
      intervals === null ? [used.mean - used.sd, used.mean + used.sd] : [intervals.low, intervals.high];
    return [{ dataset, protocol, method: arm, x: prior, y: used.mean, low, high }];
  });
  const spec = {
    points,
    reference: points.map((point) => ({ ...point, y: point.x })),
    xLabel: "true prior",
    yLabel: "prior used",
  };
  const title = `Prior and interval, ${protocolTitle(protocol)}`;
  return figure({
    id: `prior-${protocol}`,
    title,
    caption:
      "On the dashed diagonal the prior that a method used is the true one. Bands go from the mean lower to the mean upper end of its intervals; for a method without intervals they are one standard deviation over trials.",
    legend: legend(ink, {
      methods: ink.looks.map(({ name }) => name).filter((name) => cells.some(({ arm }) => arm === name)),
      reference: "true prior",
    }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, title, spec),
  });
}
