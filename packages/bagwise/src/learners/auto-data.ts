import { Clusters } from "../bags/clusters.js";
import { BagSet, contentHash, fitScaling, LABEL_CODE, nearDuplicates, type Scaling } from "../bags/index.js";
import { offsetsOf } from "../bags/offsets.js";
import { count, InputError } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { type PreparedViews, prepareViews } from "../kernels/view-fit.js";
import type { Matrix } from "../linalg/index.js";
import { type Folds, trainingFolds } from "../selection/index.js";
import { checkComputable, statisticsOf } from "../statistics/index.js";
import type { checkedAutoOptions } from "./auto-options.js";
import { drawLandmarks } from "./landmarks.js";
import { trainingBags } from "./training-bags.js";

type Options = ReturnType<typeof checkedAutoOptions>;

/** Up to so many bags all are centres; above, so many landmarks are drawn. */
const ALL_CENTRES = 1000;
const LANDMARKS = 300;
/** More folds than usual: a fit is cheap, and a fit on nine tenths of the bags says more about the fit on all. */
const FOLDS = 10;
/** Copies are looked for among so many bags; the cost grows with the square. */
const MOST_COMPARED = 5000;

/** Rows of the training bags by what is known of them. */
export interface KnownRows {
  readonly positive: Uint32Array;
  readonly unlabeled: Uint32Array;
  readonly negative: Uint32Array;
}

