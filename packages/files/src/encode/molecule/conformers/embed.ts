import type { Random } from "@bagwise/core/base";
import { lbfgs, type SmoothFunction } from "@bagwise/core/linalg";
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
  const strain = strainOf(bounds, volumesOf(geometry), { volumes: 1, press: 0 });
  return inSpace(lbfgs(strain, widened(coordinates), { maxIterations: 40, tolerance: 1e-2, memory: 5 }).x);
}

function attemptOf(bounds: Bounds, volumes: readonly Volume[], random: Random): Embedded | undefined {
  const n = bounds.atoms;
  const spread = Math.max(1, Math.sqrt(n) / 2);
  const start = Float64Array.from({ length: DIMENSIONS * n }, () => spread * random.normal());
  const steps = { maxIterations: 150, tolerance: 1e-2, memory: 5 };
  const wide = lbfgs(strainOf(bounds, volumes, { volumes: 0.1, press: 0.02 }), start, steps).x;
  const pressed = lbfgs(strainOf(bounds, volumes, { volumes: 1, press: 1 }), wide, steps).x;
  const flat = strainOf(bounds, volumes, { volumes: 1, press: 0 });
  const found = lbfgs(flat, widened(inSpace(pressed)), { ...steps, tolerance: 1e-3 }).x;
  const coordinates = inSpace(found);
  const turned = volumes.some(
    ({ wanted, ...each }) => wanted !== 0 && volumeAt(coordinates, each) * Math.sign(wanted) <= 0,
  );
  return turned ? undefined : { coordinates, stretch: stretchOf(bounds, coordinates) };
}

/** Without the fourth coordinate. */
function inSpace(x: Float64Array): Float64Array {
  const points = new Float64Array((x.length / DIMENSIONS) * 3);
  for (let i = 0; 3 * i < points.length; i++) points.set(x.subarray(DIMENSIONS * i, DIMENSIONS * i + 3), 3 * i);
  return points;
}

/** With a fourth coordinate of 0, where it stays unless something pulls. */
function widened(points: Float64Array): Float64Array {
  const x = new Float64Array((points.length / 3) * DIMENSIONS);
  for (let i = 0; 3 * i < points.length; i++) x.set(points.subarray(3 * i, 3 * i + 3), DIMENSIONS * i);
  return x;
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

/** The weights of volumes, and of the square of the fourth coordinate. */
interface StrainOptions {
  readonly volumes: number;
  readonly press: number;
}

/** How far distances and volumes are from what they should be: a smooth function of the points. */
function strainOf(bounds: Bounds, volumes: readonly Volume[], weights: StrainOptions): SmoothFunction {
  const n = bounds.atoms;
  const lower = bounds.lower.map((value) => value * value);
  const upper = bounds.upper.map((value) => value * value);
  return (x, gradient) => {
    gradient.fill(0);
    let strain = 0;
    for (let i = 1; i < n; i++) {
      const [a, b, c, d] = [x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]];
      for (let j = 0; j < i; j++) {
        const at = i * n + j;
        const p = a - x[4 * j];
        const q = b - x[4 * j + 1];
        const r = c - x[4 * j + 2];
        const s = d - x[4 * j + 3];
        const square = p * p + q * q + r * r + s * s;
        let slope: number;
        if (square > upper[at]) {
          const excess = square / upper[at] - 1;
          strain += excess * excess;
          slope = (4 * excess) / upper[at];
        } else if (square < lower[at]) {
          const sum = lower[at] + square;
          const excess = (2 * lower[at]) / sum - 1;
          strain += excess * excess;
          slope = (-8 * excess * lower[at]) / (sum * sum);
        } else continue;
        gradient[4 * i] += slope * p;
        gradient[4 * i + 1] += slope * q;
        gradient[4 * i + 2] += slope * r;
        gradient[4 * i + 3] += slope * s;
        gradient[4 * j] -= slope * p;
        gradient[4 * j + 1] -= slope * q;
        gradient[4 * j + 2] -= slope * r;
        gradient[4 * j + 3] -= slope * s;
      }
    }
    for (const volume of volumes) strain += addVolume(volume, x, gradient, weights.volumes);
    if (weights.press > 0)
      for (let at = 3; at < x.length; at += 4) {
        strain += weights.press * x[at] * x[at];
        gradient[at] += 2 * weights.press * x[at];
      }
    return strain;
  };
}

/** The squared lack of a volume, times its weight; adds the gradient. */
function addVolume(
  { atom, neighbours: [a, b, c], wanted }: Volume,
  x: Float64Array,
  gradient: Float64Array,
  weight: number,
): number {
  const [o, i, j, k] = [4 * atom, 4 * a, 4 * b, 4 * c];
  const [px, py, pz] = [x[i] - x[o], x[i + 1] - x[o + 1], x[i + 2] - x[o + 2]];
  const [qx, qy, qz] = [x[j] - x[o], x[j + 1] - x[o + 1], x[j + 2] - x[o + 2]];
  const [rx, ry, rz] = [x[k] - x[o], x[k + 1] - x[o + 1], x[k + 2] - x[o + 2]];
  const [ux, uy, uz] = [qy * rz - qz * ry, qz * rx - qx * rz, qx * ry - qy * rx];
  const lack = px * ux + py * uy + pz * uz - wanted;
  if (wanted !== 0 && lack * Math.sign(wanted) >= 0) return 0;
  const slope = 2 * weight * lack;
  const [vx, vy, vz] = [ry * pz - rz * py, rz * px - rx * pz, rx * py - ry * px];
  const [wx, wy, wz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
  add(gradient, i, slope, ux, uy, uz);
  add(gradient, j, slope, vx, vy, vz);
  add(gradient, k, slope, wx, wy, wz);
  add(gradient, o, -slope, ux + vx + wx, uy + vy + wy, uz + vz + wz);
  return weight * lack * lack;
}

function add(gradient: Float64Array, at: number, slope: number, x: number, y: number, z: number): void {
  gradient[at] += slope * x;
  gradient[at + 1] += slope * y;
  gradient[at + 2] += slope * z;
}

function volumeAt(x: Float64Array, { atom, neighbours }: Pick<Volume, "atom" | "neighbours">): number {
  const [p, q, r] = neighbours.map((end) => [0, 1, 2].map((k) => x[3 * end + k] - x[3 * atom + k]));
  return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
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
