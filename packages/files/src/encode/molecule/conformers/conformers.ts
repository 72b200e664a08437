import { type Random, random } from "@bagwise/core/base";
import type { MoleculeGraph } from "../graph.js";
import { type Bounds, boundsOf } from "./bounds.js";
import { embed, relax } from "./embed.js";
import { type Geometry, geometryOf } from "./geometry.js";
import { torsionsOf, withTorsions } from "./torsions.js";

/** Larger molecules get no conformers: the cost grows with the cube. */
export const MOST_ATOMS = 200;
/** Shapes of rings that turning bonds does not change, to start from. */
const STARTS = 3;
/** How often torsions are drawn anew if atoms are in each other's way, or if a shape is not new. */
const MOST_DRAWS = 20;
const MOST_REPEATS = 3;
/** A squared overlap, in ångström, that does not matter. */
const TOUCH = 0.1;
/** Shapes are the same if no distance of two atoms differs by more, in ångström. */
const SAME = 0.4;

export interface ConformerOptions {
  /** How many are wanted. A stiff molecule has fewer. */
  readonly count: number;
  readonly seed: number;
}

/**
 * Shapes that a molecule can take, as coordinates in ångström of its atoms without hydrogens: x, y and z
 * one after the other. Rings and stereo centres come from distance geometry, the rest from turning single
 * bonds to angles they like, until no atoms are in each other's way. They are no minima of an energy, and
 * all are equally good. The same graph and seed give the same bits, on every machine. None for a
 * molecule of more than `MOST_ATOMS` atoms, or with impossible stereo centres. Costs about 30 ms for ten
 * conformers of a molecule like a drug.
 */
export function conformersOf(graph: MoleculeGraph, { count, seed }: ConformerOptions): Float64Array[] {
  if (count === 0 || graph.atoms.length > MOST_ATOMS) return [];
  const geometry = geometryOf(graph);
  const bounds = boundsOf(geometry);
  const source = random(seed);
  const torsions = torsionsOf(geometry);
  const starts = startsOf(geometry, bounds, Math.min(count, STARTS), source);
  const found: Float64Array[] = [];
  let repeats = 0;
  for (let k = 0; found.length < count && repeats < MOST_REPEATS && starts.length > 0; k++) {
    const start = starts[k % starts.length];
    const shape = torsions.length === 0 ? start : drawn(start, { geometry, bounds, torsions, source });
    const isNew = found.every((other) => !isSame(shape, other));
    if (isNew) found.push(shape);
    // A stiff molecule has no further shapes.
    else if (torsions.length === 0 && k >= starts.length) break;
    repeats = isNew ? 0 : repeats + 1;
  }
  return found;
}

/** One embedding, or several where rings can change their shape or stereo centres are not given. */
function startsOf(geometry: Geometry, bounds: Bounds, most: number, source: Random): Float64Array[] {
  const wanted = isFlexible(geometry) ? most : 1;
  return Array.from({ length: wanted }, () => embed(geometry, bounds, source)).flatMap((each) =>
    each === undefined ? [] : [each.coordinates],
  );
}

function isFlexible({ graph, neighbours }: Geometry): boolean {
  const given = new Set(graph.centres.map(({ atom }) => atom));
  const small = new Set(graph.rings.flat());
  return graph.atoms.some(({ flat }, atom) => {
    if (flat) return false;
    const inRing = neighbours[atom].some(({ bond }) => bond.inRing);
    // In a ring that is too large for the list, or in one that is not stiff.
    const bends = inRing && (!small.has(atom) || graph.rings.some((ring) => ring.length > 4 && ring.includes(atom)));
    return bends || (neighbours[atom].length > 2 && !given.has(atom));
  });
}

interface Drawing {
  readonly geometry: Geometry;
  readonly bounds: Bounds;
  readonly torsions: ReturnType<typeof torsionsOf>;
  readonly source: Random;
}

/** Random torsions with the least overlap of atoms; what overlaps is moved apart. */
function drawn(start: Float64Array, { geometry, bounds, torsions, source }: Drawing): Float64Array {
  let best = start;
  let least = Number.POSITIVE_INFINITY;
  for (let draw = 0; draw < MOST_DRAWS && least > TOUCH; draw++) {
    const shape = withTorsions(start, torsions, source);
    const overlap = overlapOf(shape, bounds, least);
    if (overlap < least) [best, least] = [shape, overlap];
  }
  return least > TOUCH ? relax(geometry, bounds, best) : best;
}

/** The sum of squares by which atoms are too close, or more than `most`. */
function overlapOf(x: Float64Array, { atoms: n, lower }: Bounds, most: number): number {
  let overlap = 0;
  for (let i = 1; i < n && overlap < most; i++)
    for (let j = 0; j < i; j++) {
      const least = lower[i * n + j];
      const square = squareOf(x, i, j);
      if (square >= least * least) continue;
      const lack = least - Math.sqrt(square);
      overlap += lack * lack;
    }
  return overlap;
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  const n = a.length / 3;
  for (let i = 1; i < n; i++)
    for (let j = 0; j < i; j++)
      if (Math.abs(Math.sqrt(squareOf(a, i, j)) - Math.sqrt(squareOf(b, i, j))) > SAME) return false;
  return true;
}

function squareOf(x: Float64Array, i: number, j: number): number {
  const [u, v, w] = [x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]];
  return u * u + v * v + w * w;
}
