import { InputError } from "@bagwise/core/base";
import { type DataSetInfo, dataSetByName } from "../datasets/data-sets.js";
import type { DrawSpec } from "./draw-spec.js";

export type SupplySetting = Pick<DrawSpec, "dataset" | "protocol" | "prior" | "labeled" | "unlabeled" | "test">;

export type Supply = SupplySetting & Pick<DataSetInfo, "positive" | "negative" | "multiple">;

/** Draws must succeed up to so many standard deviations; the few others are drawn again. */
const MARGIN = 2;

/** Whether the augmented data set nearly always has the bags that `drawBags` needs. */
export function enough(supply: Supply): boolean {
  return balances(supply).every(fits);
}

export function enoughOf(setting: SupplySetting): boolean {
  return enough(supplyOf(setting));
}

function supplyOf(setting: SupplySetting): Supply {
  const { positive, negative, multiple } = dataSetByName(setting.dataset);
  return { ...setting, positive, negative, multiple };
}

/** Throws an InputError that says which bags are too few. */
export function checkSupply(setting: SupplySetting): void {
  const short = balances(supplyOf(setting)).find((balance) => !fits(balance));
  if (short === undefined) return;
  throw new InputError({
    code: "too-few-bags",
    message: `${setting.dataset} augmented has about ${Math.round(short.there)} ${short.what}, and ${setting.labeled} labelled, ${setting.unlabeled} unlabeled and ${setting.test} test bags at a prior of ${setting.prior} (protocol ${setting.protocol}) need about ${Math.round(short.needed)} with some to spare`,
    remedy: "Ask for fewer bags, for another prior, or for another data set.",
  });
}

function fits({ needed, there, variance }: ReturnType<typeof balances>[number]): boolean {
  return there - needed >= MARGIN * Math.sqrt(variance);
}

/** Bags of each label: needed, there, and the variance that chance gives the difference. */
function balances(supply: Supply) {
  const { protocol, prior, labeled, unlabeled, test, positive, negative, multiple } = supply;
  const copies = (multiple - 1) * (positive + negative);
  const share = positive / (positive + negative);
  /** Of a part of the originals, some labelled bags and a mixture are drawn. */
  const side = (name: string, part: number, known: number, mixed: number) => {
    const variance = mixed * prior * (1 - prior) + part * copies * share * (1 - share);
    return [
      { what: `positive${name} bags`, needed: known + mixed * prior, there: part * positive * multiple, variance },
      { what: `negative${name} bags`, needed: mixed * (1 - prior), there: part * negative * multiple, variance },
    ];
  };
  if (protocol === "paper") return side("", 1, labeled, unlabeled + test);
  return [...side(" training", 0.5, labeled, unlabeled), ...side(" test", 0.5, 0, test)];
}
