import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { environmentWriter } from "../../../src/encode/molecule/environment-text.js";
import { environmentsOf } from "../../../src/encode/molecule/fingerprint.js";
import type { MoleculeGraph } from "../../../src/encode/molecule/graph.js";
import { readStructure } from "../../../src/encode/molecule/structure.js";
import { KNOWN, library, structureOf } from "./structures.js";

const idsOf = (graph: MoleculeGraph) => new Set(environmentsOf(graph).map(({ id }) => id));

/** The same molecule with its atoms in another order. */
function reordered(graph: MoleculeGraph, order: readonly number[]): MoleculeGraph {
  const place = new Map(order.map((atom, at) => [atom, at]));
  const at = (atom: number) => place.get(atom) ?? -1;
  return {
    ...graph,
    atoms: order.map((atom) => graph.atoms[atom]),
    bonds: graph.bonds.map((bond) => ({ ...bond, from: at(bond.to), to: at(bond.from) })).reverse(),
  };
}

describe("environmentsOf", () => {
  it("does not depend on the order of atoms and bonds", () => {
    const molecule = fc.constantFrom(...Object.values(KNOWN));
    fc.assert(
      fc.property(molecule, fc.infiniteStream(fc.nat()), (smiles, numbers) => {
        const { graph } = structureOf(smiles);
        const keys = graph.atoms.map(() => numbers.next().value ?? 0);
        const order = graph.atoms.map((_, atom) => atom).sort((a, b) => keys[a] - keys[b]);
        expect(idsOf(reordered(graph, order))).toEqual(idsOf(graph));
      }),
      { seed: 9, numRuns: 60 },
    );
  });

  it("is the same for mirror images, and differs where atoms do", () => {
    const ids = (smiles: string) => idsOf(structureOf(smiles).graph);
    expect(ids("N[C@@H](C)C(=O)O")).toEqual(ids("N[C@H](C)C(=O)O"));
    expect(ids("CCCO")).not.toEqual(ids("CCCN"));
  });

  it("shares environments between molecules with the same parts", () => {
    const [a, b] = [idsOf(structureOf("CCCCCC(=O)N").graph), idsOf(structureOf("c1ccccc1CCC(=O)N").graph)];
    expect([...a].filter((id) => b.has(id)).length).toBeGreaterThan(4);
  });

  it("counts how often an environment occurs", () => {
    const found = environmentsOf(structureOf("CCCCCC").graph);
    expect(
      found
        .filter(({ radius }) => radius === 0)
        .map(({ count }) => count)
        .sort(),
    ).toEqual([2, 4]);
  });

  it("has one environment for a single atom", () => {
    expect(environmentsOf(structureOf("C").graph)).toHaveLength(1);
  });
});

describe("environmentWriter", () => {
  const texts = (smiles: string) => {
    const { graph } = structureOf(smiles);
    return environmentsOf(graph).map(environmentWriter(graph));
  };

  it("writes environments like SMILES, rings included", () => {
    expect(texts("CCO")).toEqual(expect.arrayContaining(["C", "O", "CC", "C(C)O", "OC"]));
    expect(texts("c1ccccc1")).toContain("c1ccccc1");
    expect(texts("CC(=O)N")).toContain("C(C)(N)=O");
    expect(texts("C[N+](C)(C)C")).toContain("[N+]");
  });

  it("writes what the library reads back, for whole molecules", () => {
    for (const smiles of ["CC(=O)O", "c1ccncc1", "CC1CC1", "ClC=CBr"]) {
      const read = texts(smiles).map((text) => readStructure(library, text));
      expect(read).toContainEqual(structureOf(smiles));
    }
  });
});
