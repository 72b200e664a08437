import type { Chemistry, Molecule } from "./chemistry.js";
import type { Atom, Bond, MoleculeGraph, StereoBond, StereoCentre } from "./graph.js";
import { sizeFlaw } from "./size.js";
import { isMolfile, smilesPart, syntaxFlaw } from "./smiles-text.js";

/** A molecule as it was read and standardised. */
export interface Structure {
  /** The same for every spelling of a molecule. */
  readonly smiles: string;
  /** The same in openchemlib's own notation. */
  readonly id: string;
  readonly graph: MoleculeGraph;
  /** Whether fragments were left out: the counter-ion of a salt, a solvent. */
  readonly stripped: boolean;
  /** Coordinates of the atoms, x, y and z one after the other; undefined unless the file has them in 3D. */
  readonly coordinates?: Float64Array | undefined;
}

/** What is wrong with a structure, as a clause. */
export interface Flaw {
  readonly flaw: string;
}

/**
 * Reads a SMILES or a molfile (V2000 or V3000). Keeps the largest fragment, and neutralises ions that
 * only lack or have a proton too many. The atoms are in an order that does not depend on the spelling,
 * unless the file has coordinates in 3D. Refuses one that is larger than `LARGEST`. Costs a few milliseconds.
 */
export function readStructure(chemistry: Chemistry, text: string): Structure | Flaw {
  const molfile = isMolfile(text);
  const given = molfile ? text : smilesPart(text);
  const broken = sizeFlaw(given) ?? (molfile ? cutOff(text) : syntaxFlaw(given));
  if (broken !== undefined) return { flaw: broken };
  try {
    const molecule = molfile ? chemistry.Molecule.fromMolfile(given) : fromSmiles(chemistry, given);
    const flaw = flawOf(chemistry, molecule, given);
    if (flaw !== undefined) return { flaw };
    const stripped = standardise(chemistry, molecule);
    const id = molecule.getIDCode();
    const canonical = chemistry.Molecule.fromIDCode(id, false);
    const smiles = canonical.toIsomericSmiles();
    if (molfile && is3d(molecule, given)) return { id, smiles, stripped, ...inSpace(chemistry, molecule) };
    return { id, smiles, stripped, graph: graphOf(chemistry, canonical) };
  } catch (error) {
    return { flaw: reasonOf(error) };
  }
}

function cutOff(molfile: string): string | undefined {
  return /^M {2}END/m.test(molfile) ? undefined : "it ends before the line M  END";
}

function fromSmiles({ SmilesParser }: Chemistry, smiles: string): Molecule {
  // The library keeps stereo centres in drawings. Templates make these prettier, and take much longer.
  return new SmilesParser({ skipCoordinateTemplates: true }).parseMolecule(smiles);
}

/** What the library accepts although no chemist would. */
function flawOf({ Molecule }: Chemistry, molecule: Molecule, text: string): string | undefined {
  const atoms = Array.from({ length: molecule.getAllAtoms() }, (_, atom) => atom);
  if (atoms.length === 0) return "it has no atoms";
  if (atoms.every((atom) => molecule.getAtomicNo(atom) <= 1)) return "it has no atom besides hydrogen";
  molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
  const crowded = atoms.find((atom) => molecule.getFreeValence(atom) < 0);
  if (crowded !== undefined)
    return `atom ${crowded + 1}, ${molecule.getAtomLabel(crowded)}, has ${molecule.getOccupiedValence(crowded)} bonds`;
  // The library makes a radical of an aromatic atom that gets no double bond.
  const aromatic = !isMolfile(text) && /[bcnops]/.test(text.replace(/\[[^\]]*\]|Cl|Br/g, ""));
  if (aromatic && atoms.some((atom) => molecule.getAtomRadical(atom) !== 0))
    return "its aromatic rings cannot be written with single and double bonds";
  return undefined;
}

/** Strips salts and neutralises. Returns whether fragments were left out. */
function standardise({ Molecule }: Chemistry, molecule: Molecule): boolean {
  const stripped = molecule.stripSmallFragments(false) !== null;
  molecule.canonizeCharge(true);
  for (let atom = 0; atom < molecule.getAllAtoms(); atom++) {
    molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
    if (isProtonated(molecule, atom) || isDeprotonated(molecule, atom)) molecule.setAtomCharge(atom, 0);
  }
  return stripped;
}

/** An amine with a proton too many. */
function isProtonated(molecule: Molecule, atom: number): boolean {
  return molecule.getAtomicNo(atom) === 7 && molecule.getAtomCharge(atom) === 1 && molecule.getAllHydrogens(atom) > 0;
}

/** An acid without its proton, not a part of a group such as nitro. */
function isDeprotonated(molecule: Molecule, atom: number): boolean {
  if (![7, 8, 16].includes(molecule.getAtomicNo(atom)) || molecule.getAtomCharge(atom) !== -1) return false;
  for (let k = 0; k < molecule.getConnAtoms(atom); k++)
    if (molecule.getAtomCharge(molecule.getConnAtom(atom, k)) > 0) return false;
  return true;
}

