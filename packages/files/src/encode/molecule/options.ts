import { badOption, integer, text } from "@bagwise/core/base";
import { INVALID } from "../invalid.js";

/** Options of the encoder of molecules. */
export const MOLECULE_OPTIONS = {
  smiles: text({
    default: null,
    help: "column of molecules, as SMILES; a row is a bag of conformers",
    read: (given: string, name): string => {
      if (typeof given !== "string" || given === "") throw badOption(name, given, "the name of a column");
      return given;
    },
  }),
  conformers: integer({
    default: 10,
    range: { min: 0, max: 100 },
    help: "the most conformers of a molecule; 0 for none, to compare molecules by their parts alone",
  }),
  invalid: INVALID,
};
