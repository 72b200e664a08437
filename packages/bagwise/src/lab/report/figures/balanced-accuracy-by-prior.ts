import { figure } from "../../../report/figures/figure.js";
import type { Html } from "../../../report/page/html.js";
import type { Summary } from "../../paper/summary.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels } from "./line-panels.js";
import { pointsOf, referenceSpots } from "./points.js";

const TITLE = "Balanced accuracy against the true prior";

/** The mean of the two class recalls: a constant guess has 0.5 whatever the prior. */
export function balancedAccuracyByPrior(ink: Ink, { cells, methods }: Summary): Html {
  const spec = {
    points: pointsOf(cells, ({ balancedAccuracy }) => balancedAccuracy),
    reference: referenceSpots(cells, () => 0.5),
    xLabel: "true prior",
    yLabel: "balanced accuracy",
  };
  return figure({
    id: "balanced-accuracy-by-prior",
    title: TITLE,
    caption:
      "Both classes count the same, so a method on the dashed line decides no better than a constant guess, however high its accuracy. Bands are one standard error.",
    legend: legend(ink, { methods, reference: "constant guess, 0.5" }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, TITLE, spec),
  });
}
