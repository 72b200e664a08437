import { type MoleculeGraph, type Neighbour, neighboursOf } from "./graph.js";

/** The atoms around an atom, up to so many bonds away, as a number that is the same in every molecule. */
export interface Environment {
  readonly id: number;
  /** How often it occurs. */
  readonly count: number;
  /** Where it was found first. */
  readonly atom: number;
  readonly radius: number;
}

/** The largest environments reach this many bonds far. */
export const RADIUS = 3;

/**
 * The environments of all atoms of a molecule, each kind once: an extended-connectivity fingerprint
 * (Rogers and Hahn 2010) of radius 3 that is not folded. Of two environments with the same bonds only
 * the smaller counts. Stereo centres make no difference. Costs O(atoms).
 */
export function environmentsOf(graph: MoleculeGraph): Environment[] {
  const neighbours = neighboursOf(graph);
  const inRing = neighbours.map((own) => own.some(({ bond }) => bond.inRing));
  let ids = graph.atoms.map(({ element, charge, hydrogens }, atom) =>
    hashOf([element, neighbours[atom].length, charge + 16, hydrogens, inRing[atom] ? 1 : 0]),
  );
  const found = new Map<number, Environment>();
  const add = (id: number, atom: number, radius: number) => {
    const known = found.get(id);
    found.set(id, known === undefined ? { id, count: 1, atom, radius } : { ...known, count: known.count + 1 });
  };
  ids.forEach((id, atom) => {
    add(id, atom, 0);
  });
  const bondNumber = new Map(graph.bonds.map((bond, k) => [bond, k]));
  let reach: ReadonlySet<number>[] = graph.atoms.map(() => new Set<number>());
  const seen = new Set<string>();
  for (let radius = 1; radius <= RADIUS; radius++) {
    const [before, reached] = [ids, reach];
    ids = before.map((id, atom) => hashOf([radius, id, ...aroundIt(neighbours[atom], before)]));
    reach = reached.map((own, atom) => {
      const wider = new Set(own);
      for (const { atom: next, bond } of neighbours[atom]) {
        wider.add(bondNumber.get(bond) ?? -1);
        for (const each of reached[next]) wider.add(each);
      }
      return wider;
    });
    // In the order of their numbers, so that the same one of two equal environments stays in every molecule.
    const order = ids.map((_, atom) => atom).sort((a, b) => ids[a] - ids[b] || a - b);
    for (const atom of order) {
      if (reach[atom].size === reached[atom].size) continue;
      const bonds = [...reach[atom]].sort((a, b) => a - b).join();
      if (seen.has(bonds)) continue;
      seen.add(bonds);
      add(ids[atom], atom, radius);
    }
  }
  return [...found.values()];
}

/** Bonds and neighbours, in an order that does not depend on the numbers of atoms. */
function aroundIt(own: readonly Neighbour[], ids: readonly number[]): number[] {
  return own
    .map(({ atom, bond }): [number, number] => [bond.aromatic ? 4 : bond.order, ids[atom]])
    .sort(([p, a], [q, b]) => p - q || a - b)
    .flat();
}

/** 32 bits of a list of whole numbers (MurmurHash3, Appleby 2011). */
function hashOf(values: readonly number[]): number {
  let hash = 0;
  for (const value of values) {
    let k = Math.imul(value | 0, 0xcc9e2d51);
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
    hash ^= k;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= values.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
