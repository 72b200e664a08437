import { count, thousands } from "../base/errors.js";
import type { BlockHead } from "./sparse.js";

/** How many features there are, in words: `166 features`, or `2 features, 9,001 words and 512 pieces` with blocks. */
export function featuresText(features: number, blocks: readonly Pick<BlockHead, "name" | "width">[]): string {
  if (blocks.length === 0) return count(features, "feature");
  const all = [
    ...(features === 0 ? [] : [count(features, "feature")]),
    ...blocks.map(({ name, width }) => `${thousands(width)} ${name}`),
  ];
  const last = all[all.length - 1];
  return all.length === 1 ? last : `${all.slice(0, -1).join(", ")} and ${last}`;
}
