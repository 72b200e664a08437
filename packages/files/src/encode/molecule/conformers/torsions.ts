import type { Random } from "@bagwise/core/base";
import type { Bond } from "../graph.js";
import { direction } from "./angle.js";
import type { Geometry } from "./geometry.js";

/** A bond that turns: the torsion of four atoms, what moves with it, and the angles it likes. */
export interface Torsion {
  readonly chain: readonly [number, number, number, number];
  /** The atoms beyond the third one of the chain. */
  readonly moving: readonly number[];
  readonly likes: Likes;
}

/** Angles in degrees, equally likely, and how far each may be off. */
interface Likes {
  readonly angles: readonly number[];
  readonly off: number;
}

/** From crystal structures, roughly (Schärfer et al. 2013). */
const STAGGERED: Likes = { angles: [60, 180, 300], off: 12 };
const UPRIGHT: Likes = { angles: [90, 270], off: 25 };
const EITHER_WAY: Likes = { angles: [0, 180], off: 10 };
const TWISTED: Likes = { angles: [40, 140, 220, 320], off: 15 };
const SAME_SIDE: Likes = { angles: [0], off: 8 };
const ACROSS: Likes = { angles: [60, 120, 240, 300], off: 20 };
const SULFONAMIDE: Likes = { angles: [70, 290], off: 15 };
const ANY: Likes = { angles: [0, 60, 120, 180, 240, 300], off: 25 };

/** The bonds that turn: single, in no ring, with other atoms than hydrogen on both sides. */
export function torsionsOf(geometry: Geometry): Torsion[] {
  return geometry.graph.bonds.flatMap((bond) => {
    if (bond.order !== 1 || bond.aromatic || bond.inRing) return [];
    if (isEnd(geometry, bond.from, bond.to) || isEnd(geometry, bond.to, bond.from)) return [];
    const there = beyond(geometry, bond.from, bond.to);
    // The smaller side moves.
    const turned = 2 * there.length > geometry.graph.atoms.length;
    const [from, to] = turned ? [bond.to, bond.from] : [bond.from, bond.to];
    const moving = turned ? beyond(geometry, from, to) : there;
    const [a, d] = [reference(geometry, from, to), reference(geometry, to, from)];
    return [{ chain: [a, from, to, d] as const, moving, likes: likesOf(geometry, bond) }];
  });
}

/** Whether turning around this end changes nothing: no atoms beyond, a straight line, or three alike. */
function isEnd({ graph, neighbours, linear }: Geometry, atom: number, other: number): boolean {
  const own = neighbours[atom].filter((each) => each.atom !== other);
  if (own.length === 0 || linear[atom]) return true;
  const [first] = own;
  const alike = ({ atom: end }: { atom: number }) =>
    neighbours[end].length === 1 && graph.atoms[end].element === graph.atoms[first.atom].element;
  return own.length === 3 && own.every(alike);
}

/** The atoms on the far side of a bond, without its own. */
function beyond({ neighbours }: Geometry, from: number, to: number): number[] {
  const seen = new Set([from, to]);
  const found: number[] = [];
  const queue = [to];
  for (const atom of queue)
    for (const { atom: next } of neighbours[atom])
      if (!seen.has(next)) {
        seen.add(next);
        found.push(next);
        queue.push(next);
      }
  return found;
}

/** The neighbour that angles are measured from: an oxygen with a double bond, but not that of a sulfone. */
function reference({ graph, neighbours }: Geometry, atom: number, other: number): number {
  const own = neighbours[atom].filter((each) => each.atom !== other);
  const isOxo = ({ atom: end, bond }: (typeof own)[number]) => bond.order === 2 && graph.atoms[end].element !== 6;
  const chosen = graph.atoms[atom].flat ? own.find(isOxo) : own.find((each) => !isOxo(each));
  return (chosen ?? own[0]).atom;
}

