import { count, InputError, quote, readOptions } from "@bagwise/core/base";
import type { Cell, Grid } from "../../table/table.js";
import { columnsOf, freeName } from "../column-names.js";
import type { EncodeContext, Encoder, FittedEncoder } from "../encoder.js";
import type { Invalid } from "../invalid.js";
import type { EncodeTools, PictureModel } from "../tools.js";
import { CROPPED_SIZE, type DescribedPhoto, DIVIDED_SIZE, describePhoto, embedPhoto } from "./describe-photo.js";
import { PHOTO_OPTIONS, type RegionKind } from "./options.js";
import { photoColumn } from "./photo-column.js";
import { boxText, placeName } from "./places.js";
import { regionFeatureNames } from "./region-features.js";

/** What the photo encoder keeps. */
export interface FittedPhotos extends FittedEncoder {
  readonly type: "photo";
  /** The column of paths. */
  readonly photo: string;
  readonly regions: RegionKind;
  readonly invalid: Invalid;
  /** The path of the ONNX model, as it was given, and the SHA-256 of its file; null without one. */
  readonly encoder: string | null;
  readonly hash: string | null;
}

/** The columns of the encoded table that are not features. */
const REGION = "region";
const BOX = "box";
/** So many photos are decoded at once: sharp has threads of its own. */
const AT_ONCE = 4;

/**
 * Photos as bags of regions. An instance is a region, described by some forty numbers
 * (`regionFeatures`), or by the vector that your own ONNX model gives for its bounding box. Learns nothing
 * from the photos: what it keeps are the options, and which model it was. A photo that is not there or is
 * broken is an InputError, or with `invalid: "skip"` left out with a note.
 *
 * Costs about a tenth of a second for each photo, and what the model takes; pixels are not kept.
 */
export const photoEncoder: Encoder<FittedPhotos> = {
  async fit(grid, context) {
    const { options, tools, file } = context;
    const { photo, regions, encoder, invalid } = options;
    const read = readOptions(PHOTO_OPTIONS, { photo, regions, encoder, invalid });
    const column = read.photo ?? photoColumn(grid);
    if (column === undefined) throw noColumn(grid, file);
    if (read.photo === undefined)
      context.onNote?.({ code: "photos-found", message: `read as photos: ${quote(column)}`, columns: [column] });
    const path = read.encoder ?? null;
    const hash = path === null ? null : (await openModel(path, tools)).hash;
    return { type: "photo", photo: column, regions: read.regions, invalid: read.invalid, encoder: path, hash };
  },
  async encode(fitted, grid, context) {
    const { tools, file, options, signal, onProgress } = context;
    const [column] = columnsOf(grid, [fitted.photo], "photo", file);
    const path = options.encoder ?? fitted.encoder;
    const model = fitted.hash === null || path === null ? undefined : await knownModel(path, fitted.hash, tools);
    const describe = describer(fitted.regions, tools, model);
    const invalid = options.invalid ?? fitted.invalid;
    const found: (DescribedPhoto | InputError)[] = [];
    let [next, done] = [0, 0];
    const work = async () => {
      while (next < grid.length) {
        signal?.throwIfAborted();
        const row = next++;
        found[row] = await describe(pathOf(grid.cell(row, column))).catch((error: unknown) => {
          if (!(error instanceof InputError) || !BROKEN.has(error.code)) throw error;
          if (invalid === "error") next = grid.length;
          return error.with({ where: grid.place(row, column) });
        });
        onProgress?.(++done, grid.length);
      }
    };
    await allOf(Array.from({ length: AT_ONCE }, work));
    // The first in the file, whichever was noticed first.
    const broken = found.find((photo) => photo instanceof InputError);
    if (invalid === "error" && broken !== undefined) throw broken;
    noteSkipped(found, grid, column, context);
    return encoded(grid, column, found, { names: featureNames(fitted, found), several: severalPhotos(grid, context) });
  },
};

/** The errors of a single photo. */
const BROKEN: ReadonlySet<string> = new Set(["no-photo", "bad-photo"]);

