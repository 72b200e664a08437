import { optionList } from "@bagwise/core/base";
import type { EncoderEntry } from "../encoder.js";
import { hasNumbers } from "../first-cells.js";
import { MOLECULE_OPTIONS } from "./options.js";
import { structureColumn } from "./structure-column.js";

/** The encoder of molecules in the registry. */
export const moleculeEntry: EncoderEntry = {
  description: {
    name: "molecule",
    title: "Molecules: a molecule is a bag of conformers",
    help: "A conformer is described by its shape and where its kinds of atoms are (USRCAT). Molecules are compared by their parts, too: the surroundings of each atom, and how many rings, donors and other parts there are.",
    rowIsBag: true,
    options: optionList(MOLECULE_OPTIONS),
    needs: "openchemlib",
    browser: true,
  },
  isAsked: ({ smiles }) => smiles !== undefined,
  // SMILES beside measurements are shown. Nobody writes a molfile to look at.
  suits: (grid) => {
    const found = structureColumn(grid);
    return found !== undefined && (found.written === "molfile" || !hasNumbers(grid));
  },
  load: async () => (await import("./molecule-encoder.js")).moleculeEncoder,
};
