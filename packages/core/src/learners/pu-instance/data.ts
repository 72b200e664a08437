import { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import { LABEL_CODE, type Label } from "../../bags/label.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { labelsCarryPrior } from "../../scores/scenario.js";
import { type PuSkcData, withKernel } from "../pu-skc/data.js";
import { distinctInstances } from "../shared/distinct-instances.js";
import { fittedBags } from "../shared/fitted-bags.js";
import { type PreparedInstances, preparedInstances } from "../shared/prepared-instances.js";
import { trainingBags } from "../shared/training-bags.js";
import type { CheckedPuInstanceOptions } from "./options.js";

/**
 * The most bags to train on, and the most instances. Every unlabeled instance has a term in the convex
 * problem.
 */
const MOST = 8_000;

/** Of bags with more instances than that, so many choose degree, lambda and weight. */
const MOST_SEARCHED = 2_000;

/** Training bags, and their instances as bags of one. */
export interface PuInstanceData {
  /** As given: the positive bags first, then the unlabeled ones, then known negatives. */
  readonly bags: BagSet;
  readonly distinct: BagSet;
  readonly positives: number;
  readonly negatives: number;
  readonly fitted: SingleBags;
  /** Instances to choose the setting with: fewer if there are many. */
  readonly searched: SingleBags;
  readonly dataHash: string;
  readonly notes: readonly Note[];
}

/** Instances as bags of one, which PU-SKC can be trained on, and whose they are. */
export interface SingleBags {
  readonly data: PuSkcData;
  /** Bag i owns the instances `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
}

/**
 * Sorts, thins and scales the bags, and makes a bag of each instance, with the label of its own. Throws
 * an InputError for bags that cannot be trained on, and for more landmarks than instances.
 */
export async function puInstanceData(all: BagSet, options: CheckedPuInstanceOptions): Promise<PuInstanceData> {
  const sorted = trainingBags(all, options);
  const { bags, notes } = drawn(sorted, options);
  const numberOf = (label: Label) => bags.labels().filter((each) => each === label).length;
  const [positives, negatives] = [numberOf("positive"), numberOf("negative")];
  const dataHash = await contentHash(all);
  const singlesOf = (mostInstances: number) => {
    const prepared = preparedInstances(bags, { ...options, mostInstances });
    return { notes: prepared.notes, singles: singleBags(prepared, { positives, negatives, dataHash, options }) };
  };
  const { singles: fitted, notes: thinning } = singlesOf(MOST);
  const many = thinning.length > 0;
  return {
    bags,
    distinct: distinctInstances(bags),
    positives,
    negatives,
    fitted,
    searched: many ? singlesOf(MOST_SEARCHED).singles : fitted,
    dataHash,
    notes: [...sorted.notes, ...notes, ...thinning, ...(many ? [SEARCHED] : [])],
  };
}

const SEARCHED: Note = {
  code: "instances-drawn",
  message: `degree and lambda were chosen on ${count(MOST_SEARCHED, "instance")}, drawn in the same way`,
};

/** All bags, or `MOST` of them: then labelled ones are kept as long as the scenario allows. */
function drawn(
  { bags, positives, negatives }: ReturnType<typeof trainingBags>,
  { seed, scenario }: CheckedPuInstanceOptions,
): { readonly bags: BagSet; readonly notes: readonly Note[] } {
  const numbers = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, k) => from + k);
  const rows = {
    positive: numbers(0, positives),
    unlabeled: numbers(positives, bags.size - negatives),
    negative: numbers(bags.size - negatives, bags.size),
  };
  const chosen = fittedBags(rows, seed, { most: MOST, equalRate: labelsCarryPrior(scenario) });
  if (chosen.bags === null) return { bags, notes: [] };
  const message = `${count(chosen.bags.length, "bag")} of ${count(bags.size, "bag")} were drawn for training, because time and memory grow with their number`;
  return { bags: bags.subset(chosen.bags), notes: [{ code: "fitted-on-sample", message }] };
}

function singleBags(
  { bags, scaling, offsets }: PreparedInstances,
  {
    options,
    ...rest
  }: { readonly options: CheckedPuInstanceOptions } & Pick<PuInstanceData, "positives" | "negatives" | "dataHash">,
): SingleBags {
  const owner = Uint32Array.from({ length: bags.instances });
  for (let i = 0; i < bags.size; i++) owner.fill(i, offsets[i], offsets[i + 1]);
  const singles = BagSet.own(
    {
      data: bags.toMatrix(),
      offsets: Uint32Array.from({ length: owner.length + 1 }, (_, k) => k),
      ids: Array.from(owner, (_, k) => `${k}`),
      labels: Int8Array.from(owner, (i) => LABEL_CODE[bags.labelOf(i)]),
      features: bags.features,
    },
    { distinct: true },
  );
  return {
    data: {
      bags: singles,
      unit: "instance",
      distinct: singles,
      positives: offsets[rest.positives],
      negatives: owner.length - offsets[bags.size - rest.negatives],
      scaling,
      ...withKernel(singles, options),
      dataHash: rest.dataHash,
      notes: [],
    },
    offsets,
  };
}
