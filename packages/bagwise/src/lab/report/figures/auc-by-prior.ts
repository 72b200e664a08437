import { figure } from "../../../report/figures/figure.js";
import type { Html } from "../../../report/page/html.js";
import type { Summary } from "../../paper/summary.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels } from "./line-panels.js";
import { pointsOf, referenceSpots } from "./points.js";

const TITLE = "AUC against the true prior";

/** The area under the ROC curve: how well a method ranks, whatever prior it believes in. */
export function aucByPrior(ink: Ink, { cells, methods }: Summary): Html {
  const spec = {
    points: pointsOf(cells, ({ auc }) => auc),
    reference: referenceSpots(cells, () => 0.5),
    xLabel: "true prior",
    yLabel: "AUC",
  };
  return figure({
    id: "auc-by-prior",
    title: TITLE,
    caption:
      "How well the scores rank positives above negatives. A line that stays high here while its accuracy falls has a wrong threshold, not a wrong order. Bands are one standard error.",
    legend: legend(ink, { methods, reference: "random order, 0.5" }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, TITLE, spec),
  });
}
