import { readFile } from "node:fs/promises";

/** A file that comes with the package, to try things on. */
export interface Sample {
  readonly name: string;
  /** The name of the file. */
  readonly file: string;
  /** What it holds, in one line. */
  readonly title: string;
  /** The file of the true labels. */
  readonly truth: string;
}

/** The samples there are. */
export const SAMPLES: readonly Sample[] = [
  {
    name: "letters",
    file: "letters.csv",
    title: "64 letters to a landlord; 12 of those about damp walls are labelled, 12 are not",
    truth: "letters-truth.csv",
  },
  {
    name: "molecules",
    file: "molecules.csv",
    title: "60 drugs and other molecules; 8 painkillers of the kind of ibuprofen are labelled, 8 are not",
    truth: "molecules-truth.csv",
  },
];

/** The bytes of a file of the samples. */
export async function sampleFile(file: string): Promise<Uint8Array> {
  return await readFile(new URL(`../../samples/${file}`, import.meta.url));
}
