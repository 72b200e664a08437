/** What is compared: `BagSet`, `readBags`, `readBagParts`, `encodeBags`, `InputError`, `ScatteredBag`. */
type Library = Readonly<Record<string, unknown>>;

interface Problem {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly values: number;
  readonly sizes: readonly number[];
}

export function partsProblem(seed: number, number: number, library: Library): Promise<Problem>;
export function partsDiffer(problem: Problem, library: Library): Promise<string | undefined>;
