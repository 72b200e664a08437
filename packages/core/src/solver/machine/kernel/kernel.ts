import type { MachineKernel } from "./layout.js";
import { plainKernel } from "./plain.js";
import { simdKernel } from "./simd.js";

const cache: { simd?: MachineKernel | undefined; plain?: MachineKernel } = {};

/** The kernel of this thread for a back end of linear algebra. Made once, then reused. */
export function machineKernel(name: "simd" | "plain"): MachineKernel {
  if (name === "simd") {
    if (!("simd" in cache)) cache.simd = simdKernel();
    if (cache.simd !== undefined) return cache.simd;
  }
  cache.plain ??= plainKernel();
  return cache.plain;
}
