import type { Label } from "../../bags/label.js";
import type { AuditDesign } from "./design.js";
import type { AuditCell } from "./interval.js";

/**
 * The cells that an audit is estimated from: the strata, from the highest scores to the lowest. A
 * stratum that the decision threshold divides, as there is in an audit of very few bags, becomes
 * two: given how many of its drawn bags fell on each side, those of a side are a random sample of
 * that side (post-stratification).
 */
export function cellsOf(design: AuditDesign, answers: ReadonlyMap<string, Label>): AuditCell[] {
  return design.strata.flatMap(({ size, predictedPositive }, stratum) => {
    const own = design.bags.filter((bag) => bag.stratum === stratum && answers.has(bag.bag));
    const side = (above: boolean, bags: number): AuditCell[] => {
      const reviewed = own.filter(({ predicted }) => (predicted === "positive") === above);
      const positive = reviewed.filter(({ bag }) => answers.get(bag) === "positive").length;
      return bags === 0 ? [] : [{ size: bags, called: above, reviewed: reviewed.length, positive }];
    };
    return [...side(true, predictedPositive), ...side(false, size - predictedPositive)];
  });
}

/**
 * A guess for a cell without an answer: the share of positives in the nearest one that has some,
 * the one above of two.
 */
export function nearestShare(cells: readonly AuditCell[], h: number): number {
  const known = cells.map((cell, k) => ({ ...cell, distance: Math.abs(k - h) })).filter((cell) => cell.reviewed > 0);
  const nearest = known.reduce((best, cell) => (cell.distance < best.distance ? cell : best));
  return nearest.positive / nearest.reviewed;
}