function likesOf(geometry: Geometry, bond: Bond): Likes {
  const { atoms } = geometry.graph;
  // The flat side first.
  const [p, q] = atoms[bond.to].flat && !atoms[bond.from].flat ? [bond.to, bond.from] : [bond.from, bond.to];
  if (isCarbonyl(geometry, p)) return besideCarbonyl(geometry, q, p);
  if (isCarbonyl(geometry, q)) return besideCarbonyl(geometry, p, q);
  const [a, b] = [atoms[p], atoms[q]];
  if (a.flat && b.flat) return a.aromatic && b.aromatic ? TWISTED : EITHER_WAY;
  if (a.element === 16 || b.element === 16) return sulfurLikes(a.element, b.element);
  if (!a.flat) return STAGGERED;
  if (b.element === 8) return isAcyl(geometry, q) ? ACROSS : EITHER_WAY;
  return a.aromatic ? UPRIGHT : ANY;
}

/** A flat carbon with a double bond to oxygen, sulfur or nitrogen. */
function isCarbonyl({ graph, neighbours }: Geometry, atom: number): boolean {
  const { element, aromatic } = graph.atoms[atom];
  return (
    element === 6 &&
    !aromatic &&
    neighbours[atom].some((each) => each.bond.order === 2 && graph.atoms[each.atom].element !== 6)
  );
}

/** The oxygen of an ester. */
function isAcyl(geometry: Geometry, oxygen: number): boolean {
  return geometry.neighbours[oxygen].some(({ atom }) => isCarbonyl(geometry, atom));
}

/** Esters, and amides with one substituent, have it on the side of the oxygen. */
function besideCarbonyl({ graph, neighbours }: Geometry, atom: number, carbonyl: number): Likes {
  const { element, flat, hydrogens } = graph.atoms[atom];
  const others = neighbours[atom].filter((each) => each.atom !== carbonyl).length;
  if (element === 8 || (element === 7 && flat && others === 1 && hydrogens > 0)) return SAME_SIDE;
  return flat ? EITHER_WAY : ANY;
}

function sulfurLikes(a: number, b: number): Likes {
  return a === 7 || b === 7 ? SULFONAMIDE : { ...ANY, angles: [60, 90, 180, 270, 300] };
}

/** Points with every torsion at a random one of the angles it likes. */
export function withTorsions(points: Float64Array, torsions: readonly Torsion[], random: Random): Float64Array {
  const turned = points.slice();
  for (const torsion of torsions) {
    const { angles, off } = torsion.likes;
    setTorsion(turned, torsion, angles[random.below(angles.length)] + off * (2 * random.uniform() - 1));
  }
  return turned;
}

/** Turns what moves so that the torsion has this angle. Does nothing where three atoms are in line. */
function setTorsion(x: Float64Array, { chain: [a, b, c, d], moving }: Torsion, degrees: number): void {
  const axis = unit(minus(x, c, b));
  const from = unit(across(minus(x, a, b), axis));
  const to = unit(across(minus(x, d, c), axis));
  if (axis === undefined || from === undefined || to === undefined) return;
  const wanted = direction(degrees);
  const [cos, sin] = [dot(from, to), dot(cross(from, to), axis)];
  // The rotation that is still missing.
  const [u, v] = [wanted.cos * cos + wanted.sin * sin, wanted.sin * cos - wanted.cos * sin];
  for (const atom of moving) {
    const p = minus(x, atom, c);
    const along = dot(p, axis);
    const turned = cross(axis, p);
    for (let k = 0; k < 3; k++) x[3 * atom + k] = x[3 * c + k] + u * p[k] + v * turned[k] + (1 - u) * along * axis[k];
  }
}

type Vector = readonly [number, number, number];

function minus(x: Float64Array, a: number, b: number): Vector {
  return [x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The part of v at right angles to a unit vector. */
function across(v: Vector, axis: Vector | undefined): Vector {
  if (axis === undefined) return v;
  const along = dot(v, axis);
  return [v[0] - along * axis[0], v[1] - along * axis[1], v[2] - along * axis[2]];
}

function unit(v: Vector): Vector | undefined {
  const length = Math.sqrt(dot(v, v));
  return length > 1e-6 ? [v[0] / length, v[1] / length, v[2] / length] : undefined;
}
