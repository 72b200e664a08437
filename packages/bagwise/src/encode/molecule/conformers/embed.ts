import type { Random } from "../../../base/random.js";
import { lbfgs, type SmoothFunction } from "../../../linalg/lbfgs.js";
import type { Bounds } from "./bounds.js";
import type { Geometry } from "./geometry.js";

/** Points are found in four dimensions, where atoms can pass each other, and then pressed into three. */
const DIMENSIONS = 4;
const MOST_TRIES = 10;
/** How much a bond or an angle may be stretched, in ångström, before an attempt counts as failed. */
const MOST_STRETCH = 0.25;
/** The volume that the bonds of a stereo centre span has at least this part of the product of their lengths. */
const CHIRAL = 0.45;

/** The space that three bonds of an atom span: a sign that is wanted, or none if they should be flat. */
interface Volume {
  readonly atom: number;
  readonly neighbours: readonly [number, number, number];
  /** At least this, with its sign; 0 for flat. */
  readonly wanted: number;
}

/** Points in space, x, y and z of each atom, and how far the worst distance is out of its bounds. */
export interface Embedded {
  readonly coordinates: Float64Array;
  readonly stretch: number;
}

/**
 * Random points that keep within the bounds on distances, with stereo centres as they should be and flat
 * atoms flat: distance geometry (Crippen and Havel 1988), from random points as in RDKit. Undefined if
 * no attempt gets the stereo centres right. Costs some 300 passes over all pairs of atoms.
 */
export function embed(geometry: Geometry, bounds: Bounds, random: Random): Embedded | undefined {
  const volumes = volumesOf(geometry);
  let best: Embedded | undefined;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const found = attemptOf(bounds, volumes, random);
    if (found === undefined || (best !== undefined && found.stretch >= best.stretch)) continue;
    best = found;
    if (best.stretch <= MOST_STRETCH) break;
  }
  return best;
}

/** The same points, moved as little as it takes to keep within the bounds. */
export function relax(geometry: Geometry, bounds: Bounds, coordinates: Float64Array): Float64Array {
  return lbfgs(strainOf(bounds, volumesOf(geometry), { dimensions: 3, flat: 1, press: 0 }), coordinates, {
    maxIterations: 60,
    tolerance: 1e-3,
    memory: 6,
  }).x;
}

function attemptOf(bounds: Bounds, volumes: readonly Volume[], random: Random): Embedded | undefined {
  const n = bounds.atoms;
  const spread = Math.max(1, Math.sqrt(n) / 2);
  const start = Float64Array.from({ length: DIMENSIONS * n }, () => spread * random.normal());
  const steps = { maxIterations: 200, tolerance: 1e-2, memory: 6 };
  const wide = lbfgs(strainOf(bounds, volumes, { dimensions: DIMENSIONS, flat: 0.1, press: 0.02 }), start, steps).x;
  const pressed = lbfgs(strainOf(bounds, volumes, { dimensions: DIMENSIONS, flat: 1, press: 1 }), wide, steps).x;
  const flat = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) flat.set(pressed.subarray(DIMENSIONS * i, DIMENSIONS * i + 3), 3 * i);
  const strain = strainOf(bounds, volumes, { dimensions: 3, flat: 1, press: 0 });
  const coordinates = lbfgs(strain, flat, { ...steps, maxIterations: 300, tolerance: 1e-4 }).x;
  const turned = volumes.some(
    ({ wanted, ...each }) => wanted !== 0 && volumeAt(coordinates, each) * Math.sign(wanted) <= 0,
  );
  return turned ? undefined : { coordinates, stretch: stretchOf(bounds, coordinates) };
}

/** Stereo centres, and flat atoms with three neighbours. */
function volumesOf({ graph, neighbours }: Geometry): Volume[] {
  const chiral = graph.centres.map(({ atom, neighbours: own, clockwise }) => ({
    atom,
    neighbours: own,
    // About 1.5 ångström for each bond.
    wanted: (clockwise ? -1 : 1) * CHIRAL * 1.5 ** 3,
  }));
  const flat = graph.atoms.flatMap((each, atom) => {
    const [a, b, c] = neighbours[atom].map((neighbour) => neighbour.atom);
    return each.flat && neighbours[atom].length === 3 ? [{ atom, neighbours: [a, b, c] as const, wanted: 0 }] : [];
  });
  return [...chiral, ...flat];
}

