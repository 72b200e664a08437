import { figure } from "../../../report/figures/figure.js";
import { type Html, NOTHING } from "../../../report/page/html.js";
import type { Summary } from "../../paper/summary.js";
import type { Ink } from "./ink.js";
import { legend } from "./legend.js";
import { lineNumbers } from "./line-numbers.js";
import { linePanels } from "./line-panels.js";
import { pointsOf, referenceSpots } from "./points.js";

const TITLE = "Estimated against true prior";

/** The prior that methods used against the true one; nothing when no method used one. */
export function estimatedPrior(ink: Ink, { cells, methods }: Summary): Html {
  const using = cells.filter(({ usedPrior }) => usedPrior !== null);
  if (using.length === 0) return NOTHING;
  const spec = {
    points: pointsOf(using, ({ usedPrior }) => usedPrior, { band: "deviation" }),
    reference: referenceSpots(using, ({ prior }) => prior),
    xLabel: "true prior",
    yLabel: "prior used",
  };
  return figure({
    id: "estimated-prior",
    title: TITLE,
    caption:
      "On the dashed diagonal the prior that a method used is the true one; below it the method expects too few positives. Bands are one standard deviation over trials.",
    legend: legend(ink, {
      methods: methods.filter((name) => using.some(({ method }) => method === name)),
      reference: "true prior",
    }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, TITLE, spec),
  });
}
