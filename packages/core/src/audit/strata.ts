/** A bag to draw from, in order of score. */
export interface StratumBag {
  readonly score: number;
  /** Whether the model calls it positive. */
  readonly called: boolean;
  /** The model's probability that it is positive; null without one. */
  readonly probability: number | null;
}

/** The bags `from` to `to` - 1 in order of score, and how many of them to draw. */
export interface Stratum {
  readonly from: number;
  readonly to: number;
  readonly drawn: number;
}

/**
 * The fewest bags to draw from each stratum, or all of it: one answer says nothing about the
 * spread.
 */
const LEAST = 2;
/**
 * The typical number of bags to draw from each stratum. With fewer, estimating the spread within
 * strata costs more than narrow strata gain. More than `MOST` strata gain nothing.
 */
const EACH = 7.5;
const MOST = 8;
/** The share of the draw in proportion to size, whatever the model says: it may be wrong. */
const PROPORTIONAL = 0.6;
/** No stratum counts as purer than this, for the same reason. */
const FLOOR = 0.1;

/**
 * Divides bags, in falling order of score, into strata, and distributes `n` draws. The decision
 * threshold is always a boundary, so that precision is a direct estimate. Each side is cut into
 * parts of about equal sum of sqrt(p (1 - p)), where p is the probability, never between equal
 * scores. Fewer than 4 draws cannot give each side two, so there is one stratum. With as many draws
 * as bags it is a census.
 */
export function strataOf(bags: readonly StratumBag[], n: number): Stratum[] {
  const size = bags.length;
  const called = bags.filter((bag) => bag.called).length;
  const sides = [
    { from: 0, to: called },
    { from: called, to: size },
  ].filter(({ from, to }) => to > from);
  if (n >= size) return sides.map(({ from, to }) => ({ from, to, drawn: to - from }));
  if (n < LEAST * 2) return [{ from: 0, to: size, drawn: n }];
  const wanted = Math.max(2, Math.min(MOST, Math.ceil(n / EACH)));
  const parts = sides.length === 1 ? [wanted] : [Math.floor(wanted / 2), Math.ceil(wanted / 2)];
  const cut = sides.flatMap(({ from, to }, k) => cutSide(bags, from, to, parts[k]));
  const drawn = allocate(
    cut.map(({ from, to }) => to - from),
    needs(bags, cut, called / size),
    n,
  );
  return cut.map((stretch, h) => ({ ...stretch, drawn: drawn[h] }));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function cutSide(bags: readonly StratumBag[], from: number, to: number, parts: number): Stretch[] {
  const spread = (i: number) => Math.sqrt(share(bags[i].probability) * (1 - share(bags[i].probability)));
  let total = 0;
  for (let i = from; i < to; i++) total += spread(i);
  const stretches: Stretch[] = [];
  let start = from;
  let sum = 0;
  for (let i = from; i + 1 < to; i++) {
    sum += spread(i);
    const due = sum >= (total * (stretches.length + 1)) / parts && stretches.length + 1 < parts;
    // No stratum has a single bag, and equal scores stay together.
    if (due && i + 1 - start >= LEAST && to - i - 1 >= LEAST && bags[i].score !== bags[i + 1].score) {
      stretches.push({ from: start, to: i + 1 });
      start = i + 1;
    }
  }
  return [...stretches, { from: start, to }];
}

/**
 * How much to draw from each stratum: Neyman allocation for prior, accuracy, precision and recall
 * at once. It minimises the sum of their variances, each relative to a simple random sample of the
 * same size, as far as the probabilities are right. A part is proportional in case they are not.
 */
function needs(bags: readonly StratumBag[], strata: readonly Stretch[], called: number): number[] {
  const parts = strata.map(({ from, to }) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += share(bags[i].probability);
    return { weight: (to - from) / bags.length, p: bounded(sum / (to - from)), called: bags[from].called };
  });
  const total = (of: (part: (typeof parts)[number]) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  const prior = total(({ weight, p }) => weight * p);
  const found = total((part) => (part.called ? part.weight * part.p : 0));
  const accuracy = total((part) => part.weight * (part.called ? part.p : 1 - part.p));
  const recall = found / prior;
  const precision = called === 0 ? 0 : found / called;
  // Each squared coefficient over the variance of a simple sample of one. A measure that is
  // undefined, or has no variance, does not count.
  const over = (square: number, variance: number) => (variance > 1e-9 ? square / variance : 0);
  const needed = parts.map(({ weight, p, called: above }) => {
    const squares =
      over(weight * weight, prior * (1 - prior)) +
      over(weight * weight, accuracy * (1 - accuracy)) +
      (above ? over((weight * weight) / called, precision * (1 - precision)) : 0) +
      over(((above ? 1 - recall : recall) * weight) ** 2 / prior, recall * (1 - recall));
    return Math.sqrt(squares * p * (1 - p));
  });
  const sum = needed.reduce((a, b) => a + b, 0);
  return parts.map(({ weight }, h) => (1 - PROPORTIONAL) * (needed[h] / sum) + PROPORTIONAL * weight);
}

/**
 * Whole numbers that sum to n, none above its size. After the minimum, each draw goes where it
 * lowers the sum of need^2 / drawn most.
 */
function allocate(sizes: readonly number[], need: readonly number[], n: number): number[] {
  const drawn = sizes.map((size) => Math.min(size, LEAST));
  for (let left = n - drawn.reduce((a, b) => a + b, 0); left > 0; left--) {
    let best = -1;
    let most = -1;
    for (let h = 0; h < sizes.length; h++) {
      const gain = (need[h] * need[h]) / (drawn[h] * (drawn[h] + 1));
      if (drawn[h] < sizes[h] && gain > most) {
        best = h;
        most = gain;
      }
    }
    drawn[best]++;
  }
  return drawn;
}

/** Without a probability, nothing is known about a bag. */
function share(probability: number | null): number {
  return probability === null ? 0.5 : bounded(probability);
}

function bounded(p: number): number {
  return Math.min(1 - FLOOR, Math.max(FLOOR, p));
}
