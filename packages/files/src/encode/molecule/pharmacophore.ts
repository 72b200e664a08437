import { type Atom, type MoleculeGraph, type Neighbour, neighboursOf } from "./graph.js";

/** The kinds of atoms that a protein tells apart. An atom may be of several. */
export const ATOM_KINDS = ["hydrophobic", "aromatic", "acceptor", "donor"] as const;
export type AtomKind = (typeof ATOM_KINDS)[number];

/**
 * The atoms of each kind, as USRCAT defines them (Schreyer and Blundell 2012), with the patterns that RDKit
 * uses. What is aromatic is up to openchemlib, which is stricter about rings with C=O.
 */
export function atomsByKind(graph: MoleculeGraph): Record<AtomKind, number[]> {
  const neighbours = neighboursOf(graph);
  const found: Record<AtomKind, number[]> = { hydrophobic: [], aromatic: [], acceptor: [], donor: [] };
  graph.atoms.forEach((atom, k) => {
    const place: Place = { atom, own: neighbours[k], graph, neighbours };
    if (isHydrophobic(place)) found.hydrophobic.push(k);
    if (atom.aromatic) found.aromatic.push(k);
    if (isAcceptor(place)) found.acceptor.push(k);
    if (isDonor(place)) found.donor.push(k);
  });
  return found;
}

/** An atom where it stands. */
interface Place {
  readonly atom: Atom;
  readonly own: readonly Neighbour[];
  readonly graph: MoleculeGraph;
  readonly neighbours: readonly (readonly Neighbour[])[];
}

const [NITROGEN, OXYGEN, FLUORINE, PHOSPHORUS, SULFUR] = [7, 8, 9, 15, 16];
const LARGE_HALOGENS = [17, 35, 53];

/** Carbon without N, O or F next to it, sulfur that is not flat, and the larger halogens; no ions. */
function isHydrophobic({ atom: { element, charge, aromatic, flat }, own, graph }: Place): boolean {
  if (charge !== 0) return false;
  if (element === SULFUR) return aromatic || !own.some(({ bond }) => bond.order === 2) || !flat;
  if (LARGE_HALOGENS.includes(element)) return true;
  return element === 6 && own.every(({ atom }) => ![NITROGEN, OXYGEN, FLUORINE].includes(graph.atoms[atom].element));
}

/** Fluorine, and oxygen, sulfur and nitrogen with a lone pair that no neighbour draws away. */
function isAcceptor(place: Place): boolean {
  const { element, charge, aromatic, hydrogens } = place.atom;
  if (element === FLUORINE) return true;
  if (aromatic) return [NITROGEN, OXYGEN, SULFUR].includes(element) && charge === 0;
  if (element === OXYGEN || element === SULFUR) {
    if (charge < 0) return true;
    return valence(place) === 2 && (hydrogens === 0 || (hydrogens === 1 && besidePlainAtom(place)));
  }
  if (element !== NITROGEN || valence(place) !== 3) return false;
  return hydrogens === 0 || (hydrogens < 3 && besidePlainAtom(place));
}

/** Nitrogen with a hydrogen, OH and SH. */
function isDonor(place: Place): boolean {
  const { element, charge, aromatic, hydrogens } = place.atom;
  if (element === NITROGEN) {
    if (aromatic) return hydrogens === 1 && charge === 0;
    return hydrogens > 0 && (valence(place) === 3 || (valence(place) === 4 && charge === 1));
  }
  return (element === OXYGEN || element === SULFUR) && !aromatic && hydrogens === 1 && charge === 0;
}

/** The sum of the orders of all bonds. */
function valence({ atom: { hydrogens }, own }: Place): number {
  return own.reduce((sum, { bond }) => sum + bond.order, hydrogens);
}

/** Whether a single bond leads to an atom that has no double bond to O, N, P or S. */
function besidePlainAtom({ own, graph, neighbours }: Place): boolean {
  const isPlain = (atom: number) =>
    !neighbours[atom].some(
      ({ atom: end, bond }) =>
        bond.order === 2 && !bond.aromatic && [NITROGEN, OXYGEN, PHOSPHORUS, SULFUR].includes(graph.atoms[end].element),
    );
  return own.some(({ atom, bond }) => bond.order === 1 && !bond.aromatic && isPlain(atom));
}
