import { areMostlyCounts, type BagSet } from "@bagwise/core/bags";
import { count, InputError } from "@bagwise/core/base";
import { checkDataSet, DATA_SETS, type DataSetInfo } from "../datasets/data-sets.js";
import { FAMILY, type FamilyInfo } from "../families/families.js";

export interface CompareData extends Omit<DataSetInfo, "bagSize" | "eta"> {
  readonly eta: number | null;
  /** Whether at least half of the features are counts, as of words, whose zeros should stay zeros. */
  readonly counts: boolean;
  /** The setting of a family; undefined for bags of a file. */
  readonly setting?: FamilyInfo["setting"];
}

/** For bags that are not among the paper's. */
const OTHERS = { multiple: 5, scaling: "z-score", eta: null } as const;

/**
 * What a comparison needs to know about labelled bags. A data set of the paper, recognised by name
 * and shape, gets its scaling and number of copies; others get z-scores and 5, but counts stay as they are
 * where no noise is added (`planCompare`). An InputError for a
 * bag without label, and for bags of one label only.
 */
export function compareData(name: string, bags: BagSet): CompareData {
  const labels = bags.labels();
  const unlabeled = labels.indexOf("unlabeled");
  if (unlabeled >= 0)
    throw new InputError({
      code: "unlabeled",
      message: "the bag has no label, but a comparison needs to know the truth",
      remedy: "Give every bag the label 1 or -1.",
      where: { bag: bags.idOf(unlabeled) },
    });
  const positive = labels.filter((label) => label === "positive").length;
  const negative = labels.length - positive;
  if (positive === 0 || negative === 0)
    throw new InputError({
      code: "one-class",
      message: `there are ${count(positive, "positive bag")} and ${count(negative, "negative bag")}`,
      remedy: "A comparison needs bags of both labels, 1 and -1.",
    });
  const paper = DATA_SETS.find((each) => each.name === name && checkDataSet(each, bags).ok);
  const { title, multiple, scaling, eta } = paper ?? { ...OTHERS, title: name };
  const counts = areMostlyCounts(bags);
  return { name, title, features: bags.dimension, positive, negative, multiple, scaling, eta, counts };
}

export function familyData({ name, title, features, setting }: FamilyInfo): CompareData {
  const none = { positive: 0, negative: 0, multiple: 1, scaling: "none", eta: null, counts: false } as const;
  return { ...none, name: `${FAMILY}${name}`, title, features, setting };
}
