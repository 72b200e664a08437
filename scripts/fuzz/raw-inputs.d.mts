import type { Draws } from "./random.mjs";

/** Makes extremes of texts and of time series. */
export const RAW: readonly {
  readonly name: string;
  readonly bytes: Uint8Array;
  make(random: Draws): Uint8Array;
}[];
