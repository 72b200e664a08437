/** A column of a file for people to look at. */
export interface ShownColumn {
  readonly name: string;
  /** Whether all instances of a bag have the same text, so that it belongs to the bag. */
  readonly perBag: boolean;
  /** Whether it says what to call an instance. At most one column does. */
  readonly naming?: boolean | undefined;
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
  /** What an instance is called, if several were made of a row: a passage, a region. Default: by its row. */
  readonly instanceNoun?: string | undefined;
}

/** The rows of a bag in the matrix. */
interface BagRows {
  readonly start: number;
  readonly size: number;
}

/**
 * What to call instance j of a bag: its own name, where the file or an encoder gave it one; `passage 3`
 * where instances are called so; else its place in the file, such as `line 12`. Where a line holds several
 * of its instances, `line 12, instance 3`; without a file `instance 3`, counted from 1.
 */
export function instanceName(origin: Origin | undefined, { start, size }: BagRows, j: number): string {
  if (origin === undefined) return `instance ${j + 1}`;
  const { noun, numbers, shown, instanceNoun } = origin;
  const name = shown.find(({ naming }) => naming)?.texts[start + j] ?? "";
  if (name !== "") return name;
  if (instanceNoun !== undefined) return `${instanceNoun} ${j + 1}`;
  const number = numbers[start + j];
  let before = 0;
  while (before < j && numbers[start + j - before - 1] === number) before++;
  const alone = before === 0 && (j + 1 >= size || numbers[start + j + 1] !== number);
  return alone ? `${noun} ${number}` : `${noun} ${number}, instance ${before + 1}`;
}

/** What a shown column says of a bag: its first text that is not blank. */
export function firstText({ texts }: ShownColumn, { start, size }: BagRows): string {
  for (let row = start; row < start + size; row++) if (texts[row] !== "") return texts[row];
  return "";
}

/** Sorts rows of the matrix by their place in the file, if that is known. */
export function sortByPlace(rows: Uint32Array, origin: Origin | undefined): Uint32Array {
  if (origin === undefined) return rows;
  const { numbers } = origin;
  const sorted = rows.every((row, r) => r === 0 || numbers[rows[r - 1]] <= numbers[row]);
  return sorted ? rows : rows.sort((a, b) => numbers[a] - numbers[b]);
}

/** The places of these rows alone, in this order. */
export function chosenPlaces({ numbers, shown, ...nouns }: Origin, rows: Uint32Array): Origin {
  return {
    ...nouns,
    numbers: rows.map((row) => numbers[row]),
    shown: shown.map((column) => ({ ...column, texts: Array.from(rows, (row) => column.texts[row]) })),
  };
}
