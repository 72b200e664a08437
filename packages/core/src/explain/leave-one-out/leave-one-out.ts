import type { BagSet } from "../../bags/bag-set.js";
import { count, InputError } from "../../base/errors.js";
import { checkComputable } from "../../kernels/statistic/check-bags.js";
import { extremesOf, type Others, othersOf } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";
import type { Scorer } from "../../scorers/scorer.js";
import { averageExaminer } from "./by-average.js";
import { blocksExaminer } from "./by-blocks.js";
import { forestExaminer } from "./by-forest.js";
import { instanceExaminer } from "./by-instance.js";
import { kernelExaminer, mostByCentres, mostByKernel } from "./by-kernel.js";
import { networkExaminer } from "./by-network.js";
import type { Examiner, TermEffect } from "./examiner.js";
import { viewsExaminer } from "./views/by-views.js";
import { type Witness, witnessOf } from "./witness.js";

/** What leaving out each instance in turn reveals about a bag. */
interface ExaminedBag {
  readonly score: number;
  /**
   * g(X) - g(X without x), or the instance's own score. In a bag of one, the bag's score; in a bag
   * of equal instances, 0.
   */
  readonly contributions: Float64Array;
  /** See `Examination.drop`. Call it before the next bag. */
  readonly drop?: ((instance: number) => number) | undefined;
  /** The largest contribution, or the key instance of a learner that scores instances. */
  readonly witness: Omit<Witness, "row">;
  /**
   * The effects of the witness's features (see `Examination.effects`), and whether its value is at
   * least that of the others. Call it before the next bag. All 0 in a bag of equal instances.
   */
  effects(most: number): { readonly effects: Float64Array; above(feature: number): boolean };
  /** The sparse features of the witness that matter most, such as words. Call it before the next bag. */
  terms(most: number): readonly TermEffect[];
}

/** Examines scaled bags, one after the other. Pass their `scores` if you already have them. */
export type LeaveOneOut = (bags: BagSet, scores?: Float64Array) => Generator<ExaminedBag>;

/**
 * The contribution of every instance to the score of its bag, exact, but from what changes when it
 * is left out, not by scoring each smaller bag. Work common to all bags is done once, here. The
 * returned function throws an InputError for a bag that cannot be scored.
 */
export function leaveOneOut(scorer: Scorer): LeaveOneOut {
  const examiner = kindOf(scorer).examiner(scorer);
  return function* examineEach(bags, known) {
    checkComputable(bags);
    checkSizes(bags, mostLeftOut(scorer));
    const width = bags.dimension;
    const each = Array.from({ length: bags.size }, (_, k) => {
      const rows = { data: bags.data, start: bags.startOf(k), size: bags.sizeOf(k), width };
      return { rows, extremes: extremesOf(rows) };
    });
    const { scores: scoresOf, examine } = examiner(bags, each);
    const scores = known ?? scoresOf();
    const typical = typicalOf(scorer, width);
    for (const [k, { rows, extremes }] of each.entries()) {
      const { contributions: found, key, drop, effects, terms } = examine(k);
      const same = key === undefined && allEqual(rows) && haveEqualBlocks(bags, rows);
      // A bag of one instance is nothing without it. A bag of equal instances stays the same
      // without any one of them, despite rounding.
      const contributions = !same ? found : rows.size === 1 ? Float64Array.of(scores[k]) : found.fill(0);
      const witness = witnessOf(contributions, scores[k], key);
      yield {
        score: scores[k],
        contributions,
        witness,
        drop,
        effects(most) {
          const { instance } = witness;
          const others = rows.size === 1 ? typical : othersOf(rows, extremes, instance);
          return {
            effects: same && rows.size > 1 ? new Float64Array(width) : effects(instance, others, most),
            above: (j) => rows.data[(rows.start + instance) * width + j] >= others.mean[j],
          };
        },
        terms: (most) => (same && rows.size > 1 ? [] : (terms?.(witness.instance, most) ?? [])),
      };
    }
  };
}

/** How one kind of scorer is examined. */
interface ExaminedKind<S> {
  examiner(scorer: S): Examiner;
  /** The most instances of a bag of which each can be left out. Default: any number. */
  most?(scorer: S): number;
  /** The mean of the training bags' means, if the scorer keeps it. Default: what scaling maps to 0. */
  centre?(scorer: S, width: number): Float64Array;
}

const KINDS: { readonly [Kind in Scorer["kind"]]: ExaminedKind<Extract<Scorer, { kind: Kind }>> } = {
  bags: { examiner: kernelExaminer, most: ({ kernel, alpha }) => mostByKernel(kernel, alpha.length) },
  views: {
    examiner: viewsExaminer,
    most: ({ alpha }) => mostByCentres(alpha.length),
    centre: ({ views }, width) => views.centre.slice(2 * width),
  },
  blocks: { examiner: blocksExaminer },
  forest: { examiner: forestExaminer, centre: ({ centre }) => centre },
  average: {
    examiner: (scorer) => averageExaminer(scorer, (part) => kindOf(part).examiner(part)),
    most: ({ parts }) => Math.min(...parts.map(mostLeftOut)),
    // A kernel of bags knows no centre.
    centre: ({ parts }, width) => centreOf(parts.find(({ kind }) => kind !== "bags") ?? parts[0], width),
  },
  instances: { examiner: instanceExaminer },
  network: { examiner: networkExaminer },
};

function kindOf({ kind }: Scorer): ExaminedKind<Scorer> {
  return KINDS[kind];
}

/** The most instances of a bag of which each can be left out. */
function mostLeftOut(scorer: Scorer): number {
  return kindOf(scorer).most?.(scorer) ?? Infinity;
}

/** Throws an InputError for a bag with too many instances to leave out each of them. */
function checkSizes(bags: BagSet, most: number): void {
  for (let i = 0; i < bags.size; i++) {
    if (bags.sizeOf(i) <= most) continue;
    throw new InputError({
      code: "too-many-instances",
      message: `the bag has ${count(bags.sizeOf(i), "instance")}, too many to leave out each of them`,
      remedy: `Give at most ${count(most, "instance")} of it to explain it. Its score needs no such limit.`,
      where: { bag: bags.idOf(i) },
    });
  }
}

/** Then leaving one out changes nothing, whatever the kernel. */
function allEqual({ data, start, size, width }: BagRows): boolean {
  const end = (start + size) * width;
  for (let at = (start + 1) * width; at < end; at++) if (data[at] !== data[at - width]) return false;
  return true;
}

/** Whether all instances have the same sparse features. */
function haveEqualBlocks({ blocks }: BagSet, { start, size }: BagRows): boolean {
  return blocks.every(({ offsets, indices, values }) => {
    const length = offsets[start + 1] - offsets[start];
    for (let row = start + 1; row < start + size; row++) {
      if (offsets[row + 1] - offsets[row] !== length) return false;
      for (let k = 0; k < length; k++) {
        const [a, b] = [offsets[start] + k, offsets[row] + k];
        if (indices[a] !== indices[b] || values[a] !== values[b]) return false;
      }
    }
    return true;
  });
}

/**
 * For a bag of one: the mean of the training bags' means, which `auto` and forests store, or what scaling maps
 * to 0, usually the mean of the training instances.
 */
function typicalOf(scorer: Scorer, width: number): Others {
  const value = centreOf(scorer, width);
  return { low: value, high: value, mean: value };
}

function centreOf(scorer: Scorer, width: number): Float64Array {
  return kindOf(scorer).centre?.(scorer, width) ?? new Float64Array(width);
}
