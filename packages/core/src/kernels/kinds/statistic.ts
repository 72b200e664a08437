import { fields, shown, wrong } from "../description.js";
import type { InstanceKernelOf, Width } from "../instance-kernel.js";
import {
  isStatisticName,
  STATISTIC_NAMES,
  STATISTICS,
  type StatisticName,
  statisticsOf,
} from "../statistic/statistics.js";
import type { VectorKind } from "./kind.js";

/** k(s(X), s(Y)) for a statistic s: the statistic kernel of Gaertner et al. (2002). */
export interface StatisticKernel<Of> {
  readonly type: "statistic";
  readonly statistic: StatisticName;
  readonly kernel: InstanceKernelOf<Of>;
}

export const statistic: VectorKind<StatisticKernel<Width>, StatisticKernel<Width>> = {
  names: STATISTIC_NAMES,
  named: (name, kernel) => ({ type: "statistic", statistic: checkedName(name, "kernel"), kernel }),
  check(given, path, inner) {
    const known = fields(given, path, ["statistic", "kernel"]);
    return { type: "statistic", statistic: checkedName(known.statistic, path), kernel: inner(known.kernel) };
  },
  phrase: ({ statistic: name }, inner) => `${inner} on the ${name} statistic (${STATISTICS[name].help})`,
  compares: "vectors",
  nameOf: ({ statistic: name }) => name,
  vectors: ({ statistic: name }, bags) => statisticsOf(name, bags),
};

function checkedName(name: unknown, path: string): StatisticName {
  if (isStatisticName(name)) return name;
  throw wrong(`${path}.statistic`, `is ${shown(name)}`, `Give one of ${STATISTIC_NAMES.join(", ")}`);
}
