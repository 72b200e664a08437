import { isPictureName } from "@bagwise/files/photos";
import type { GivenPhoto } from "../worker/types.js";

/** A file that was chosen or dropped, by its path within what was. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** What to open of the files that were chosen. */
export type ChosenFiles =
  | { readonly table: File; readonly photos: readonly GivenPhoto[] | undefined }
  | { readonly folder: string; readonly photos: readonly GivenPhoto[] };

/**
 * A single file; a table with the photos that it names; or a folder of photos, whose subfolders may be labels.
 * Photos that come with several other files are a folder of their own. Undefined if nothing was chosen.
 */
export function chosenOf(all: readonly ChosenFile[]): ChosenFiles | undefined {
  const files = all.filter(({ path }) => !/(^|\/)\./.test(path));
  const others = files.filter(({ path }) => !isPictureName(path));
  if (files.length === others.length) return others[0] && { table: others[0].file, photos: undefined };
  const photosUnder = (top: string, kept: readonly ChosenFile[]): GivenPhoto[] =>
    kept.map(({ path, file }) => ({ path: path.startsWith(top) ? path.slice(top.length) : path, blob: file }));
  if (others.length === 1) {
    const [{ path, file }] = others;
    const pictures = files.filter((each) => isPictureName(each.path));
    return { table: file, photos: photosUnder(path.slice(0, path.lastIndexOf("/") + 1), pictures) };
  }
  const top = files[0].path.slice(0, files[0].path.indexOf("/") + 1);
  const shared = top !== "" && files.every(({ path }) => path.startsWith(top));
  return { folder: shared ? top.slice(0, -1) : "photos", photos: photosUnder(shared ? top : "", files) };
}