/** Whether a molfile says so, or has an atom out of the plane. */
function is3d(molecule: Molecule, molfile: string): boolean {
  return molecule.is3D() || /^[^\n]*\n.{20}3D/.test(molfile);
}

function inSpace(chemistry: Chemistry, molecule: Molecule): Pick<Structure, "graph" | "coordinates"> {
  const graph = graphOf(chemistry, molecule);
  return { graph, coordinates: placesOf(molecule, graph.atoms.length, 1) };
}

/** The atoms of a structure as they are drawn, in ångström. */
export function drawnCoordinates({ Molecule }: Chemistry, { id, graph }: Structure): Float64Array {
  const drawn = Molecule.fromIDCode(id, true);
  drawn.ensureHelperArrays(Molecule.cHelperNeighbours);
  return placesOf(drawn, graph.atoms.length, BOND / (drawn.getAverageBondLength(true) || BOND));
}

/** A usual length of bonds, in ångström. */
const BOND = 1.45;

function placesOf(molecule: Molecule, atoms: number, scale: number): Float64Array {
  const places = new Float64Array(3 * atoms);
  for (let atom = 0; atom < atoms; atom++)
    places.set(
      [molecule.getAtomX(atom), molecule.getAtomY(atom), molecule.getAtomZ(atom)].map((value) => scale * value),
      3 * atom,
    );
  return places;
}

/** What the library knows about a molecule, as plain data. */
function graphOf({ Molecule }: Chemistry, molecule: Molecule): MoleculeGraph {
  molecule.ensureHelperArrays(Molecule.cHelperParities);
  const all = (count: number) => Array.from({ length: count }, (_, k) => k);
  const bonds = all(molecule.getBonds()).map((bond) => bondOf(molecule, bond));
  const atoms = all(molecule.getAtoms());
  const rings = molecule.getRingSet();
  return {
    atoms: atoms.map((atom) => atomOf(molecule, atom)),
    bonds,
    rings: all(rings.getSize()).map((ring) => [...rings.getRingAtoms(ring)]),
    centres: atoms.flatMap((atom) => centreOf(molecule, atom)),
    doubleBonds: bonds.flatMap((bond, k) => stereoBond(molecule, bond, k)),
  };
}

function atomOf(molecule: Molecule, atom: number): Atom {
  const aromatic = molecule.isAromaticAtom(atom);
  return {
    element: molecule.getAtomicNo(atom),
    charge: molecule.getAtomCharge(atom),
    hydrogens: molecule.getAllHydrogens(atom),
    aromatic,
    flat: aromatic || isFlat(molecule, atom),
  };
}

/** Sulfones and phosphates have double bonds, but are tetrahedral. */
function isFlat(molecule: Molecule, atom: number): boolean {
  const element = molecule.getAtomicNo(atom);
  if (element === 7 && molecule.isFlatNitrogen(atom)) return true;
  return element >= 5 && element <= 8 && molecule.getAtomPi(atom) > 0;
}

function bondOf(molecule: Molecule, bond: number): Bond {
  return {
    from: molecule.getBondAtom(0, bond),
    to: molecule.getBondAtom(1, bond),
    order: molecule.getBondOrder(bond),
    aromatic: molecule.isAromaticBond(bond),
    inRing: molecule.isRingBond(bond),
  };
}

function heavyNeighbours(molecule: Molecule, atom: number): number[] {
  return Array.from({ length: molecule.getConnAtoms(atom) }, (_, k) => molecule.getConnAtom(atom, k)).sort(
    (a, b) => a - b,
  );
}

function centreOf(molecule: Molecule, atom: number): StereoCentre[] {
  const parity = molecule.getAtomParity(atom);
  const [a, b, c] = heavyNeighbours(molecule, atom);
  // An allene has its parity at an atom with two neighbours.
  if ((parity !== 1 && parity !== 2) || c === undefined) return [];
  return [{ atom, neighbours: [a, b, c], clockwise: parity === 1 }];
}

function stereoBond(molecule: Molecule, { from, to, order, aromatic }: Bond, bond: number): StereoBond[] {
  const parity = molecule.getBondParity(bond);
  if (order !== 2 || aromatic || (parity !== 1 && parity !== 2)) return [];
  const a = heavyNeighbours(molecule, from).find((atom) => atom !== to);
  const b = heavyNeighbours(molecule, to).find((atom) => atom !== from);
  // The parity is about the lowest neighbours on either side.
  return a === undefined || b === undefined ? [] : [{ bond, neighbours: [a, b], sameSide: parity === 2 }];
}

/** The library's message, without what only its authors understand. */
function reasonOf(error: unknown): string {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const said = first
    .replace(/^Class\$S\d+:\s*/, "")
    .replace(/^(?:\w*Exception|SmilesParser|Error):\s*/i, "")
    .replace(/[,;.]?\s*position:\s*(\d+)$/i, (_, position) => `, after ${Number(position)} characters`);
  return said === "" ? "it cannot be read" : said.charAt(0).toLowerCase() + said.slice(1);
}
