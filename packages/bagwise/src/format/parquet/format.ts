import type { Format } from "../format.js";
import { deferred } from "../rows/deferred.js";

/** Apache Parquet. */
export const parquet: Format = {
  name: "parquet",
  title: "Parquet: one row per instance, or per bag with list columns",
  extensions: ["parquet", "pq"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => head.startsWith("PAR1"),
  read: async (source, options) => (await import("../from-parquet.js")).fromParquet(source, options),
  write: (bags, options) => deferred(async () => (await import("../to-parquet.js")).toParquet(bags, options)),
};
