import { matrix } from "../../linalg/matrix.js";
import { type NetworkScorer, networkBags, scoreByNetwork } from "../../scorers/network/network-scorer.js";
import type { Examiner } from "./examiner.js";

/** The maximum number of changed values held at a time. */
const MOST_VALUES = 2 ** 20;

/**
 * Examines bags for a scorer by networks: an instance contributes its score, see `NetworkBag`, and a
 * feature changes the score of the bag. Costs as much as scoring the bags, and for the effects one
 * more bag per feature.
 */
export function networkExaminer(scorer: NetworkScorer): Examiner {
  return (bags, each) => {
    const scored = scoreByNetwork(scorer, bags);
    return {
      scores: () => Float64Array.from(scored, ({ score }) => score),
      examine(bag) {
        const { data, start, size, width } = each[bag].rows;
        const { score, scores, key } = scored[bag];
        const own = data.slice(start * width, (start + size) * width);
        return {
          contributions: scores,
          key,
          drop(instance) {
            const others = matrix(size - 1, width);
            others.data.set(own.subarray(0, instance * width));
            others.data.set(own.subarray((instance + 1) * width), instance * width);
            const [without] = networkBags(scorer, others, Uint32Array.of(0, size - 1));
            return score - without.score;
          },
          effects(instance, { mean }) {
            const result = new Float64Array(width);
            const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, own.length)));
            for (let from = 0; from < width; from += step) {
              const count = Math.min(step, width - from);
              const changed = matrix(count * size, width);
              for (let r = 0; r < count; r++) {
                changed.data.set(own, r * own.length);
                changed.data[r * own.length + instance * width + from + r] = mean[from + r];
              }
              const offsets = Uint32Array.from({ length: count + 1 }, (_, r) => r * size);
              const after = networkBags(scorer, changed, offsets);
              for (let r = 0; r < count; r++) result[from + r] = score - after[r].score;
            }
            return result;
          },
        };
      },
    };
  };
}
