import { createHash } from "node:crypto";
import type { BagSet } from "../../../bags/bag-set.js";
import { LABEL_CODE } from "../../../bags/label.js";

/**
 * A check sum of what the bags say, whatever they are called and however they are ordered: the
 * SHA-256 of the sorted digests of the bags, each the SHA-256 of its label and of its instances,
 * sorted. Copies of the Musk data name the bags by number or by molecule, so ids do not count.
 * Values count as numbers: 42 and 42.0 are the same.
 */
export function bagDigest(bags: BagSet): string {
  const each = Array.from(bags, (bag) => {
    const rows = Array.from({ length: bag.size }, (_, j) => Array.from(bag.instance(j), String).join(","));
    return sha256([String(LABEL_CODE[bag.label]), ...rows.sort()].join("\n"));
  });
  return sha256([String(bags.dimension), ...each.sort()].join("\n"));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
