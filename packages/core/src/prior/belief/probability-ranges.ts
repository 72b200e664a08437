/**
 * Where the probability of a bag may lie if everything were known that is uncertain: the prior, how many negatives look
 * like positives, and how the scores of both are distributed. 90 % ranges at some probabilities, which ascend.
 */
export interface ProbabilityRanges {
  readonly probabilities: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Kept digits: ranges are shown with two. */
const DIGITS = 1e4;

/** The ranges of these probabilities, which do not fall. Each range is made to contain its probability. */
export function rangesAt(
  probabilities: readonly number[],
  low: readonly number[],
  high: readonly number[],
): ProbabilityRanges {
  const found: { probability: number; low: number; high: number }[] = [];
  for (const [k, exact] of probabilities.entries()) {
    const probability = rounded(exact);
    const last = found.at(-1);
    const range = { low: rounded(Math.min(low[k], exact)), high: rounded(Math.max(high[k], exact)) };
    if (last === undefined || probability > last.probability) found.push({ probability, ...range });
    else last.high = Math.max(last.high, range.high);
  }
  return {
    probabilities: found.map((each) => each.probability),
    low: found.map((each) => each.low),
    high: found.map((each) => each.high),
  };
}

/** The range of a probability, linear between those that are known. */
export function rangeOf(
  { probabilities, low, high }: ProbabilityRanges,
  probability: number,
): { readonly low: number; readonly high: number } {
  const last = probabilities.length - 1;
  let above = 0;
  while (above <= last && probabilities[above] < probability) above++;
  const to = Math.min(last, above);
  const from = Math.max(0, Math.min(to, above - 1));
  const width = probabilities[to] - probabilities[from];
  const part = width > 0 ? Math.min(1, Math.max(0, (probability - probabilities[from]) / width)) : 0;
  const between = (ends: readonly number[]) => ends[from] + part * (ends[to] - ends[from]);
  return { low: Math.min(probability, between(low)), high: Math.max(probability, between(high)) };
}

/** Whether the value has such lists: as long as each other, within [0, 1], probabilities that ascend. */
export function isProbabilityRanges(value: unknown): value is ProbabilityRanges {
  if (typeof value !== "object" || value === null) return false;
  const { probabilities, low, high } = value as Partial<ProbabilityRanges>;
  const lists = [probabilities, low, high];
  if (!lists.every((list) => Array.isArray(list) && list.every((share) => share >= 0 && share <= 1))) return false;
  if (probabilities === undefined || probabilities.length === 0) return false;
  return (
    lists.every((list) => list?.length === probabilities.length) &&
    probabilities.every((share, k) => k === 0 || share > probabilities[k - 1])
  );
}

const rounded = (share: number) => Math.round(share * DIGITS) / DIGITS;
