/** What is known about a bag. */
export type Label = "positive" | "unlabeled" | "negative";

/** Labels as BagSet stores them and files print them. */
export const LABEL_CODE: Readonly<Record<Label, number>> = { positive: 1, unlabeled: 0, negative: -1 };

const LABELS: readonly Label[] = ["negative", "unlabeled", "positive"];

/** The label behind a stored code. */
export function labelOf(code: number): Label {
  return LABELS[code + 1];
}
