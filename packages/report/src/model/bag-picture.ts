import type { BagSet } from "@bagwise/core/bags";
import type { Drawing } from "@bagwise/files/molecules";
import { type Html, html, NOTHING } from "../page/html.js";

/** A picture of a bag, with what decided in it. Plain data. */
export interface BagPicture {
  /** An address that holds the picture itself: `data:image/jpeg;base64,...`. */
  readonly image: string;
  /** The size that the outline is measured in. */
  readonly width: number;
  readonly height: number;
  /** The witness, as an SVG path. Null if it is not known where it is. */
  readonly outline: string | null;
  /** What there is to see, in words. */
  readonly words: string;
}

/** A drawing of a bag, in the colour of the text around it. Plain data. */
export interface BagDrawing {
  readonly drawing: Drawing;
  /** What there is to see, in words. */
  readonly words: string;
}

/** The picture of a bag and of its instance, by their numbers; undefined if there is none. */
export type PictureOf = (i: number, instance: number) => Promise<BagPicture | BagDrawing | undefined>;

/** The picture with the witness outlined, dark on light, so that it shows on every ground; or the drawing. */
export function bagPicture(picture: BagPicture | BagDrawing | undefined): Html {
  if (picture === undefined) return NOTHING;
  if ("drawing" in picture)
    return html`${bagDrawing(picture)}
`;
  const { image, width, height, outline, words } = picture;
  const line =
    outline === null ? NOTHING : html`<path class="halo" d="${outline}"/><path class="line" d="${outline}"/>`;
  return html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}"><image href="${image}" width="${width}" height="${height}"/>${line}</svg>
`;
}

/** A drawing as SVG. */
export function bagDrawing({ drawing, words }: BagDrawing): Html {
  const { left, top, width, height, lines, areas, letters } = drawing;
  const at = ([x, y]: readonly [number, number]) => `${x},${y}`;
  return html`<svg class="drawing" preserveAspectRatio="xMinYMid" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${words}">${lines.map(
    ({ from, to, width: line }) =>
      html`<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke-width="${line}"/>`,
  )}${areas.map((points) => html`<polygon points="${points.map(at).join(" ")}"/>`)}${letters.map(
    ({ at: [x, y], size, text }) => html`<text x="${x}" y="${y}" font-size="${size}">${text}</text>`,
  )}</svg>`;
}

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
