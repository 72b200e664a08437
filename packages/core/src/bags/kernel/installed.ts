import type { hashSums, summarised } from "./bags-kernel.js";

/** The loops over all values of bags that have a twin in WebAssembly, with the same bits. */
export interface BagsKernel {
  readonly hashSums: typeof hashSums;
  readonly summarised: typeof summarised;
}

let installed: BagsKernel | undefined;

/** From now on bags are hashed and summarised in WebAssembly. Programs for many bags do so; a page stays smaller without. */
export function installBagsKernel(kernel: BagsKernel): void {
  installed = kernel;
}

/** Undefined unless a program has installed it. */
export function bagsKernel(): BagsKernel | undefined {
  return installed;
}
