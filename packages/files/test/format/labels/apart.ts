import { type BagSet, readBags } from "../../../../bagwise/src/index.js";
import type { ReadOptions } from "../../../src/format/format.js";
import { labelsApart } from "../../../src/format/labels/read-labels.js";
import { openInput } from "../../../src/format/read-bags.js";

/** Bags with these ids, from a table of their own. */
export const bagsOf = (ids: readonly string[]): Promise<BagSet> =>
  readBags({ text: `id,x\n${ids.map((id) => `${id},1`).join("\n")}\n`, name: "t.csv" });

/** The first letters of the labels that a file gives to the bags a, b, c and d; or the error with its place. */
export async function lettersOf(text: string, name = "l.csv", options: ReadOptions = {}): Promise<unknown> {
  try {
    const give = await labelsApart({ text, name }, options, openInput);
    const labels = give(await bagsOf(["a", "b", "c", "d"])).labels();
    return labels.map((label) => label[0]).join("");
  } catch (error) {
    const { code, where, message } = error as { code: string; where: object; message: string };
    if (code === undefined) throw error;
    return { code, message, ...where };
  }
}
