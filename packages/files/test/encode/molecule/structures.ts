import { chemistry } from "../../../src/encode/molecule/chemistry.js";
import { readStructure, type Structure } from "../../../src/encode/molecule/structure.js";

/** The library, for tests that check its answers against ours. */
export const library = await chemistry();

/** The structure of a SMILES or molfile that can be read. */
export function structureOf(text: string): Structure {
  const structure = readStructure(library, text);
  if ("flaw" in structure) throw new Error(`${text}: ${structure.flaw}`);
  return structure;
}

/** Molecules that everybody knows, with rings, stereo centres, salts of acids and long chains. */
export const KNOWN = {
  aspirin: "CC(=O)Oc1ccccc1C(=O)O",
  caffeine: "Cn1cnc2c1c(=O)n(C)c(=O)n2C",
  ibuprofen: "CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O",
  nicotine: "CN1CCC[C@H]1c1cccnc1",
  menthol: "CC(C)[C@@H]1CC[C@@H](C)C[C@H]1O",
  penicillin: "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O",
  morphine: "CN1CC[C@]23[C@H]4Oc5c2c(C[C@@H]1[C@@H]3C=C[C@@H]4O)ccc5O",
  cholesterol: "C[C@H](CCCC(C)C)[C@H]1CC[C@H]2[C@@H]3CC=C4C[C@@H](O)CC[C@]4(C)[C@H]3CC[C@]12C",
  glucose: "OC[C@H]1O[C@@H](O)[C@H](O)[C@@H](O)[C@@H]1O",
  oleicAcid: "CCCCCCCC/C=C\\CCCCCCCC(=O)O",
  elaidicAcid: "CCCCCCCC/C=C/CCCCCCCC(=O)O",
  sulfanilamide: "Nc1ccc(cc1)S(=O)(=O)N",
} as const;
