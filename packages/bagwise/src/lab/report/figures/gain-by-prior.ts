import { figure } from "../../../report/figures/figure.js";
import { type Html, NOTHING } from "../../../report/page/html.js";
import type { CompareCell, Comparison } from "../../compare/comparison.js";
import type { AnyProtocol } from "../../data/protocol.js";
import { protocolTitle } from "../looks.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels, type Point } from "./line-panels.js";

/**
 * Accuracy minus that of the constant guess against the prior, a panel for each data set; nothing
 * for a protocol without cells.
 */
export function gainByPrior(ink: Ink, comparison: Comparison, protocol: AnyProtocol): Html {
  const cells = oneSize(comparison.cells.filter(({ group }) => group === protocol));
  if (cells.length === 0) return NOTHING;
  const points = cells.map(({ dataset, arm, prior, gain }): Point => {
    // Of a single trial nothing is known but its value.
    const { mean, se } = { ...gain, se: gain.se ?? 0 };
    return { dataset, protocol, method: arm, x: prior, y: mean, low: mean - se, high: mean + se };
  });
  const spec = {
    points,
    reference: points.map((point) => ({ ...point, y: 0 })),
    xLabel: "prior",
    yLabel: "gain in accuracy",
  };
  const title = `Gain over the constant guess, ${protocolTitle(protocol)}`;
  return figure({
    id: `gain-${protocol}`,
    title,
    caption: `Accuracy minus that of the constant guess on the same test bags. Below the dashed line a method is worse than no method. ${cells.some(({ gain }) => gain.se === null) ? "With one trial a cell there are no bands." : "Bands are one standard error over trials."}${sizeNote(comparison.cells, cells)}`,
    legend: legend(ink, { methods: ink.looks.map(({ name }) => name), reference: "constant guess" }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, title, spec),
  });
}

/** The cells with the smallest number of labelled bags, where there are several numbers. */
export function oneSize(cells: readonly CompareCell[]): CompareCell[] {
  const size = Math.min(...cells.map(({ labeled }) => labeled));
  return cells.filter(({ labeled }) => labeled === size);
}

function sizeNote(all: readonly CompareCell[], shown: readonly CompareCell[]): string {
  const several = new Set(all.filter(({ group }) => group === shown[0].group).map(({ labeled }) => labeled)).size > 1;
  return several ? ` Cells with ${shown[0].labeled} labelled bags.` : "";
}
