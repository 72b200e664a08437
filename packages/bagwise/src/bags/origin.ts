/** A column of a file for people to look at. */
export interface ShownColumn {
  readonly name: string;
  /** Whether all instances of a bag have the same text, so that it belongs to the bag. */
  readonly perBag: boolean;
  /** A text for each row of the matrix; blank if there is none. */
  readonly texts: readonly string[];
}

/** Where the instances of a BagSet stand in their file, and what to show of them. */
export interface Origin {
  /** What a row of the file is called: a line of a text, a row of a table. */
  readonly noun: "line" | "row";
  /** The number, from 1, of the line or row of each row of the matrix. */
  readonly numbers: Uint32Array;
  readonly shown: readonly ShownColumn[];
}