interface StrainOptions {
  readonly dimensions: number;
  /** The weight of volumes. */
  readonly flat: number;
  /** The weight of the square of the fourth coordinate. */
  readonly press: number;
}

/** How far distances and volumes are from what they should be: a smooth function of the points. */
function strainOf({ atoms: n, lower, upper }: Bounds, volumes: readonly Volume[], options: StrainOptions): SmoothFunction {
  const { dimensions: k, flat, press } = options;
  return (x, gradient) => {
    gradient.fill(0);
    let strain = 0;
    for (let i = 1; i < n; i++)
      for (let j = 0; j < i; j++) {
        let square = 0;
        for (let c = 0; c < k; c++) {
          const difference = x[k * i + c] - x[k * j + c];
          square += difference * difference;
        }
        const [low, high] = [lower[i * n + j], upper[i * n + j]];
        let slope = 0;
        if (square > high * high) {
          const excess = square / (high * high) - 1;
          strain += excess * excess;
          slope = (2 * excess) / (high * high);
        } else if (square < low * low) {
          const sum = low * low + square;
          const excess = (2 * low * low) / sum - 1;
          strain += excess * excess;
          slope = (-4 * excess * low * low) / (sum * sum);
        } else continue;
        for (let c = 0; c < k; c++) {
          const pull = 2 * slope * (x[k * i + c] - x[k * j + c]);
          gradient[k * i + c] += pull;
          gradient[k * j + c] -= pull;
        }
      }
    for (const volume of volumes) strain += flat * addVolume(volume, x, gradient, k, flat);
    if (press > 0)
      for (let i = 0; i < n; i++) {
        const out = x[k * i + 3];
        strain += press * out * out;
        gradient[k * i + 3] += 2 * press * out;
      }
    return strain;
  };
}

/** The squared lack of a volume; adds its gradient times `weight`. */
function addVolume(
  { atom, neighbours: [a, b, c], wanted }: Volume,
  x: Float64Array,
  gradient: Float64Array,
  k: number,
  weight: number,
): number {
  const at = (end: number) => [
    x[k * end] - x[k * atom],
    x[k * end + 1] - x[k * atom + 1],
    x[k * end + 2] - x[k * atom + 2],
  ];
  const [p, q, r] = [at(a), at(b), at(c)];
  const [qr, rp, pq] = [cross(q, r), cross(r, p), cross(p, q)];
  const volume = p[0] * qr[0] + p[1] * qr[1] + p[2] * qr[2];
  const lack = wanted === 0 ? volume : volume - wanted;
  if (wanted !== 0 && lack * Math.sign(wanted) >= 0) return 0;
  const slope = 2 * weight * lack;
  for (let i = 0; i < 3; i++) {
    gradient[k * a + i] += slope * qr[i];
    gradient[k * b + i] += slope * rp[i];
    gradient[k * c + i] += slope * pq[i];
    gradient[k * atom + i] -= slope * (qr[i] + rp[i] + pq[i]);
  }
  return lack * lack;
}

function volumeAt(x: Float64Array, { atom, neighbours }: Pick<Volume, "atom" | "neighbours">): number {
  const [p, q, r] = neighbours.map((end) => [0, 1, 2].map((i) => x[3 * end + i] - x[3 * atom + i]));
  const [u, v, w] = cross(q, r);
  return p[0] * u + p[1] * v + p[2] * w;
}

function cross(a: readonly number[], b: readonly number[]): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** How far the worst distance is out of its bounds, in ångström. */
function stretchOf({ atoms: n, lower, upper }: Bounds, x: Float64Array): number {
  let worst = 0;
  for (let i = 1; i < n; i++)
    for (let j = 0; j < i; j++) {
      const [u, v, w] = [x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]];
      const distance = Math.sqrt(u * u + v * v + w * w);
      worst = Math.max(worst, distance - upper[i * n + j], lower[i * n + j] - distance);
    }
  return worst;
}
