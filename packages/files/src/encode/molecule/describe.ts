import type { Chemistry } from "./chemistry.js";
import { conformersOf } from "./conformers/conformers.js";
import { geometryOf } from "./conformers/geometry.js";
import { torsionsOf } from "./conformers/torsions.js";
import { environmentWriter } from "./environment-text.js";
import { environmentsOf } from "./fingerprint.js";
import type { MoleculeGraph } from "./graph.js";
import { atomsByKind } from "./pharmacophore.js";
import { drawnCoordinates, type Flaw, readStructure, type Structure } from "./structure.js";
import { USRCAT_NAMES, usrcat } from "./usrcat.js";

/** What is counted in a molecule. */
export const COUNTED = [
  "atom",
  "ring",
  "rotatable bond",
  "hydrophobic atom",
  "aromatic atom",
  "acceptor",
  "donor",
] as const;

/** A molecule as an encoder sees it. Plain data. */
export interface DescribedMolecule {
  /** The same for every spelling. */
  readonly smiles: string;
  /** Whether a counter-ion or a solvent was left out. */
  readonly stripped: boolean;
  /** The surroundings of its atoms, see `environmentsOf`: their numbers, each once. */
  readonly environments: Uint32Array;
  /** How many there are of `COUNTED`. */
  readonly counts: readonly number[];
  /** The description of each conformer, one after the other; empty if none are wanted. */
  readonly shapes: Float64Array;
  /** Whether the shape is that of the drawing, because no conformer was found. */
  readonly flat: boolean;
}

/** Molecules to describe. A unit of work: plain data, for any thread. */
export interface MoleculeJob {
  /** SMILES or molfiles. */
  readonly texts: readonly string[];
  /** The most conformers; 0 for none. */
  readonly conformers: number;
}

/** What came of a job. Plain data. */
export interface MoleculeOutcome {
  /** For each text, the molecule or what is wrong with it. */
  readonly molecules: readonly (DescribedMolecule | Flaw)[];
  /** Environments, each at its first appearance, as people write them. */
  readonly names: readonly (readonly [id: number, text: string])[];
}

/** Describes molecules. The same text gives the same bits, whatever else is in the job. */
export function describeMolecules(chemistry: Chemistry, { texts, conformers }: MoleculeJob): MoleculeOutcome {
  const names = new Map<number, string>();
  // Two spellings of a molecule share their conformers.
  const known = new Map<string, DescribedMolecule>();
  const molecules = texts.map((text) => {
    const structure = readStructure(chemistry, text);
    if ("flaw" in structure) return structure;
    const before = structure.coordinates === undefined ? known.get(structure.id) : undefined;
    if (before !== undefined) return { ...before, stripped: structure.stripped };
    const described = describeStructure(chemistry, structure, conformers, names);
    if (structure.coordinates === undefined) known.set(structure.id, described);
    return described;
  });
  return { molecules, names: [...names] };
}

function describeStructure(
  chemistry: Chemistry,
  structure: Structure,
  conformers: number,
  names: Map<number, string>,
): DescribedMolecule {
  const { smiles, stripped, graph, coordinates } = structure;
  const environments = environmentsOf(graph);
  const write = environmentWriter(graph);
  for (const each of environments) if (!names.has(each.id)) names.set(each.id, write(each));
  const described = {
    smiles,
    stripped,
    environments: Uint32Array.from(environments, ({ id }) => id),
    counts: countsOf(graph),
  };
  if (conformers === 0) return { ...described, shapes: new Float64Array(0), flat: false };
  const found =
    coordinates === undefined ? conformersOf(graph, { count: conformers, seed: seedOf(structure.id) }) : [coordinates];
  const places = found.length === 0 ? [drawnCoordinates(chemistry, structure)] : found;
  const shapes = new Float64Array(places.length * USRCAT_NAMES.length);
  places.forEach((each, k) => {
    shapes.set(usrcat(graph, each), k * USRCAT_NAMES.length);
  });
  return { ...described, shapes, flat: found.length === 0 };
}

/** In the order of `COUNTED`. */
function countsOf(graph: MoleculeGraph): number[] {
  const kinds = atomsByKind(graph);
  return [
    graph.atoms.length,
    graph.rings.length,
    torsionsOf(geometryOf(graph)).length,
    kinds.hydrophobic.length,
    kinds.aromatic.length,
    kinds.acceptor.length,
    kinds.donor.length,
  ];
}

/** A seed that belongs to the molecule, so that its conformers do not depend on the others (FNV-1a). */
function seedOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < id.length; k++) hash = Math.imul(hash ^ id.charCodeAt(k), 0x01000193);
  return hash >>> 0;
}
