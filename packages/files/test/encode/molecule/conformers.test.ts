import { describe, expect, it } from "vitest";
import { direction } from "../../../src/encode/molecule/conformers/angle.js";
import { bondsApart } from "../../../src/encode/molecule/conformers/bounds.js";
import { conformersOf, MOST_ATOMS } from "../../../src/encode/molecule/conformers/conformers.js";
import { bondLength, geometryOf } from "../../../src/encode/molecule/conformers/geometry.js";
import { KNOWN, library, structureOf } from "./structures.js";

const conformers = (smiles: string, count = 5) => conformersOf(structureOf(smiles).graph, { count, seed: 3 });

function distance(x: Float64Array, i: number, j: number): number {
  return Math.hypot(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]);
}

describe("conformersOf", () => {
  it.each(Object.entries(KNOWN))("keeps the bonds, stereo centres and double bonds of %s", (_, smiles) => {
    const structure = structureOf(smiles);
    const { graph } = structure;
    const found = conformers(smiles);
    expect(found.length).toBeGreaterThan(0);
    for (const x of found) {
      for (const bond of graph.bonds)
        expect(Math.abs(distance(x, bond.from, bond.to) - bondLength(graph, bond))).toBeLessThan(0.1);
      expect(stereoIn(structure.id, x)).toBe(structure.smiles);
    }
  });

  it.each(Object.entries(KNOWN))("keeps the atoms of %s out of each other's way", (_, smiles) => {
    const { graph } = structureOf(smiles);
    const apart = bondsApart(geometryOf(graph));
    const n = graph.atoms.length;
    for (const x of conformers(smiles))
      for (let i = 0; i < n; i++)
        for (let j = 0; j < i; j++) if (apart[i * n + j] > 3) expect(distance(x, i, j)).toBeGreaterThan(2);
  });

  it("makes flat rings flat, and saturated ones chairs", () => {
    const [benzene] = conformers("c1ccccc1");
    for (let i = 0; i < 6; i++)
      expect(Math.max(...[0, 1, 2, 3, 4, 5].map((j) => distance(benzene, i, j)))).toBeCloseTo(2.84, 1);
    const { graph } = structureOf("C1CCCCC1");
    const [ring] = graph.rings;
    const [chair] = conformersOf(graph, { count: 1, seed: 1 });
    // The distances across a boat are 2.6 and 3.0.
    for (let k = 0; k < 3; k++) expect(distance(chair, ring[k], ring[k + 3])).toBeGreaterThan(2.75);
  });

  it("gives the same bits for the same seed, and others for another one", () => {
    const { graph } = structureOf(KNOWN.ibuprofen);
    const run = (seed: number) => conformersOf(graph, { count: 3, seed });
    expect(run(5)).toEqual(run(5));
    expect(run(5)).not.toEqual(run(6));
  });

  it("finds as many shapes as a molecule can take", () => {
    expect(conformers("C", 10)).toHaveLength(1);
    expect(conformers("CC", 10)).toHaveLength(1);
    expect(conformers("c1ccccc1", 10)).toHaveLength(1);
    // All straight, one bent bond, two bent bonds on either side.
    expect(conformers("CCCCC", 10).length).toBeGreaterThanOrEqual(3);
    expect(conformers(KNOWN.oleicAcid, 10)).toHaveLength(10);
    expect(conformers(KNOWN.oleicAcid, 0)).toEqual([]);
  });

  it("gives none for molecules that are too large", () => {
    expect(conformers("C".repeat(MOST_ATOMS + 1), 1)).toEqual([]);
  });
});

/** What the library takes a conformer for, with stereo centres from its coordinates alone. */
function stereoIn(id: string, x: Float64Array): string {
  const { Molecule } = library;
  const molecule = Molecule.fromIDCode(id, false);
  molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
  for (let atom = 0; atom < molecule.getAtoms(); atom++)
    molecule.setCoordinates(atom, { x: x[3 * atom], y: x[3 * atom + 1], z: x[3 * atom + 2] });
  // A SMILES, because the library also sees stereo centres at nitrogens that are held in a cage.
  return structureOf(Molecule.fromMolfile(molecule.toMolfile()).toIsomericSmiles()).smiles;
}

describe("direction", () => {
  it("is the cosine and sine of an angle in degrees", () => {
    for (let degrees = -720; degrees <= 720; degrees += 7.5) {
      const { cos, sin } = direction(degrees);
      expect(cos).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 14);
      expect(sin).toBeCloseTo(Math.sin((degrees * Math.PI) / 180), 14);
    }
  });
});
