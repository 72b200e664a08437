import { BagSet } from "@bagwise/core/bags";

/** Bags from the row-major values of each. */
export function bagsOf(
  values: readonly Float64Array[],
  rest: { readonly ids: readonly string[]; readonly labels: Int8Array; readonly features: readonly string[] },
): BagSet {
  const width = rest.features.length;
  const offsets = new Uint32Array(values.length + 1);
  for (const [k, each] of values.entries()) offsets[k + 1] = offsets[k] + each.length / width;
  const data = new Float64Array(offsets[values.length] * width);
  for (const [k, each] of values.entries()) data.set(each, offsets[k] * width);
  return BagSet.own({ ...rest, data, offsets });
}
