// What is compared: `auto` as a user runs it, and PU-SKC as the paper does (its kernel, its grid
// and folds) or as a user runs it.
import { auto, puSkc } from "bagwise";
import { PRIOR } from "../pu-skc/training-sets.mjs";

/**
 * Learners by name. The first has to find the prior and gives measures with intervals; the paper's
 * is told the prior and gives none.
 */
export const METHODS = {
  auto: () => auto(),
  "pu-skc, the paper's": () => puSkc({ kernel: "minimax-polynomial", scaling: "none", prior: PRIOR, bootstrap: 0 }),
  "pu-skc": () => puSkc(),
};

/** The model and the processor seconds of one training. */
export async function timed(method, bags) {
  const before = process.cpuUsage();
  const model = await METHODS[method]().fit(bags);
  return { model, seconds: secondsSince(before) };
}

/** Processor seconds since `process.cpuUsage()` was this. */
export function secondsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
