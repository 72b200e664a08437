import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import type { WriteOptions } from "./format.js";
import { roleColumns } from "./rows/role-columns.js";
import { limitedLine } from "./text/lines.js";
import { decimal, textPieces } from "./text/text-pieces.js";
import { bagAsJson } from "./to-json.js";

/**
 * Writes JSON Lines: one flat object per instance (default), or with `rows: "bags"` a line with the
 * names of the features and then one object per bag. Keeps everything of a BagSet.
 */
export function toJsonl(bags: BagSet, { rows = "instances" }: WriteOptions): Iterable<Uint8Array> {
  return textPieces(rows === "bags" ? bagLines(bags) : instanceLines(bags));
}

function* bagLines(bags: BagSet): Generator<string> {
  yield `${JSON.stringify({ features: bags.features })}\n`;
  for (const bag of bags) yield `${limitedLine(bagAsJson(bag), bag.id)}\n`;
}

function* instanceLines(bags: BagSet): Generator<string> {
  const { bag: bagKey, label: labelKey, group: groupKey } = roleColumns(bags);
  const keys = bags.features.map((name) => `,${JSON.stringify(name)}:`);
  for (const { id, label, group, size, instance } of bags) {
    const grouped = groupKey === undefined ? "" : `,${JSON.stringify(groupKey)}:${JSON.stringify(group)}`;
    const start = `{${JSON.stringify(bagKey)}:${JSON.stringify(id)},${JSON.stringify(labelKey)}:${LABEL_CODE[label]}${grouped}`;
    for (let j = 0; j < size; j++) {
      const values = instance(j);
      yield `${start}${keys.map((key, k) => key + decimal(values[k])).join("")}}\n`;
    }
  }
}