/** Waits for all, also where one fails: nothing goes on behind the back of who asked. Throws the first error. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

function describer(kind: RegionKind, { pixelsOf }: EncodeTools, model: PictureModel | undefined) {
  if (pixelsOf === undefined) throw noDecoder();
  return async (path: string | undefined): Promise<DescribedPhoto> => {
    if (path === undefined) throw noPath();
    const pixels = await pixelsOf(path, { longest: DIVIDED_SIZE });
    if (model === undefined) return describePhoto(pixels, kind);
    return await embedPhoto({ pixels, large: await pixelsOf(path, { longest: CROPPED_SIZE }) }, kind, model);
  };
}

function pathOf(cell: Cell): string | undefined {
  const text = typeof cell === "string" ? cell.trim() : "";
  return text === "" ? undefined : text;
}

async function openModel(path: string, { pictureModel }: EncodeTools): Promise<PictureModel> {
  if (pictureModel !== undefined) return await pictureModel(path);
  throw new InputError({
    code: "no-decoder",
    message: "nothing here can run an ONNX model",
    remedy: "Read the photos in Node, or give a function pictureModel in the option tools.",
  });
}

async function knownModel(path: string, hash: string, tools: EncodeTools): Promise<PictureModel> {
  const model = await openModel(path, tools).catch((error: unknown) => {
    if (!(error instanceof InputError) || error.code !== "no-such-file") throw error;
    throw error.with({
      message: "the ONNX model of the training is not there",
      remedy: "Name the file where it is now in the option encoder.",
    });
  });
  if (model.hash === hash) return model;
  throw new InputError({
    code: "other-encoder",
    message: `this is not the ONNX model of the training: its SHA-256 is ${model.hash.slice(0, 12)}…, not ${hash.slice(0, 12)}…`,
    remedy: "Name the file that the model was trained with in the option encoder.",
    where: { file: path },
  });
}

function featureNames({ regions, hash }: FittedPhotos, found: readonly (DescribedPhoto | InputError)[]): string[] {
  if (hash === null) return [...regionFeatureNames(regions)];
  const first = found.find((photo) => !(photo instanceof InputError));
  const width = first === undefined || first instanceof InputError ? 0 : first.width;
  return Array.from({ length: width }, (_, k) => `encoder ${k + 1}`);
}

/** Whether some bag has more than one photo: then its regions need the name of their photo. */
function severalPhotos(grid: Grid, { reader }: EncodeContext): boolean {
  if (reader === undefined) return false;
  const { bagOf } = reader(grid);
  const seen = new Set<string>();
  for (let row = 0; row < grid.length; row++) seen.add(bagOf(row));
  return seen.size < grid.length;
}

/** The table with a row for each region. The column of paths stays, to be shown. */
function encoded(
  grid: Grid,
  photo: number,
  found: readonly (DescribedPhoto | InputError)[],
  { names, several }: { names: readonly string[]; several: boolean },
): Grid {
  const [rowOf, regionOf]: [number[], number[]] = [[], []];
  for (const [row, photo] of found.entries())
    if (!(photo instanceof InputError))
      for (let region = 0; region < photo.places.length; region++) {
        rowOf.push(row);
        regionOf.push(region);
      }
  const own = grid.columns.length;
  const taken = [...grid.columns, ...names];
  const [region, box] = [freeName(REGION, taken), freeName(BOX, taken)];
  const described = (row: number): DescribedPhoto => {
    const photo = found[rowOf[row]];
    if (photo instanceof InputError) throw new Error("a photo that was left out has no regions");
    return photo;
  };
  const cell = (row: number, column: number): Cell => {
    if (column < own) return grid.cell(rowOf[row], column);
    const { places, features, width } = described(row);
    const place = places[regionOf[row]];
    if (column === own) {
      const name = `region ${regionOf[row] + 1}, ${placeName(place)}`;
      return several ? `${pathOf(grid.cell(rowOf[row], photo))}, ${name}` : name;
    }
    return column === own + 1 ? boxText(place) : features[regionOf[row] * width + column - own - 2];
  };
  return {
    ...grid,
    columns: [...grid.columns, region, box, ...names],
    length: rowOf.length,
    cell,
    number: (row) => grid.number(rowOf[row]),
    place: (row, column) => grid.place(rowOf[row], column < own ? column : photo),
    shown: [...(grid.shown ?? []), region, box],
    named: region,
  };
}

function noteSkipped(
  found: readonly (DescribedPhoto | InputError)[],
  grid: Grid,
  column: number,
  { onNote }: EncodeContext,
): void {
  const skipped = [...found.entries()].flatMap(([row, photo]) => (photo instanceof InputError ? [{ row, photo }] : []));
  if (skipped.length === 0) return;
  const some = skipped
    .slice(0, 3)
    .map(({ row, photo }) => `${quote(pathOf(grid.cell(row, column)) ?? "")}: ${photo.complaint}`);
  onNote?.({
    code: "photos-skipped",
    message: `${count(skipped.length, "photo was", "photos were")} left out, of ${found.length} (${some.join("; ")}${skipped.length > 3 ? " …" : ""})`,
  });
}

function noDecoder(): InputError {
  return new InputError({
    code: "no-decoder",
    message: "nothing here can decode a photo",
    remedy: "Read the photos in Node, or give a function pixelsOf in the option tools.",
  });
}

function noPath(): InputError {
  return new InputError({
    code: "no-photo",
    message: "the path of the photo is missing",
    remedy: "Fill it in, or set the option invalid to skip to leave out such bags.",
  });
}

function noColumn({ columns }: Grid, file: string): InputError {
  const shown = columns.slice(0, 8).map((each) => quote(each));
  return new InputError({
    code: "no-photos",
    message: "no column holds paths of pictures",
    remedy: `Name the column of photos in the option photo; the columns are ${shown.join(", ")}${columns.length > 8 ? " …" : ""}.`,
    where: { file },
  });
}
