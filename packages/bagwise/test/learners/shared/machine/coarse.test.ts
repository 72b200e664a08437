import { describe, expect, it } from "vitest";
import { BagSet } from "../../../../src/bags/bag-set.js";
import { coarse } from "../../../../src/learners/shared/machine/coarse.js";
import { instanceMachineData } from "../../../../src/learners/shared/machine/data.js";

/** Bags of these sizes, with one feature that tells the place of an instance; the first half is positive. */
async function dataOf(sizes: readonly number[]) {
  const offsets = Uint32Array.from([0, ...sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, n) => sum + n, 0))]);
  const bags = BagSet.own({
    data: Float64Array.from({ length: offsets[sizes.length] }, (_, k) => k),
    offsets,
    ids: sizes.map((_, i) => `bag ${100 + i}`),
    labels: Int8Array.from(sizes, (_, i) => (2 * i < sizes.length ? 1 : -1)),
    features: ["x"],
  });
  return instanceMachineData(bags, {
    kernel: "gaussian",
    widths: [100, 200],
    shares: [],
    negatives: "use",
    unlabeledAs: "negative",
    scaling: "none",
    seed: 1,
  });
}

describe("coarse", () => {
  it("leaves data with few instances as they are", async () => {
    const data = await dataOf([300, 2, 2, 400]);
    expect(coarse(data).data).toBe(data);
  });

  it("keeps small bags whole, and instances of large ones that are spread over all of them", async () => {
    const data = await dataOf([500, 20, 30, 600]);
    const { data: few, fine } = coarse(data);
    expect([...few.offsets]).toEqual([0, 375, 395, 425, 800]);
    expect(few.kernels.map(fine)).toEqual(data.kernels);
    const [whole, part] = [data.kernels[1].gram(), few.kernels[1].gram()];
    expect([part.rows, part.cols]).toEqual([800, 800]);
    // Instances 375 to 394 of the coarse data are 500 to 519 of all.
    expect(part.data[375 * 800 + 394]).toBe(whole.data[500 * whole.cols + 519]);
    // The first and the last of the large bags are next to their ends.
    expect(part.data[374]).toBe(whole.data[499]);
    expect(part.data[799]).toBe(whole.data[1149]);
  });
});
