import { matrix } from "../../linalg/matrix.js";
import { expand, type InstanceScorer, pooled, project, scoreInstances } from "../../scorers/scorer.js";
import type { Examiner } from "./examiner.js";

/** The maximum number of changed values held at a time. */
const MOST_VALUES = 2 ** 20;

/**
 * Examines bags for a scorer of instances: an instance contributes its score, a feature changes it.
 * Costs as much as scoring the bags, and one scored instance per feature for the effects.
 */
export function instanceExaminer(scorer: InstanceScorer): Examiner {
  const { projection, score } = scorer;
  return (bags, each) => {
    const scored = scoreInstances(scorer, bags);
    return {
      scores: () => Float64Array.from(scored, (each) => pooled(scorer, each)),
      examine(bag) {
        const { data, start, width } = each[bag].rows;
        const { scores, key } = scored[bag];
        return {
          contributions: scores,
          key,
          effects(instance, { mean }) {
            const own = data.slice((start + instance) * width, (start + instance + 1) * width);
            const result = new Float64Array(width);
            const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, width, score.alpha.length)));
            for (let from = 0; from < width; from += step) {
              const changed = matrix(Math.min(step, width - from), width);
              for (let r = 0; r < changed.rows; r++) {
                changed.data.set(own, r * width);
                changed.data[r * width + from + r] = mean[from + r];
              }
              const after = expand(score, projection === null ? changed : project(projection, changed));
              for (let r = 0; r < changed.rows; r++) result[from + r] = scores[instance] - after[r];
            }
            return result;
          },
        };
      },
    };
  };
}
