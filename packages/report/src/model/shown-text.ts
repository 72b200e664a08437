import type { BagSet } from "@bagwise/core/bags";

/** The longest text on the page, in characters. */
export const LONGEST_TEXT = 500;

/**
 * What a shown column says of a bag, in one line: the bag's own text, or else that of one of its
 * instances. Empty if that instance is not known. Longer texts are cut.
 */
export function shownText(
  bags: BagSet,
  i: number,
  { name, perBag }: BagSet["shown"][number],
  instance: number | undefined,
): string {
  if (!perBag && instance === undefined) return "";
  const text = bags.shownOf(i, name, perBag ? undefined : instance).replace(/\s+/g, " ");
  if (text.length <= LONGEST_TEXT) return text;
  // By code points, so that no character is cut in half.
  return `${Array.from(text.slice(0, 2 * LONGEST_TEXT))
    .slice(0, LONGEST_TEXT - 1)
    .join("")}…`;
}
