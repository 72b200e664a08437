import { figure } from "../../../report/figures/figure.js";
import type { Html } from "../../../report/page/html.js";
import { listed, plain } from "../../../report/page/numbers.js";
import type { Summary } from "../../paper/summary.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels } from "./line-panels.js";
import { pointsOf, referenceSpots } from "./points.js";

/**
 * Accuracy against the number of labelled bags: the paper's second figure. One figure for each
 * prior of the sweep.
 */
export function accuracyByLabels(ink: Ink, { cells, methods, priors }: Summary): Html[] {
  return priors.map((prior, i) => {
    const own = cells.filter((cell) => cell.prior === prior);
    const x = ({ labeled }: { labeled: number }) => labeled;
    const title = `Accuracy against the number of labelled bags, prior ${plain(prior)}`;
    const spec = {
      points: pointsOf(own, ({ accuracy }) => accuracy, { x }),
      reference: referenceSpots(own, ({ constantGuess }) => constantGuess, x),
      xLabel: "labelled bags",
      yLabel: "accuracy",
    };
    return figure({
      id: i === 0 ? "accuracy-by-labels" : `accuracy-by-labels-${i + 1}`,
      title,
      caption: `What more labelled bags bring to ${listed(ink.looks.filter(({ name }) => methods.includes(name)).map((look) => look.title))}; the unlabeled bags stay the same in number. Bands are one standard error.`,
      legend: legend(ink, { methods, reference: "constant guess" }),
      panels: linePanels(ink, spec),
      numbers: lineNumbers(ink, title, spec),
    });
  });
}
