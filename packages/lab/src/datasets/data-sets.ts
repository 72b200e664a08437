import type { BagSet } from "@bagwise/core/bags";
import { byName } from "../options/check-options.js";

export interface DataSetInfo {
  readonly name: string;
  readonly title: string;
  /** Table 2. */
  readonly features: number;
  readonly positive: number;
  readonly negative: number;
  /** The mean number of instances of a bag, the sum of the two rows of Table 2. */
  readonly bagSize: number;
  /** How many times as many bags the augmentation makes. */
  readonly multiple: number;
  /** How the instances are scaled before anything else. */
  readonly scaling: "z-score" | "none";
  /** The regulariser of the printed prior estimator, inferred: it reproduces the table. */
  readonly eta: number;
}

const MUSK = { features: 166, multiple: 10, scaling: "z-score", eta: 1e5 } as const;
const COREL = { features: 230, positive: 100, negative: 100, multiple: 5, scaling: "none", eta: 1e4 } as const;

/** The data sets in the order of the paper's Table 2. Scaling and eta had to be inferred. */
export const DATA_SETS: readonly DataSetInfo[] = [
  { name: "musk1", title: "Musk1", ...MUSK, positive: 47, negative: 45, bagSize: 5.2 },
  { name: "musk2", title: "Musk2", ...MUSK, positive: 39, negative: 63, bagSize: 64.7 },
  { name: "elephant", title: "Elephant", ...COREL, bagSize: 7.0 },
  { name: "fox", title: "Fox", ...COREL, bagSize: 6.6 },
  { name: "tiger", title: "Tiger", ...COREL, bagSize: 6.1 },
];

/** The data set of this name; an InputError that lists them when there is none. */
export function dataSetByName(name: string): DataSetInfo {
  return byName(DATA_SETS, name, "data-set");
}

export type DataSetCheckRow = DataSetCheck["rows"][number];
export type DataSetCheck = ReturnType<typeof checkDataSet>;

/**
 * Compares bags with Table 2: features, positive and negative bags, and the mean bag size, to one
 * decimal (0 without bags). Bags without a label show as missing ones. Costs O(bags).
 */
export function checkDataSet(info: DataSetInfo, bags: BagSet) {
  const labels = bags.labels();
  const row = (what: string, expected: number, found: number) => ({ what, expected, found, ok: expected === found });
  const rows = [
    row("features", info.features, bags.dimension),
    row("positive bags", info.positive, labels.filter((label) => label === "positive").length),
    row("negative bags", info.negative, labels.filter((label) => label === "negative").length),
    row("instances per bag", info.bagSize, bags.size === 0 ? 0 : Number((bags.instances / bags.size).toFixed(1))),
  ];
  return { ok: rows.every(({ ok }) => ok), rows };
}
