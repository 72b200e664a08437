import type { Bond } from "../graph.js";
import { direction } from "./angle.js";
import { bondAngle, bondLength, type Geometry, sharedRing, sizeOf } from "./geometry.js";

/** The least and the largest distance of every pair of atoms, in ångström: n x n, row by row. */
export interface Bounds {
  readonly atoms: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** How much distances over one, two and three bonds may differ from the ideal ones. */
const SLACK = { bond: 0.01, angle: 0.03, torsion: 0.06 };
/** Atoms that are four bonds apart may come closer than others: as parts of the sum of their sizes. */
const CLOSE = { four: 0.75, further: 0.9 };
/** The distance across a chair of six atoms, for bonds of 1.53 ångström; that of a boat is 2.6. */
const CHAIR = 2.88;
const FAR = 1e3;

/**
 * Bounds on all distances, from bond lengths, angles and the possible torsions. Double bonds, aromatic
 * rings and flat parts of rings are flat; saturated rings of six atoms are chairs; all else is free.
 * Costs O(n^3) for n atoms.
 */
export function boundsOf(geometry: Geometry): Bounds {
  const n = geometry.graph.atoms.length;
  const lower = new Float64Array(n * n);
  const upper = new Float64Array(n * n).fill(FAR);
  const apart = bondsApart(geometry);
  const bounds = { atoms: n, lower, upper };
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      if (i === j) upper[i * n + j] = 0;
      else if (apart[i * n + j] > 3) {
        const near = apart[i * n + j] === 4 ? CLOSE.four : CLOSE.further;
        const sizes = sizeOf(geometry.graph.atoms[i].element) + sizeOf(geometry.graph.atoms[j].element);
        lower[i * n + j] = near * sizes;
      }
    }
  const lengths = lengthsOf(geometry);
  for (const { from, to } of geometry.graph.bonds) {
    const length = lengths(from, to);
    narrow(bounds, from, to, length - SLACK.bond, length + SLACK.bond);
  }
  addAngles(geometry, bounds, lengths, apart);
  addTorsions(geometry, bounds, lengths, apart);
  addChairs(geometry, bounds, lengths);
  smooth(bounds);
  return bounds;
}

type Lengths = (a: number, b: number) => number;

/** The length of the bond between two atoms. */
function lengthsOf({ graph }: Geometry): Lengths {
  const n = graph.atoms.length;
  const lengths = new Map<number, number>();
  for (const bond of graph.bonds) {
    const length = bondLength(graph, bond);
    lengths.set(bond.from * n + bond.to, length);
    lengths.set(bond.to * n + bond.from, length);
  }
  return (a, b) => lengths.get(a * n + b) ?? 0;
}

/** How many bonds are between two atoms, n x n; 255 if there is no way. */
export function bondsApart({ graph, neighbours }: Geometry): Uint8Array {
  const n = graph.atoms.length;
  const apart = new Uint8Array(n * n).fill(255);
  for (let start = 0; start < n; start++) {
    const queue = [start];
    apart[start * n + start] = 0;
    for (let k = 0; k < queue.length; k++) {
      const next = Math.min(254, apart[start * n + queue[k]] + 1);
      for (const { atom } of neighbours[queue[k]])
        if (apart[start * n + atom] === 255) {
          apart[start * n + atom] = next;
          queue.push(atom);
        }
    }
  }
  return apart;
}

function narrow({ atoms, lower, upper }: Bounds, i: number, j: number, low: number, high: number): void {
  for (const at of [i * atoms + j, j * atoms + i]) {
    lower[at] = low;
    upper[at] = high;
  }
}

function addAngles(geometry: Geometry, bounds: Bounds, lengths: Lengths, apart: Uint8Array): void {
  const n = bounds.atoms;
  geometry.neighbours.forEach((own, atom) => {
    for (let p = 0; p < own.length; p++)
      for (let q = 0; q < p; q++) {
        const [a, b] = [own[p].atom, own[q].atom];
        if (apart[a * n + b] !== 2) continue;
        const [x, y] = [lengths(atom, a), lengths(atom, b)];
        const angle = bondAngle(geometry, atom, a, b);
        const across = (degrees: number) => Math.sqrt(x * x + y * y - 2 * x * y * direction(degrees).cos);
        if (angle === undefined) narrow(bounds, a, b, across(70), x + y);
        else narrow(bounds, a, b, across(angle) - SLACK.angle, across(angle) + SLACK.angle);
      }
  });
}

/** What a torsion may be: atoms at the ends of a chain of four on the same side, opposite, or anything. */
type Torsion = "same" | "opposite" | "any";

