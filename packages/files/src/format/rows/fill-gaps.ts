import { InputError } from "@bagwise/core/base";
import { imputeMedians } from "./arrange.js";

/**
 * Fills missing values (NaN), in place: with given medians, so that what fills them does not depend on other
 * bags, otherwise with those of the data. Throws an InputError that names the feature if there is no median.
 */
export function fillGaps(
  data: Float64Array,
  features: readonly string[],
  { medians, file }: { readonly medians: ReadonlyMap<string, number> | undefined; readonly file: string },
): void {
  if (medians === undefined) {
    const [hopeless] = imputeMedians(data, features.length);
    if (hopeless === undefined) return;
    throw new InputError({
      code: "all-missing",
      message: "every value is missing, so there is no median",
      remedy: "Leave out the column with the option ignore.",
      where: { file, field: features[hopeless] },
    });
  }
  const fillings = features.map((name) => medians.get(name));
  for (let at = 0; at < data.length; at++) {
    if (!Number.isNaN(data[at])) continue;
    const column = at % fillings.length;
    const filling = fillings[column];
    if (filling === undefined)
      throw new InputError({
        code: "no-median",
        message: "a value is missing, and the model keeps no median of this feature",
        remedy:
          "Train the model again, leave out the column with the option ignore, or set the option missing to drop.",
        where: { file, field: features[column] },
      });
    data[at] = filling;
  }
}
