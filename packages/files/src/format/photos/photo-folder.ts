import { LABEL_CODE, type LabelReader, labelReader, type Recipe } from "@bagwise/core/bags";
import { count, InputError, type Note } from "@bagwise/core/base";
import { isPictureName } from "../../encode/photo/photo-column.js";
import type { ReadOptions } from "../format.js";
import type { Survey } from "../survey/survey.js";
import type { Content } from "../text/source.js";

/** A folder of photos as a table of paths, and the options to read it with. */
export interface PhotoFolder {
  readonly content: Content;
  readonly options: ReadOptions;
  /** A survey of the table as one of the folder. */
  surveyOf(survey: Survey): Survey;
  /** What an error at a line of the table says of the folder, which has no lines; the message names the photo. */
  errorOf(error: InputError): InputError;
}

/** The columns of the table, unless a model knows them by other names. */
const PHOTO = "photo";
const LABEL = "label";

/**
 * The photos of a folder and its subfolders, in the order of their paths, as a table that the reader knows
 * how to read. `files`: the paths of all its files within it, with slashes. A photo is a bag, named by its
 * path within the folder. Where a folder at the top is called positive, or by another word for it, the
 * folders at the top are labels, unless labels come from a file of their own. Hidden files are left out, and
 * so are, with a note, files that do not end like pictures. Throws an InputError if there is no photo.
 */
export function photoFolder(folder: string, files: readonly string[], options: ReadOptions): PhotoFolder {
  // By code units: the same order on every machine.
  const seen = files.filter((path) => !/(^|\/)\./.test(path)).sort((a, b) => (a < b ? -1 : 1));
  const [photos, others] = [seen.filter(isPictureName), seen.filter((path) => !isPictureName(path))];
  if (photos.length === 0)
    throw new InputError({
      code: "no-photos",
      message: `there is no photo in this folder${others.length === 0 ? ", it is empty" : ""}`,
      remedy: "Name a file of bags, or a folder with pictures (.jpg, .png, .webp, .gif, .tif or .avif).",
      where: { file: folder },
    });
  const tell = options.onNote;
  if (others.length > 0)
    tell?.({
      code: "other-files",
      message: `${count(others.length, "file")} in the folder ${others.length === 1 ? "is no picture and was" : "are no pictures and were"} left out: ${others.slice(0, 3).join(", ")}${others.length > 3 ? " …" : ""}`,
    });
  const labels = labelsOf(photos, folder, options);
  if (labels !== undefined)
    tell?.({ code: "folder-labels", message: `the folders are the labels: ${[...new Set(labels)].join(", ")}` });
  const { recipe } = options;
  const names = { photo: photoColumnOf(recipe), bag: recipe?.bag ?? PHOTO, label: recipe?.label ?? LABEL };
  const rows = photos.map((photo, k) => ({
    [names.bag]: photo,
    [names.photo]: photo,
    ...(labels !== undefined && { [names.label]: labels[k] }),
  }));
  const asked = { photo: names.photo, bag: names.bag, ...(labels !== undefined && { label: names.label }) };
  const noteOf = (note: Note): Note =>
    note.code === "format-recognised" ? { ...note, message: `read as a folder of ${photos.length} photos` } : note;
  const errorOf = (error: InputError) =>
    error.where.line === undefined ? error : error.with({ where: { file: folder } });
  return {
    errorOf,
    surveyOf: (survey) => ({
      ...survey,
      notes: survey.notes.map(noteOf),
      error: survey.error && errorOf(survey.error),
      problems: survey.problems.map((problem) => ({ ...problem, examples: [] })),
    }),
    content: { text: rows.map((row) => JSON.stringify(row)).join("\n"), name: folder },
    options: {
      ...options,
      format: "jsonl",
      ...(recipe === undefined && asked),
      onNote: (note) => tell?.(noteOf(note)),
    },
  };
}

/** The column of photos that a model knows. */
function photoColumnOf(recipe: Recipe | undefined): string {
  const fitted = recipe?.encoders?.find(({ type }) => type === "photo");
  return fitted !== undefined && "photo" in fitted ? String(fitted.photo) : PHOTO;
}

/** The label of each photo by its folder; undefined if folders say nothing about labels. */
function labelsOf(photos: readonly string[], folder: string, options: ReadOptions): string[] | undefined {
  if (options.labels !== undefined) return undefined;
  const { positive, unlabeled, negative } = { ...options.recipe, ...definedOf(options) };
  const read = labelReader({ positive, unlabeled, negative });
  const tops = photos.map((photo) => (photo.includes("/") ? photo.slice(0, photo.indexOf("/")) : ""));
  const names = [...new Set(tops)];
  if (!names.some((name) => name !== "" && codeOf(name, read) === LABEL_CODE.positive)) return undefined;
  // Says which folder has an unknown name.
  for (const name of names) read(name, () => ({ file: name === "" ? folder : `${folder}/${name}` }));
  return tops;
}

function codeOf(name: string, read: LabelReader): number | undefined {
  try {
    return read(name, () => ({}));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function definedOf({ positive, unlabeled, negative }: ReadOptions) {
  return Object.fromEntries(
    Object.entries({ positive, unlabeled, negative }).filter(([, words]) => words !== undefined),
  );
}
