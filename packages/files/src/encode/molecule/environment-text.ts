import type { Environment } from "./fingerprint.js";
import { type MoleculeGraph, type Neighbour, neighboursOf } from "./graph.js";

const SYMBOLS: Readonly<Record<number, string>> = {
  1: "H",
  5: "B",
  6: "C",
  7: "N",
  8: "O",
  9: "F",
  14: "Si",
  15: "P",
  16: "S",
  17: "Cl",
  34: "Se",
  35: "Br",
  53: "I",
};
const BONDS = ["~", "", "=", "#"];

/** Writes environments of a molecule like SMILES, from their central atom outwards; stereo is left out. */
export function environmentWriter(graph: MoleculeGraph): (environment: Environment) => string {
  const neighbours = neighboursOf(graph);
  return ({ atom, radius }) => new Writing(graph, neighbours).text(atom, radius);
}

/** One environment while it is written. */
class Writing {
  readonly #graph: MoleculeGraph;
  readonly #neighbours: readonly (readonly Neighbour[])[];
  /** The digits of rings that close at an atom. */
  readonly #digits = new Map<number, string>();
  readonly #children = new Map<number, Neighbour[]>();
  readonly #done = new Set<number>();

  constructor(graph: MoleculeGraph, neighbours: readonly (readonly Neighbour[])[]) {
    this.#graph = graph;
    this.#neighbours = neighbours;
  }

  text(centre: number, radius: number): string {
    const inside = this.#within(centre, radius);
    this.#walk(centre, inside, undefined);
    return this.#write(centre);
  }

  /** Atoms, and how many bonds away they are. Bonds between two outermost atoms do not belong to it. */
  #within(centre: number, radius: number): Map<number, number> {
    const inside = new Map([[centre, 0]]);
    for (const [atom, away] of inside)
      if (away < radius)
        for (const { atom: next } of this.#neighbours[atom]) if (!inside.has(next)) inside.set(next, away + 1);
    for (const [atom, away] of inside) if (away === radius && radius > 0) inside.set(atom, OUTERMOST);
    return inside;
  }

  /** A tree of the atoms, and the bonds that close rings. */
  #walk(atom: number, inside: ReadonlyMap<number, number>, from: Neighbour["bond"] | undefined): void {
    this.#done.add(atom);
    const own: Neighbour[] = [];
    this.#children.set(atom, own);
    for (const neighbour of this.#neighbours[atom]) {
      const { atom: next, bond } = neighbour;
      if (bond === from || !inside.has(next)) continue;
      if (inside.get(atom) === OUTERMOST && inside.get(next) === OUTERMOST) continue;
      if (!this.#done.has(next)) {
        own.push(neighbour);
        this.#walk(next, inside, bond);
      } else if (!this.#children.get(next)?.some((each) => each.bond === bond) && !this.#closed.has(bond)) {
        this.#closed.add(bond);
        const digit = String(this.#closed.size);
        for (const end of [atom, next]) this.#digits.set(end, (this.#digits.get(end) ?? "") + digit);
      }
    }
  }

  readonly #closed = new Set<Neighbour["bond"]>();

  #write(atom: number): string {
    // Short branches first, as people write them.
    const branches = (this.#children.get(atom) ?? [])
      .map(({ atom: next, bond }) => (bond.aromatic ? "" : (BONDS[bond.order] ?? "")) + this.#write(next))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const last = branches.length - 1;
    return (
      this.#symbol(atom) +
      (this.#digits.get(atom) ?? "") +
      branches.map((branch, k) => (k === last ? branch : `(${branch})`)).join("")
    );
  }

  #symbol(atom: number): string {
    const { element, aromatic, charge } = this.#graph.atoms[atom];
    const plain = SYMBOLS[element] ?? `#${element}`;
    const symbol = aromatic ? plain.toLowerCase() : plain;
    if (charge === 0 && SYMBOLS[element] !== undefined) return symbol;
    return `[${symbol}${charge === 0 ? "" : charge > 0 ? "+" : "-"}]`;
  }
}

const OUTERMOST = -1;
