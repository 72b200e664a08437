import { quantile } from "../../statistics/quantile.js";
import type { PriorMethod, PriorMethodName } from "./method.js";

const MEMBERS: readonly PriorMethodName[] = ["ratio", "bbe", "plain-ratio", "km2", "pe"];

/**
 * The median of five estimators. as-printed is left out because it estimates something else, and
 * elkan-noto because it moves with ratio. Where the methods err in different directions, the median
 * errs less. Interval: the median over the methods on every resample. Costs as much as all of them.
 */
export const median: PriorMethod = {
  name: "median",
  title: "median of five",
  help: `the median of ${MEMBERS.join(", ")}`,
  needs: "scores",
  find(_, other) {
    const members = MEMBERS.map((name) => other(name));
    return {
      raw: middle(members.map(({ raw }) => raw)),
      replicates(count) {
        const all = members.map((member) => member.replicates(count));
        return Float64Array.from({ length: count }, (_, k) => middle(all.map((values) => values[k])));
      },
    };
  },
};

function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}
