import { type Bond, type MoleculeGraph, type Neighbour, neighboursOf } from "../graph.js";

/**
 * Covalent radii in ångström for single, double and triple bonds (Pyykkö and Atsumi 2009): the length of
 * a bond is the sum of two. Other elements get `OTHER`.
 */
const RADII: Readonly<Record<number, readonly [number, number, number]>> = {
  1: [0.32, 0.32, 0.32],
  5: [0.85, 0.78, 0.73],
  6: [0.75, 0.67, 0.6],
  7: [0.71, 0.6, 0.54],
  8: [0.63, 0.57, 0.53],
  9: [0.64, 0.59, 0.53],
  14: [1.16, 1.07, 1.02],
  15: [1.11, 1.02, 0.94],
  16: [1.03, 0.94, 0.95],
  17: [0.99, 0.95, 0.93],
  33: [1.21, 1.14, 1.06],
  34: [1.16, 1.07, 1.07],
  35: [1.14, 1.09, 1.1],
  52: [1.36, 1.28, 1.21],
  53: [1.33, 1.29, 1.25],
};
const OTHER = [1.4, 1.3, 1.2] as const;

/**
 * Radii of van der Waals in ångström (Bondi 1964). Hydrogens are not there by themselves, so carbon is
 * a little larger.
 */
const SIZES: Readonly<Record<number, number>> = {
  1: 1.2,
  6: 1.75,
  7: 1.55,
  8: 1.5,
  9: 1.47,
  15: 1.8,
  16: 1.8,
  17: 1.75,
  35: 1.85,
  53: 1.98,
};
const OTHER_SIZE = 1.9;

/** How large an atom is, in ångström. */
export function sizeOf(element: number): number {
  return SIZES[element] ?? OTHER_SIZE;
}

/** A molecule with what its shape depends on. */
export interface Geometry {
  readonly graph: MoleculeGraph;
  readonly neighbours: readonly (readonly Neighbour[])[];
  /** For each atom, whether its two bonds point in opposite directions. */
  readonly linear: readonly boolean[];
  /** For each atom, the rings it is in. */
  readonly ringsOf: readonly (readonly number[])[];
}

export function geometryOf(graph: MoleculeGraph): Geometry {
  const neighbours = neighboursOf(graph);
  const linear = neighbours.map(
    (own) =>
      own.length === 2 &&
      (own.some(({ bond }) => bond.order === 3) || own.every(({ bond }) => bond.order === 2 && !bond.aromatic)),
  );
  const ringsOf: number[][] = graph.atoms.map(() => []);
  graph.rings.forEach((ring, k) => {
    for (const atom of ring) ringsOf[atom].push(k);
  });
  // A sulfone has two double bonds as well, but other bonds too.
  return { graph, neighbours, linear, ringsOf };
}

/** The smallest ring that holds all these atoms; undefined if none does. */
export function sharedRing({ graph, ringsOf }: Geometry, atoms: readonly number[]): readonly number[] | undefined {
  let smallest: readonly number[] | undefined;
  for (const k of ringsOf[atoms[0]]) {
    const ring = graph.rings[k];
    if ((smallest === undefined || ring.length < smallest.length) && atoms.every((atom) => ring.includes(atom)))
      smallest = ring;
  }
  return smallest;
}

/** The length of a bond in ångström. Single bonds between flat atoms are shorter than others. */
export function bondLength({ atoms }: MoleculeGraph, { from, to, order, aromatic }: Bond): number {
  const [a, b] = [atoms[from], atoms[to]];
  const sum = (k: 0 | 1 | 2) => radius(a.element, k) + radius(b.element, k);
  if (order === 3) return sum(2);
  if (aromatic) return (sum(0) + sum(1)) / 2;
  if (order === 2) return sum(1);
  const hetero = a.element !== 6 || b.element !== 6;
  return a.flat && b.flat && hetero ? (sum(0) + sum(1)) / 2 : sum(0);
}

function radius(element: number, k: 0 | 1 | 2): number {
  return (RADII[element] ?? OTHER)[k];
}

/** Angles within rings, in degrees, by the number of atoms, for flat atoms and for others. */
const RING_ANGLES: Readonly<Record<number, readonly [flat: number, other: number]>> = {
  3: [60, 60],
  4: [90, 90],
  5: [108, 104],
  6: [120, 111],
  7: [127, 114],
};
/** Angles between other bonds of an atom in such a ring. */
const OUTER_ANGLES: Readonly<Record<number, number>> = { 3: 117, 4: 114, 5: 112 };

/** The angle at an atom between two of its neighbours, in degrees; undefined if it may be any. */
export function bondAngle(geometry: Geometry, atom: number, a: number, b: number): number | undefined {
  const { graph, neighbours, linear } = geometry;
  const { element, flat } = graph.atoms[atom];
  const own = neighbours[atom];
  if (own.length > 4) return undefined;
  if (linear[atom]) return 180;
  const inner = ringAngle(geometry, atom, a, b);
  if (inner !== undefined) return inner;
  if (flat && own.length === 3) return remainingAngle(geometry, atom, a, b);
  if (flat) return 120;
  if (element === 16 || element === 15) return sulfurAngle(geometry, atom, a, b);
  if (element === 8) return graph.atoms[a].aromatic || graph.atoms[b].aromatic ? 117 : 112;
  const rings = geometry.ringsOf[atom].map((k) => graph.rings[k].length);
  return OUTER_ANGLES[Math.min(...rings)] ?? (element === 6 ? 110.5 : 109);
}

function ringAngle(geometry: Geometry, atom: number, a: number, b: number): number | undefined {
  const size = sharedRing(geometry, [a, atom, b])?.length;
  return size === undefined ? undefined : RING_ANGLES[size][geometry.graph.atoms[atom].flat ? 0 : 1];
}

/** Three bonds in a plane: what the angles within rings leave of 360 degrees. */
function remainingAngle(geometry: Geometry, atom: number, a: number, b: number): number {
  const [third] = geometry.neighbours[atom].map((each) => each.atom).filter((each) => each !== a && each !== b);
  const inner = [ringAngle(geometry, atom, a, third), ringAngle(geometry, atom, b, third)];
  const [first, second] = inner;
  if (first !== undefined && second !== undefined) return 360 - first - second;
  const only = first ?? second;
  return only === undefined ? 120 : (360 - only) / 2;
}

/** A sulfone is wide between its oxygens, a thioether is narrow. Phosphates are like sulfones. */
function sulfurAngle({ neighbours }: Geometry, atom: number, a: number, b: number): number {
  const own = neighbours[atom];
  if (own.length < 3) return 100;
  const double = (end: number) => own.some((each) => each.atom === end && each.bond.order === 2);
  if (double(a) && double(b)) return 119;
  return double(a) || double(b) ? 107.5 : 104;
}
