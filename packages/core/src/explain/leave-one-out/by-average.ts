import { applyLink } from "../../scorers/link.js";
import { type AveragedScorer, type AverageScorer, sumOf } from "../../scorers/scorer.js";
import type { Examiner } from "./examiner.js";

/**
 * Examines bags for an average of scorers. What a change does to the ranking value is the sum of what it
 * does to the parts. Costs as much as examining the bags with each of them, and all features.
 */
export function averageExaminer(
  { parts, link }: AverageScorer,
  examinerOf: (part: AveragedScorer) => Examiner,
): Examiner {
  const examiners = parts.map(examinerOf);
  return (bags, each) => {
    const found = examiners.map((examiner) => examiner(bags, each));
    const values = sumOf(found.map(({ scores }) => scores()));
    const known = applyLink(link, values);
    return {
      scores: () => known,
      examine(bag) {
        const examined = found.map((part) => part.examine(bag));
        /** How much the score falls if those of the parts do. */
        const falls = (ofParts: readonly Float64Array[]) =>
          applyLink(
            link,
            sumOf(ofParts).map((fall) => values[bag] - fall),
          ).map((score) => known[bag] - score);
        const { size, width } = each[bag].rows;
        return {
          contributions:
            size === 1
              ? new Float64Array(1)
              : falls(examined.map(({ contributions, drops }) => drops?.() ?? contributions)),
          terms: (instance, most) =>
            examined.flatMap(({ terms }) =>
              (terms?.(instance, most) ?? []).map((term) => ({
                ...term,
                effect: falls([Float64Array.of(term.effect)])[0],
              })),
            ),
          // The features that matter most may be others than those of a part: all have to be exact.
          effects: (instance, others) => falls(examined.map(({ effects }) => effects(instance, others, width))),
        };
      },
    };
  };
}
