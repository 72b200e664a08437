import type { BagSet } from "@bagwise/core/bags";
import type { Model } from "@bagwise/core/model";
import { type FormatName, isGzip, openInput, readBags, toSource } from "@bagwise/files";
import { bagsForModel, openParquet } from "@bagwise/files/formats";
import { Refused } from "./refused.js";

/**
 * The bags of a body, read as those the model was trained on. JSON is a list of bags with `id` and `instances`,
 * alone or as `bags` of an object, or a file of bags in JSON. Nothing but the body is read: a model of
 * photos cannot be asked by their paths. A packed body is refused, and so is one with more values than a text
 * of `most` bytes can hold: a small body could become huge.
 */
export async function bagsOf(
  bytes: Uint8Array,
  format: FormatName,
  model: Model,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<BagSet> {
  if (isGzip(bytes)) throw new Refused(415, "packed", "Send the body unpacked.");
  if (format === "parquet" && (await openParquet(toSource(bytes))).values > most / 2)
    throw new Refused(413, "too-large", `The table has more than ${most / 2} values. Send fewer bags at a time.`);
  const { recipe } = model.card;
  const { medians } = model;
  const input = toSource(bytes, { name: "body" });
  if (format === "json") {
    const missing = recipe?.missing === "zero" || recipe?.missing === "median" ? recipe.missing : "error";
    const { source } = await openInput(input, { format });
    const bags = await bagsForModel(source, model.features, { missing, medians });
    if (bags !== undefined) return bags;
  }
  return await readBags(input, { format, medians, recipe, signal });
}
