import { SparseRow } from "@bagwise/core/bags";
import { count } from "@bagwise/core/base";
import { COUNTED, type DescribedMolecule } from "./describe.js";

/** The parts of molecules that are features. Plain data. */
export interface Parts {
  /** The environments that are features: their numbers, and how people write them. */
  readonly environments: readonly number[];
  readonly names: readonly string[];
  /** Up to which number each of `COUNTED` is counted. */
  readonly levels: readonly number[];
}

/** An environment that only one molecule has says nothing about others; the most frequent ones are kept. */
const LEAST_MOLECULES = 2;
const MOST_ENVIRONMENTS = 100_000;

/** The environments that several molecules share, and how large counts get in at least two. */
export function partsOf(
  molecules: readonly (DescribedMolecule | undefined)[],
  names: ReadonlyMap<number, string>,
): Parts {
  const holders = new Map<number, number>();
  const largest = COUNTED.map(() => [0, 0]);
  for (const molecule of molecules) {
    if (molecule === undefined) continue;
    for (const id of molecule.environments) holders.set(id, (holders.get(id) ?? 0) + 1);
    molecule.counts.forEach((own, k) => {
      const [first, second] = largest[k];
      largest[k] = own > first ? [own, first] : [first, Math.max(own, second)];
    });
  }
  const shared = [...holders].filter(([, molecules]) => molecules >= LEAST_MOLECULES);
  const environments = (shared.length > 0 ? shared : [...holders])
    .sort(([a, m], [b, n]) => n - m || a - b)
    .slice(0, MOST_ENVIRONMENTS)
    .map(([id]) => id);
  return {
    environments,
    names: environments.map((id) => names.get(id) ?? ""),
    levels: largest.map(([first, second]) => (molecules.length > 1 ? second : first)),
  };
}

/** The features of a molecule in the block: its environments, then the counts it reaches. */
export function fingerprintOf({ environments, levels }: Parts): (molecule: DescribedMolecule) => SparseRow {
  const places = new Map(environments.map((id, place) => [id, place]));
  const starts = levels.map((_, k) => environments.length + levels.slice(0, k).reduce((sum, level) => sum + level, 0));
  return (molecule) => {
    const found: number[] = [];
    for (const id of molecule.environments) {
      const place = places.get(id);
      if (place !== undefined) found.push(place);
    }
    molecule.counts.forEach((own, k) => {
      for (let level = 0; level < Math.min(own, levels[k]); level++) found.push(starts[k] + level);
    });
    const indices = Uint32Array.from(found).sort();
    return new SparseRow(indices, new Float64Array(indices.length).fill(1));
  };
}

/** What the features are called. */
export function termsOf({ names, levels }: Parts): string[] {
  const counted = levels.flatMap((level, k) =>
    Array.from({ length: level }, (_, below) => `at least ${count(below + 1, COUNTED[k])}`),
  );
  return [...names, ...counted];
}
