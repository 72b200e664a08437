import type { BagSet } from "@bagwise/core/bags";
import type { PictureOf } from "./bag-picture.js";

/** The shown column of the encoder of molecules. */
const SMILES = /^smiles_*$/;

/**
 * Draws bags that are molecules. Undefined for other bags, and where the package that draws is not
 * installed: then their SMILES is shown as a text.
 */
export async function moleculePictures(bags: BagSet): Promise<PictureOf | undefined> {
  const column = bags.shown.find(({ name }) => SMILES.test(name))?.name;
  if (column === undefined || !bags.recipe?.encoders?.some(({ type }) => type === "molecule")) return undefined;
  const { drawMolecule } = await import("@bagwise/files/molecules");
  const { chemistry } = await import("@bagwise/files/molecules");
  const library = await chemistry().catch(() => undefined);
  if (library === undefined) return undefined;
  return async (i, instance) => {
    const smiles = bags.shownOf(i, column, instance);
    const drawing = drawMolecule(library, smiles);
    return drawing && { drawing, words: `The structure of ${bags.idOf(i)}, ${smiles}` };
  };
}
