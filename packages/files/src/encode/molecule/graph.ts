/**
 * A molecule as plain data: its atoms but for ordinary hydrogens, and the bonds between them. Fingerprints,
 * conformers and their description are made from it alone, in any thread, without a library.
 */
export interface MoleculeGraph {
  readonly atoms: readonly Atom[];
  readonly bonds: readonly Bond[];
  /** The atoms of each ring of up to seven atoms, in order along the ring. */
  readonly rings: readonly (readonly number[])[];
  readonly centres: readonly StereoCentre[];
  readonly doubleBonds: readonly StereoBond[];
}

export interface Atom {
  /** The atomic number. */
  readonly element: number;
  readonly charge: number;
  /** How many ordinary hydrogens it has. */
  readonly hydrogens: number;
  readonly aromatic: boolean;
  /** Whether its bonds lie in one plane: double bonds, aromatic atoms, the nitrogen of an amide. */
  readonly flat: boolean;
}

export interface Bond {
  readonly from: number;
  readonly to: number;
  /** 1, 2 or 3; of aromatic bonds one of the possible ones. 0 between a metal and its ligand. */
  readonly order: number;
  readonly aromatic: boolean;
  readonly inRing: boolean;
}

/**
 * How the bonds of an atom are arranged: its three lowest neighbours go clockwise or not, seen with the
 * fourth, or with the hydrogen, behind the atom.
 */
export interface StereoCentre {
  readonly atom: number;
  readonly neighbours: readonly [number, number, number];
  readonly clockwise: boolean;
}

/** Whether two neighbours of a double bond are on the same side. */
export interface StereoBond {
  readonly bond: number;
  /** A neighbour of `from` and one of `to`. */
  readonly neighbours: readonly [number, number];
  readonly sameSide: boolean;
}

/** An atom next to another, and the bond between them. */
export interface Neighbour {
  readonly atom: number;
  readonly bond: Bond;
}

/** For each atom its neighbours, in the order of bonds. */
export function neighboursOf({ atoms, bonds }: MoleculeGraph): readonly (readonly Neighbour[])[] {
  const lists: Neighbour[][] = atoms.map(() => []);
  for (const bond of bonds) {
    lists[bond.from].push({ atom: bond.to, bond });
    lists[bond.to].push({ atom: bond.from, bond });
  }
  return lists;
}
