import { figure } from "../../../report/figures/figure.js";
import type { Html } from "../../../report/page/html.js";
import type { Summary } from "../../paper/summary.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels } from "./line-panels.js";
import { pointsOf, printedSpots, referenceSpots } from "./points.js";

const TITLE = "Accuracy against the true prior";

/**
 * Accuracy against the class prior, with the paper's printed values and the constant guess: the
 * paper's table as a picture.
 */
export function accuracyByPrior(ink: Ink, { cells, methods }: Summary): Html {
  const spec = {
    points: pointsOf(cells, ({ accuracy }) => accuracy),
    printed: printedSpots(ink, cells),
    reference: referenceSpots(cells, ({ constantGuess }) => constantGuess),
    xLabel: "true prior",
    yLabel: "accuracy",
  };
  const printed = spec.printed.length > 0;
  return figure({
    id: "accuracy-by-prior",
    title: TITLE,
    caption: `Below the dashed line a method is worse than always giving the more frequent answer.${
      printed ? " Where a filled symbol sits inside the hollow one, the run agrees with the paper." : ""
    } Bands are one standard error of the mean over trials.`,
    legend: legend(ink, { methods, printed, reference: "constant guess" }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, TITLE, spec),
  });
}
