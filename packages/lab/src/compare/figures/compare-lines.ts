import { type Html, html, NOTHING } from "@bagwise/report/page";
import type { AnyProtocol } from "../../draws/draw-spec.js";
import { type BandPoint, lineFigure } from "../../report/figures/line-panels.js";
import { type Ink, protocolTitle } from "../../report/ink.js";
import type { CompareCell } from "../cells.js";
import type { Comparison } from "../comparison.js";

/** Gain over the constant guess against the prior, a panel a data set; nothing without cells. */
export function gainByPrior(ink: Ink, comparison: Comparison, protocol: AnyProtocol): Html {
  const cells = oneSize(comparison.cells.filter(({ group }) => group === protocol));
  if (cells.length === 0) return NOTHING;
  const points = cells.map(({ dataset, arm, prior, gain }): BandPoint => {
    // A single trial has a value but no standard error.
    const { mean, se } = { ...gain, se: gain.se ?? 0 };
    return { dataset, protocol, method: arm, x: prior, y: mean, low: mean - se, high: mean + se };
  });
  return lineFigure(ink, {
    id: `gain-${protocol}`,
    title: `Gain over the constant guess, ${protocolTitle(protocol)}`,
    caption: `Accuracy minus that of the constant guess on the same test bags. Below the dashed line, a method is worse than the constant guess. ${cells.some(({ gain }) => gain.se === null) ? "With one trial per cell there are no bands." : "Bands are one standard error over trials."}${sizeNote(comparison.cells, cells)}`,
    points,
    reference: points.map((point) => ({ ...point, y: 0 })),
    dashed: "constant guess",
    xLabel: "prior",
    yLabel: "gain in accuracy",
  });
}

/** The prior used against the true one, a figure a protocol; nothing when all knew it. */
export function priorIntervals(ink: Ink, { cells, groups }: Comparison): Html {
  return html`${groups.map((group) => {
    const own = cells.filter((cell) => cell.group === group && cell.priorUse !== null && !cell.arm.endsWith("@true"));
    return group === "families" ? NOTHING : priorFigure(ink, group, oneSize(own));
  })}`;
}

function priorFigure(ink: Ink, protocol: AnyProtocol, cells: readonly CompareCell[]): Html {
  if (cells.length === 0) return NOTHING;
  const points = cells.flatMap(({ dataset, arm, prior, priorUse }): BandPoint[] => {
    if (priorUse === null) return [];
    const { used, intervals } = priorUse;
    const [low, high] =
      intervals === null ? [used.mean - used.sd, used.mean + used.sd] : [intervals.low, intervals.high];
    return [{ dataset, protocol, method: arm, x: prior, y: used.mean, low, high }];
  });
  return lineFigure(ink, {
    id: `prior-${protocol}`,
    title: `Prior and interval, ${protocolTitle(protocol)}`,
    caption:
      "On the dashed diagonal, a method used the true prior. Bands run from the mean lower to the mean upper end of its intervals. For a method without intervals they are one standard deviation over trials.",
    points,
    reference: points.map((point) => ({ ...point, y: point.x })),
    dashed: "true prior",
    xLabel: "true prior",
    yLabel: "prior used",
  });
}

/** The cells with the smallest number of labelled bags, where there are several numbers. */
function oneSize(cells: readonly CompareCell[]): CompareCell[] {
  const size = Math.min(...cells.map(({ labeled }) => labeled));
  return cells.filter(({ labeled }) => labeled === size);
}

function sizeNote(all: readonly CompareCell[], shown: readonly CompareCell[]): string {
  const several = new Set(all.filter(({ group }) => group === shown[0].group).map(({ labeled }) => labeled)).size > 1;
  return several ? ` Cells with ${shown[0].labeled} labelled bags.` : "";
}
