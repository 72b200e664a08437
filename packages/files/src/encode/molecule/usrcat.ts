import { exp, log } from "@bagwise/core/base";
import type { MoleculeGraph } from "./graph.js";
import { ATOM_KINDS, atomsByKind } from "./pharmacophore.js";

/** The points that distances are measured from. */
const POINTS = ["centre", "closest", "farthest", "opposite"] as const;
/** What is told about the distances. */
const MOMENTS = ["mean", "spread", "skew"] as const;

/**
 * What the 60 numbers are called. `usrcat donor farthest mean` is the mean distance of the hydrogen-bond
 * donors from the atom that is farthest from the centre.
 */
export const USRCAT_NAMES: readonly string[] = ["all", ...ATOM_KINDS].flatMap((kind) =>
  POINTS.flatMap((point) => MOMENTS.map((moment) => `usrcat ${kind} ${point} ${moment}`)),
);

/**
 * The shape of a conformer and where the kinds of atoms are in it, as 60 numbers that do not change when it
 * is moved or turned (USRCAT, Schreyer and Blundell 2012): from the centre, the atom closest to it, the
 * atom farthest from it, and the atom farthest from that, the mean distance, the standard deviation and
 * the cube root of the third central moment, for all atoms and for each kind. Mirror images are alike.
 * Numbers of a kind without atoms are 0. Costs O(atoms).
 */
export function usrcat(graph: MoleculeGraph, coordinates: Float64Array): Float64Array {
  const n = graph.atoms.length;
  const distances = referenceDistances(coordinates, n);
  const kinds = atomsByKind(graph);
  const subsets = [Array.from({ length: n }, (_, atom) => atom), ...ATOM_KINDS.map((kind) => kinds[kind])];
  return Float64Array.from(subsets.flatMap((atoms) => distances.flatMap((own) => moments(own, atoms))));
}

/** For each reference point, the distance of every atom. */
function referenceDistances(x: Float64Array, n: number): Float64Array[] {
  const mean = (k: number) => {
    let sum = 0;
    for (let atom = 0; atom < n; atom++) sum += x[3 * atom + k];
    return sum / n;
  };
  const from = (p: number, q: number, r: number) =>
    Float64Array.from({ length: n }, (_, atom) => {
      const [u, v, w] = [x[3 * atom] - p, x[3 * atom + 1] - q, x[3 * atom + 2] - r];
      return Math.sqrt(u * u + v * v + w * w);
    });
  const fromAtom = (atom: number) => from(x[3 * atom], x[3 * atom + 1], x[3 * atom + 2]);
  const centre = from(mean(0), mean(1), mean(2));
  const closest = fromAtom(extreme(centre, -1));
  const farthest = fromAtom(extreme(centre, 1));
  return [centre, closest, farthest, fromAtom(extreme(farthest, 1))];
}

/** Distances that differ by less are the same: in a symmetric molecule, rounding must not choose. */
const ALIKE = 1e-9;

/** The first atom with the largest (1) or smallest (-1) distance. */
function extreme(distances: Float64Array, sign: 1 | -1): number {
  let best = 0;
  for (let atom = 1; atom < distances.length; atom++)
    if (sign * (distances[atom] - distances[best]) > ALIKE) best = atom;
  return best;
}

function moments(distances: Float64Array, atoms: readonly number[]): [number, number, number] {
  const n = atoms.length;
  if (n === 0) return [0, 0, 0];
  let mean = 0;
  for (const atom of atoms) mean += distances[atom];
  mean /= n;
  let [second, third] = [0, 0];
  for (const atom of atoms) {
    const off = distances[atom] - mean;
    second += off * off;
    third += off * off * off;
  }
  return [mean, Math.sqrt(second / n), cubeRoot(third / n)];
}

/** The real cube root, the same bits on every machine. 0 for what is only rounding. */
function cubeRoot(x: number): number {
  const size = Math.abs(x);
  if (size < 1e-12) return 0;
  const root = exp(log(size) / 3);
  // One step of Newton's method mends the last digits.
  return Math.sign(x) * (root - (root * root * root - size) / (3 * root * root));
}
