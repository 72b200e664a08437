import type { Bag } from "../../bags/bag-set.js";
import { LABEL_CODE } from "../../bags/label.js";
import { decimal } from "../text/text-pieces.js";

/**
 * A bag as one JSON object with its instances as lists of numbers, which read back to the same
 * bits.
 */
export function bagAsJson({ id, label, group, size, instance }: Bag): string {
  const grouped = group === undefined ? "" : `,"group":${JSON.stringify(group)}`;
  const instances = Array.from({ length: size }, (_, j) => `[${Array.from(instance(j), decimal).join(",")}]`);
  return `{"bag":${JSON.stringify(id)},"label":${LABEL_CODE[label]}${grouped},"instances":[${instances.join(",")}]}`;
}
