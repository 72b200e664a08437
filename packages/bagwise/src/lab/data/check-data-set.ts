import type { BagSet } from "../../bags/bag-set.js";
import type { DataSetInfo } from "./data-sets.js";

/** One line of the comparison with Table 2. */
export interface DataSetCheckRow {
  readonly what: string;
  readonly expected: number;
  readonly found: number;
  readonly ok: boolean;
}

/** Whether bags are those that the paper describes. */
export interface DataSetCheck {
  readonly ok: boolean;
  readonly rows: readonly DataSetCheckRow[];
}

/**
 * Compares bags with Table 2 of the paper: the number of features, of positive and of negative
 * bags, and the mean number of instances of a bag, rounded to one decimal as the paper prints it (0
 * without bags). Bags without a label show as missing ones. Costs O(bags).
 */
export function checkDataSet(info: DataSetInfo, bags: BagSet): DataSetCheck {
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
