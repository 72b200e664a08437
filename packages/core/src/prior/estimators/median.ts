import { quantile } from "../../statistics/quantile.js";
import { bbe } from "./bbe.js";
import { km2 } from "./km2.js";
import type { PriorMethod } from "./method.js";
import { pe } from "./pe.js";
import { plainRatio } from "./plain-ratio.js";
import { ratio } from "./ratio.js";

const MEMBERS = [ratio, bbe, plainRatio, km2, pe];

/**
 * The median of five estimators. as-printed is left out because it estimates something
 * else. Where the methods err in different directions, the median
 * errs less. Interval: the median over the methods on every resample. Costs as much as all of them.
 */
export const median: PriorMethod = {
  name: "median",
  title: "median of five",
  help: `the median of ${MEMBERS.map(({ name }) => name).join(", ")}`,
  needs: "scores",
  find(_, other) {
    const members = MEMBERS.map(other);
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