/** Training data as the fits need it: the positive bags first, then the unlabeled ones, then known negatives. */
export interface AutoData {
  readonly bags: BagSet;
  readonly rows: KnownRows;
  readonly views: PreparedViews;
  readonly centres: Uint32Array;
  /** Whether every bag is a centre. */
  readonly all: boolean;
  readonly folds: Folds | undefined;
  /** The share of bags of each kind that are not copies of another of the kind, nor of its group: bags of one patient are no independent witnesses. */
  readonly distinct: { readonly positive: number; readonly unlabeled: number; readonly negative: number };
  /** The first bag of the group or cluster of copies that each bag belongs to. */
  readonly together: Uint32Array;
  /** Whether the bags are one sample of p(X), of which some positives were labelled. */
  readonly single: boolean;
  /** Of the positive bags among all that the prior counts: 0 for two samples. */
  readonly labelled: number;
  readonly scaling: Scaling;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/** Orders and describes the bags, finds copies, deals folds, and computes the kernels that all fits share. */
export async function autoData(all: BagSet, { negatives, scenario, seed }: Options): Promise<AutoData> {
  const { bags, positives, negatives: known, notes } = trainingBags(all, { negatives });
  checkComputable(bags);
  const x = withinBounds(statisticsOf("min-max-mean", bags));
  checkSize(bags, x);
  const everything = bags.size <= ALL_CENTRES;
  const centres = everything
    ? Uint32Array.from({ length: bags.size }, (_, i) => i)
    : drawLandmarks(x, { count: LANDMARKS, way: "k-means++", seed });
  const from = (start: number, to: number) => Uint32Array.from({ length: to - start }, (_, k) => start + k);
  const rows = {
    positive: from(0, positives),
    unlabeled: from(positives, bags.size - known),
    negative: from(bags.size - known, bags.size),
  };
  const copies = copiesAmong(bags);
  const together = regrouped(bags, copies.of);
  const single = scenario === "single-set";
  return {
    bags,
    rows,
    views: prepareViews(x, { centres }),
    centres,
    all: everything,
    folds: trainingFolds(together.bags, { folds: undefined, usual: FOLDS, seed }),
    distinct: {
      positive: distinctShare(rows.positive, together.of),
      unlabeled: distinctShare(rows.unlabeled, together.of),
      negative: distinctShare(rows.negative, together.of),
    },
    together: together.of,
    single,
    labelled: single ? positives / bags.size : 0,
    scaling: fitScaling(bags, { method: "none" }),
    dataHash: await contentHash(all),
    notes: [...notes, ...copies.notes],
  };
}

/** Differences of numbers beyond this are none. */
const LARGEST = 2 ** 1000;

function checkSize(bags: BagSet, { cols, data }: Matrix): void {
  const at = data.findIndex((value) => !(Math.abs(value) <= LARGEST));
  if (at === -1) return;
  throw new InputError({
    code: "too-large",
    message: "a value is too large to compute with",
    remedy: "Give the feature in a larger unit, or leave out the bag.",
    where: { bag: bags.idOf(Math.floor(at / cols)), field: bags.features[at % bags.dimension] },
  });
}

/** The cluster of copies that each bag belongs to, by its first bag. */
function copiesAmong(bags: BagSet): { of: Uint32Array; notes: Note[] } {
  const { clusters, unseen } = nearDuplicates(bags, { mostBags: MOST_COMPARED });
  const of = firstOf(bags.size, clusters);
  const skipped: Note[] =
    unseen === 0
      ? []
      : [
          {
            code: "near-duplicates-unseen",
            message: `near-duplicates were looked for among ${MOST_COMPARED.toLocaleString("en-US")} bags only; if bags are copies of each other, name their origin with a group column`,
          },
        ];
  const alike = clusters.reduce((sum, cluster) => sum + cluster.length, 0);
  if (alike === 0) return { of, notes: skipped };
  const message = `${count(alike, "bag is a near-duplicate", "bags are near-duplicates")} of another; they are never apart when bags are held out, and count as one where certainty is weighed`;
  return { of, notes: [{ code: "near-duplicates", message }, ...skipped] };
}

/** The same bags with groups in which the given groups and clusters of copies are together, and the first bag of the group of each. */
function regrouped(bags: BagSet, copies: Uint32Array): { bags: BagSet; of: Uint32Array } {
  if (!bags.grouped && copies.every((first, i) => first === i)) return { bags, of: copies };
  const together = new Clusters(bags.size);
  const seen = new Map<string, number>();
  for (let i = 0; i < bags.size; i++) {
    together.join(copies[i], i);
    const group = bags.groupOf(i);
    if (group !== undefined) together.join(seen.get(group) ?? i, i);
    if (group !== undefined && !seen.has(group)) seen.set(group, i);
  }
  const of = firstOf(bags.size, together.list());
  const grouped = BagSet.own(
    {
      data: bags.toMatrix(),
      offsets: offsetsOf(bags),
      ids: bags.ids(),
      labels: Int8Array.from(bags.labels(), (label) => LABEL_CODE[label]),
      features: bags.features,
      groups: Array.from(of, String),
    },
    { distinct: true },
  );
  return { bags: grouped, of };
}

/** The share of positives among the unlabeled bags when the prior is pi: in a single set the prior counts labelled bags too. */
export function shareAmongUnlabeled({ single, rows, bags }: AutoData, pi: number): number {
  if (!single) return pi;
  return Math.min(1, Math.max(0, (pi * bags.size - rows.positive.length) / rows.unlabeled.length));
}

/** Statistics whose means are not beyond the extremes by rounding, which would tell the size of bags in which nothing varies. In place. */
function withinBounds(x: Matrix): Matrix {
  const d = x.cols / 3;
  for (let i = 0; i < x.rows; i++) {
    for (let j = 0; j < d; j++) {
      const at = i * x.cols + j;
      x.data[at + 2 * d] = Math.min(x.data[at + d], Math.max(x.data[at], x.data[at + 2 * d]));
    }
  }
  return x;
}

/** The first member of the cluster of each; itself where it is alone. */
function firstOf(size: number, clusters: readonly (readonly number[])[]): Uint32Array {
  const first = Uint32Array.from({ length: size }, (_, i) => i);
  for (const cluster of clusters) for (const i of cluster) first[i] = cluster[0];
  return first;
}

function distinctShare(rows: Uint32Array, copies: Uint32Array): number {
  return rows.length === 0 ? 1 : new Set(Array.from(rows, (row) => copies[row])).size / rows.length;
}
