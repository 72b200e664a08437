import { largestCap } from "../thinned.js";
import type { MachineData, MachineKernel } from "./data.js";
import { kernelOfRows } from "./task.js";

/** Settings are compared on so many instances: time grows with their square. */
const MOST_ROWS = 800;

/** Data with fewer rows, and which of the kernels of all rows a kernel stands for. */
export interface CoarseData {
  readonly data: MachineData;
  fine(kernel: MachineKernel): MachineKernel;
}

/**
 * The same bags with fewer instances, to compare settings on: which width and cost are good hardly depends on
 * how many instances a large bag has. No bag keeps more than needed for 800 in all, spread evenly over its
 * instances, which are in the order of their values; smaller ones stay whole. Costs a copy of a part of a
 * kernel whenever it is asked for.
 */
export function coarse(data: MachineData): CoarseData {
  const { offsets } = data;
  const sizes = Uint32Array.from({ length: offsets.length - 1 }, (_, i) => offsets[i + 1] - offsets[i]);
  if (offsets[sizes.length] <= MOST_ROWS) return { data, fine: (kernel) => kernel };
  const cap = largestCap(sizes, MOST_ROWS);
  const few = new Uint32Array(offsets.length);
  for (const [i, size] of sizes.entries()) few[i + 1] = few[i] + Math.min(size, cap);
  const rows = new Uint32Array(few[sizes.length]);
  for (const [i, size] of sizes.entries()) {
    const count = few[i + 1] - few[i];
    for (let k = 0; k < count; k++) rows[few[i] + k] = offsets[i] + Math.floor(((k + 0.5) * size) / count);
  }
  const fineOf = new Map<MachineKernel, MachineKernel>();
  const kernels = data.kernels.map((kernel): MachineKernel => {
    const own = { ...kernel, gram: () => kernelOfRows(kernel.gram(), rows) };
    fineOf.set(own, kernel);
    return own;
  });
  return { data: { ...data, offsets: few, kernels }, fine: (kernel) => fineOf.get(kernel) ?? kernel };
}
