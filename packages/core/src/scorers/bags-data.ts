import type { NumberTable } from "../base/packed-file.js";
import type { Kernel } from "../kernels/kernel.js";
import { representationFromData, representationToData } from "../kernels/representation-data.js";
import { column, isOwn, tableNumbers } from "./own-tables.js";
import type { BagScorer } from "./scorer.js";

/** A scorer with a kernel of bags as plain data, without the kernel itself, which is stored elsewhere. */
export function bagsToData({ kind, centres, alpha, beta }: BagScorer): {
  readonly header: { readonly kind: "bags"; readonly centres: number };
  readonly tables: readonly NumberTable[];
} {
  const { bags, tables } = representationToData(centres);
  return { header: { kind, centres: bags }, tables: [column("alpha", alpha), column("beta", [beta]), ...tables] };
}

/** Rebuilds the scorer, with the same bits. Throws an InputError that names the wrong part. */
export function bagsFrom(
  { centres }: Readonly<Record<string, unknown>>,
  tables: readonly NumberTable[],
  kernel: Kernel,
): BagScorer {
  const bags = Number(centres);
  return {
    kind: "bags",
    kernel,
    centres: representationFromData({ bags, tables: tables.filter((each) => !isOwn(each)) }),
    alpha: tableNumbers(tables, "alpha", bags),
    beta: tableNumbers(tables, "beta", 1)[0],
  };
}
