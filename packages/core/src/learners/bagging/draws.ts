import { type Random, random } from "../../base/random.js";
import type { KnownRows } from "../shared/fitted-bags.js";

/** The bags that members of an ensemble are trained on, by label. Plain data. */
export interface DrawnFrom extends KnownRows {
  /** The first bag of the group or cluster of copies of each bag: these are left out together. */
  readonly together: Uint32Array;
  /** The share of known negatives in the weight of the second sample, if there are others. */
  readonly negativeWeight: number;
  /**
   * Each member leaves out one of so many parts of the bags, dealt anew for every so many members. 0 if
   * nothing can be left out.
   */
  readonly parts: number;
  readonly seed: number;
  /** A member takes at most so many positive bags, drawn at random. Default all. */
  readonly mostPositives?: number | undefined;
}

/** What one member is trained on. */
export interface Draw {
  /** The bags, the positive ones first. */
  readonly bags: Uint32Array;
  readonly positives: number;
  /** What each of them weighs: the positive ones 1 in all, the others 1 in all. */
  readonly weights: Float64Array;
  /** For every bag whether the member has seen it, or one of its group or a copy. */
  readonly seen: Uint8Array;
  /** What else the member draws. */
  readonly generator: Random;
}

/**
 * PU bagging (Mordelet and Vert 2014): what the members `from` to `to - 1` are trained on. Each takes
 * the positive bags that it does not leave out, against as many unlabeled bags drawn without
 * replacement, and as many known negatives; all if there are fewer. A member's draw depends on the seed
 * and its number alone.
 *
 * Every bag is left out by one of `parts` members in turn, so that each has held-out scores of equally
 * many. A member that would lack positive or other bags leaves out nothing.
 */
export function* memberDraws(data: DrawnFrom, { from, to }: { from: number; to: number }): Generator<Draw> {
  const root = random(data.seed);
  const [rounds, members] = [root.fork(), root.fork()];
  const { parts, together } = data;
  let dealt: Uint32Array = new Uint32Array(0);
  for (let member = 0; member < to; member++) {
    const generator = members.fork();
    if (parts > 0 && member % parts === 0) {
      const dealer = rounds.fork();
      if (member + parts > from) dealt = dealtParts(data, dealer);
    }
    if (member < from) continue;
    const own = member % Math.max(1, parts);
    const kept = (some: Uint32Array) => (parts === 0 ? some : some.filter((bag) => dealt[together[bag]] !== own));
    const rest = { positive: kept(data.positive), unlabeled: kept(data.unlabeled), negative: kept(data.negative) };
    const enough = rest.positive.length > 0 && rest.unlabeled.length + rest.negative.length > 0;
    yield drawOf(data, enough ? rest : data, generator);
  }
}

/** The part of each cluster, by its first bag; positive bags are dealt evenly, and so are the others. */
function dealtParts({ positive, unlabeled, negative, together, parts }: DrawnFrom, generator: Random): Uint32Array {
  const part = new Uint32Array(together.length);
  const seen = new Set<number>();
  let next = 0;
  for (const some of [positive, unlabeled, negative]) {
    const clusters = [...new Set(some.map((bag) => together[bag]))].filter((first) => !seen.has(first));
    for (const first of clusters) seen.add(first);
    for (const k of generator.permutation(clusters.length)) part[clusters[k]] = next++ % parts;
  }
  return part;
}

function drawOf(
  { together, negativeWeight, mostPositives = Number.POSITIVE_INFINITY }: DrawnFrom,
  rest: KnownRows,
  generator: Random,
): Draw {
  const some = (from: Uint32Array, count: number) =>
    generator
      .sample(from.length, count)
      .sort()
      .map((k) => from[k]);
  const positive = rest.positive.length > mostPositives ? some(rest.positive, mostPositives) : rest.positive;
  const share = rest.negative.length === 0 ? 0 : rest.unlabeled.length === 0 ? 1 : negativeWeight;
  const unlabeled = some(rest.unlabeled, positive.length);
  // Bags without weight would end in leaves without any.
  const negative = share === 0 ? new Uint32Array(0) : some(rest.negative, positive.length);
  const bags = Uint32Array.from([...positive, ...unlabeled, ...negative]);
  const weights = new Float64Array(bags.length);
  const known = positive.length + unlabeled.length;
  weights.fill(1 / positive.length, 0, positive.length);
  weights.fill((1 - share) / unlabeled.length, positive.length, known);
  weights.fill(share / negative.length, known);
  const seen = new Uint8Array(together.length);
  for (const bag of bags) seen[together[bag]] = 1;
  for (let bag = 0; bag < seen.length; bag++) seen[bag] = seen[together[bag]];
  return { bags, positives: positive.length, weights, seen, generator };
}
