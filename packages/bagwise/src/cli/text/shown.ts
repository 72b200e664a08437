import type { BagSet } from "@bagwise/core/bags";
import { uniqueNames } from "@bagwise/files/table";
import { shortened } from "./width.js";

/** The longest text in a table on a screen, in columns. */
const LONGEST = 50;
/** The longest text of a bag for a reviewer: what a cell of a spreadsheet can well hold. */
const LONGEST_WHOLE = 5000;
/** Between the texts of the instances of a bag. */
const BETWEEN = " | ";

/** A text in one short line. */
export function shortText(text: string): string {
  return shortened(text.replace(/\s+/g, " "), LONGEST);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** The first shown column that belongs to bags, or to instances and is not their name. */
export function shownColumn({ shown }: BagSet, of: "bags" | "instances"): string | undefined {
  return shown.find(({ perBag, naming }) => !naming && perBag === (of === "bags"))?.name;
}

/** What the shown columns say of bag i, by name; with j, of that instance. */
export function shownTexts(bags: BagSet, i: number, j?: number): Record<string, string> {
  return Object.fromEntries(
    bags.shown.map(({ name, perBag }) => [name, bags.shownOf(i, name, perBag ? undefined : j)]),
  );
}

/** Columns of a table: its own, and those that are shown, renamed where a name is taken. */
export interface ShownTable {
  readonly columns: string[];
  /** The texts for bag i; with j, also of that instance. */
  texts(i: number, j?: number): (string | null)[];
}

/** Adds shown columns to those of a table: those of bags, and with `instances` those of instances. */
export function withShown(own: readonly string[], bags: BagSet, { instances }: { instances: boolean }): ShownTable {
  const shown = bags.shown.filter(({ perBag }) => perBag || instances);
  return {
    columns: uniqueNames([...own, ...shown.map(({ name }) => name)]),
    texts: (i, j) => shown.map(({ name, perBag }) => bags.shownOf(i, name, perBag ? undefined : j) || null),
  };
}

/**
 * The shown columns that tell a reviewer something. Where instances have names of their own, such as windows
 * and regions, only what belongs to the bag: the rest says where its parts are.
 */
export function reviewColumns({ shown }: BagSet): BagSet["shown"] {
  return shown.some(({ naming }) => naming) ? shown.filter(({ perBag, naming }) => perBag && !naming) : shown;
}

/** What a shown column says of a whole bag: of each instance, if they differ. */
export function wholeText(bags: BagSet, i: number, { name, perBag }: BagSet["shown"][number]): string {
  if (perBag) return bags.shownOf(i, name);
  const texts = Array.from({ length: bags.sizeOf(i) }, (_, j) => bags.shownOf(i, name, j)).filter(
    (text) => text !== "",
  );
  return cut([...new Set(texts)].join(BETWEEN), LONGEST_WHOLE);
}
