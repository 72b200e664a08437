import { type BagSet, labelReader } from "@bagwise/core/bags";
import type { TableRow } from "../../table/table.js";

/** Longer texts are no labels. */
const LONGEST = 20;
/** A column with fewer positive bags than this, or all of them, tells nothing. */
const LEAST = 2;

/**
 * The column that most likely holds the labels of bags that were read without any: the same in all
 * rows of a bag, and every value a usual word for a label, some of them positive. Undefined unless
 * there is exactly one.
 */
export function labelCandidate(bags: BagSet): string | undefined {
  const found = [...shownCandidates(bags), ...featureCandidates(bags)];
  return found.length === 1 ? found[0] : undefined;
}

function shownCandidates(bags: BagSet): string[] {
  return bags.shown.flatMap(({ name, perBag }) =>
    perBag && isLabel(Array.from({ length: bags.size }, (_, i) => bags.shownOf(i, name) ?? "")) ? [name] : [],
  );
}

function featureCandidates(bags: BagSet): string[] {
  const columns = bags.recipe?.columns ?? [];
  if (bags.instances === bags.size) return [];
  return bags.features.flatMap((name, column) => {
    const use = columns.find((each) => each.name === name)?.use.as;
    if (use !== "number" && use !== "yes-no") return [];
    const values: string[] = [];
    for (let i = 0; i < bags.size; i++) {
      const start = bags.startOf(i) * bags.dimension + column;
      const value = bags.data[start];
      if (value !== 0 && value !== 1 && value !== -1) return [];
      for (let j = 1; j < bags.sizeOf(i); j++) if (bags.data[start + j * bags.dimension] !== value) return [];
      values.push(String(value));
    }
    return isLabel(values) ? [name] : [];
  });
}

/**
 * The same for rows that were not read yet: the position of the only column whose values are usual
 * words for labels, the same in all rows of a bag unless they are blank.
 */
export function labelColumn(
  columns: readonly string[],
  rows: readonly TableRow[],
  { bag, taken }: { bag: number; taken: ReadonlySet<number | undefined> },
): number | undefined {
  const found = columns.flatMap((_, column) => {
    if (taken.has(column)) return [];
    const said = new Map<string, string>();
    for (const { cells } of rows) {
      const [id, text] = [cells[bag], cells[column] ?? ""].map((cell) =>
        typeof cell === "object" ? "?" : String(cell),
      );
      const before = said.get(id) ?? "";
      if (before !== "" && text.trim() !== "" && before !== text) return [];
      if (text.length > LONGEST) return [];
      if (before === "") said.set(id, text);
    }
    return isLabel([...said.values()]) ? [column] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function isLabel(values: readonly string[]): boolean {
  const read = labelReader({});
  let positive = 0;
  try {
    for (const value of values) if (read(value, () => ({})) === 1) positive++;
  } catch {
    return false;
  }
  return positive >= LEAST && positive <= values.length - LEAST;
}
