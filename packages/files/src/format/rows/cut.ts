import type { BagSet, Origin } from "@bagwise/core/bags";
import type { SeenIds } from "./seen-ids.js";

/** How to give away bags while a file is read, for those who need not hold them all. */
export interface Cut {
  /** Bags are given away when a new one begins and there are at least so many values. */
  readonly values: number;
  /** What a row of the file is called. */
  readonly noun: Origin["noun"];
  /** Memory for a part of so many values, perhaps that of one that nobody needs any more. Default: new memory. */
  readonly room?: ((values: number) => Float64Array) | undefined;
  /** Takes bags that are complete, in the order of the file. The rest is the result of reading. */
  take(bags: BagSet): void;
}

/** From how many rows on bags are given away, what rows are called, and the ids of those that are gone. */
export interface Cutter extends Pick<Cut, "noun" | "take" | "room"> {
  readonly rows: number;
  readonly seen: SeenIds;
}

/** Rows of a bag came back after the bag was given away, so that the file must be read as a whole. */
export class ScatteredBag extends Error {
  readonly bag: string;

  constructor(bag: string) {
    super(`the rows of bag ${bag} do not stand together`);
    this.bag = bag;
  }
}