function addTorsions(geometry: Geometry, bounds: Bounds, lengths: Lengths, apart: Uint8Array): void {
  const n = bounds.atoms;
  const known = new Set<number>();
  geometry.graph.bonds.forEach((bond, k) => {
    const { from: b, to: c } = bond;
    for (const { atom: a } of geometry.neighbours[b])
      for (const { atom: d } of geometry.neighbours[c]) {
        if (apart[a * n + d] !== 3) continue;
        const [atB, atC] = [bondAngle(geometry, b, a, c), bondAngle(geometry, c, b, d)];
        if (atB === undefined || atC === undefined) continue;
        const torsion = torsionOf(geometry, bond, k, a, d);
        const pair = Math.min(a, d) * n + Math.max(a, d);
        // Two ways around a ring: the one that knows more decides.
        if (known.has(pair)) continue;
        if (torsion !== "any") known.add(pair);
        const chain = { ab: lengths(a, b), bc: lengths(b, c), cd: lengths(c, d), atB, atC };
        const [same, opposite] = [chainLength(chain, 1), chainLength(chain, -1)];
        const low = torsion === "opposite" ? opposite : same;
        const high = torsion === "same" ? same : opposite;
        narrow(bounds, a, d, low - SLACK.torsion, high + SLACK.torsion);
      }
  });
}

/** The distance of the ends of a chain of four atoms in a plane, on the same side (1) or not (-1). */
function chainLength(
  { ab, bc, cd, atB, atC }: Record<"ab" | "bc" | "cd" | "atB" | "atC", number>,
  side: 1 | -1,
): number {
  const [b, c] = [direction(atB), direction(atC)];
  const x = bc - cd * c.cos - ab * b.cos;
  const y = side * cd * c.sin - ab * b.sin;
  return Math.sqrt(x * x + y * y);
}

function torsionOf(
  geometry: Geometry,
  { from: b, to: c, order, aromatic }: Bond,
  k: number,
  a: number,
  d: number,
): Torsion {
  const { graph } = geometry;
  const ring = sharedRing(geometry, [b, c]);
  const planar = aromatic || order === 2 || (ring !== undefined && graph.atoms[b].flat && graph.atoms[c].flat);
  if (!planar) return "any";
  if (ring === undefined) return acrossDoubleBond(geometry, k, a, d);
  if (sharedRing(geometry, [a, b, c, d]) !== undefined) return "same";
  const [first, last] = [sharedRing(geometry, [a, b, c]), sharedRing(geometry, [b, c, d])];
  return first === undefined && last === undefined ? "same" : "opposite";
}

/** As the stereo bond says; larger parts are opposite if it says nothing. */
function acrossDoubleBond({ graph, neighbours }: Geometry, k: number, a: number, d: number): Torsion {
  const { from, to } = graph.bonds[k];
  const stereo = graph.doubleBonds.find((each) => each.bond === k);
  const firstAt = (atom: number, other: number) =>
    Math.min(...neighbours[atom].map((each) => each.atom).filter((each) => each !== other));
  const [p, q] = stereo?.neighbours ?? [firstAt(from, to), firstAt(to, from)];
  const same = stereo?.sameSide ?? false;
  return same === ((a === p) === (d === q)) ? "same" : "opposite";
}

function addChairs({ graph }: Geometry, { atoms: n, lower, upper }: Bounds, lengths: Lengths): void {
  for (const ring of graph.rings) {
    if (ring.length !== 6 || ring.some((atom) => graph.atoms[atom].flat)) continue;
    const mean = ring.reduce((sum, atom, k) => sum + lengths(atom, ring[(k + 1) % 6]), 0) / 6;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [ring[k], ring[k + 3]];
      // Bridged rings cannot be chairs.
      if (upper[a * n + b] < CHAIR) continue;
      const least = Math.min((CHAIR * mean) / 1.53, upper[a * n + b] - 0.01);
      for (const at of [a * n + b, b * n + a]) lower[at] = Math.max(lower[at], least);
    }
  }
}

/** Tightens bounds by the triangle inequality, as far as they do not contradict each other. */
function smooth({ atoms: n, lower, upper }: Bounds): void {
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++) {
      const way = upper[i * n + k];
      if (way >= FAR) continue;
      for (let j = 0; j < n; j++)
        if (way + upper[k * n + j] < upper[i * n + j]) upper[i * n + j] = way + upper[k * n + j];
    }
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const least = Math.max(lower[i * n + k] - upper[k * n + j], lower[j * n + k] - upper[k * n + i]);
        if (least > lower[i * n + j]) lower[i * n + j] = least;
      }
  for (let at = 0; at < n * n; at++) if (lower[at] > upper[at]) lower[at] = upper[at];
}
