import { describe, expect, it } from "vitest";
import { readStructure } from "../../../src/encode/molecule/structure.js";
import { KNOWN, library, structureOf } from "./structures.js";

const flawOf = (text: string) => {
  const read = readStructure(library, text);
  return "flaw" in read ? read.flaw : undefined;
};

describe("readStructure", () => {
  it.each([
    ["C(C)O", "OCC"],
    ["c1ccccc1O", "Oc1ccccc1"],
    ["C1=CC=CC=C1O", "Oc1ccccc1"],
    ["N[C@@H](C)C(=O)O", "C[C@H](N)C(O)=O"],
    ["F/C=C/Cl", "Cl\\C=C\\F"],
  ])("gives %s and %s the same atoms in the same order", (a, b) => {
    expect(structureOf(a)).toEqual(structureOf(b));
  });

  it.each([
    ["N[C@@H](C)C(=O)O", "N[C@H](C)C(=O)O"],
    ["F/C=C/F", "F/C=C\\F"],
    ["CCO", "CCN"],
  ])("tells %s from %s", (a, b) => {
    expect(structureOf(a).smiles).not.toBe(structureOf(b).smiles);
  });

  it("keeps the largest part of a salt, and says so", () => {
    const salt = structureOf("[Na+].CC(=O)Oc1ccccc1C(=O)[O-]");
    const { stripped, ...acid } = structureOf(KNOWN.aspirin);
    expect(salt).toEqual({ ...acid, stripped: true });
    expect(stripped).toBe(false);
  });

  it.each([
    ["C[NH2+]C", "CNC"],
    ["CC(=O)[O-]", "CC(=O)O"],
    ["c1nn[n-]n1", "c1nn[nH]n1"],
    ["C[S+]([O-])C", "CS(C)=O"],
    ["CN(=O)=O", "C[N+](=O)[O-]"],
  ])("reads %s as %s", (charged, neutral) => {
    expect(structureOf(charged).smiles).toBe(structureOf(neutral).smiles);
  });

  it.each(["C[N+](C)(C)C", "C[N+](=O)[O-]", "CN=[N+]=[N-]"])("keeps the charges of %s, which it needs", (smiles) => {
    expect(structureOf(smiles).graph.atoms.some(({ charge }) => charge !== 0)).toBe(true);
  });

  it("counts hydrogens, rings, aromatic and flat atoms", () => {
    const { atoms, bonds, rings } = structureOf("CC(=O)Nc1ccccc1").graph;
    expect(atoms.map(({ hydrogens }) => hydrogens).reduce((a, b) => a + b)).toBe(9);
    expect(atoms.filter(({ aromatic }) => aromatic)).toHaveLength(6);
    expect(atoms.filter(({ flat }) => !flat)).toEqual([expect.objectContaining({ element: 6, hydrogens: 3 })]);
    expect(rings).toHaveLength(1);
    expect(bonds.filter(({ inRing }) => inRing)).toHaveLength(6);
  });

  it("takes the coordinates of a molfile in 3D, and ignores those of a drawing", () => {
    const molecule = library.Molecule.fromSmiles("CCO");
    expect(structureOf(molecule.toMolfile()).coordinates).toBeUndefined();
    molecule.setAtomZ(2, 1.25);
    const { coordinates, smiles } = structureOf(molecule.toMolfile());
    expect(coordinates).toHaveLength(9);
    expect(Math.abs(coordinates?.[8] ?? 0)).toBe(1.25);
    expect(smiles).toBe(structureOf("CCO").smiles);
  });

  it("reads molfiles of both versions", () => {
    const molecule = library.Molecule.fromSmiles(KNOWN.nicotine);
    expect(structureOf(molecule.toMolfileV3()).smiles).toBe(structureOf(KNOWN.nicotine).smiles);
    expect(structureOf(molecule.toMolfile()).smiles).toBe(structureOf(KNOWN.nicotine).smiles);
  });

  it.each([
    ["", "it has no atoms"],
    ["C1CC", "dangling ring closure: 1, after 4 characters"],
    ["xyz", "unknown element label found, after 0 characters"],
    ["[Xx]C", "unknown atom label, after 0 characters"],
    ["C(C)(C)(C)(C)C", "atom 1, C, has 5 bonds"],
    ["c1cccc1", "its aromatic rings cannot be written with single and double bonds"],
    ["[H][H]", "it has no atom besides hydrogen"],
    ["CC(C", "a parenthesis is not closed"],
    ["\n\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n    0.0 0.0", "it ends before the line M  END"],
    ["\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n", "it has no atoms"],
  ])("says of %j that %s", (text, flaw) => {
    expect(flawOf(text)).toBe(flaw);
  });
});
