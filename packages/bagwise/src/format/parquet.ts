import type { Format } from "./format.js";
import { fromParquet } from "./from-parquet.js";
import { toParquet } from "./to-parquet.js";

/** Apache Parquet. */
export const parquet: Format = {
  name: "parquet",
  title: "Parquet: one row per instance, or per bag with list columns",
  extensions: ["parquet", "pq"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => head.startsWith("PAR1"),
  read: fromParquet,
  write: toParquet,
};
