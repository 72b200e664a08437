import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import { type Input, type ReadOptions, readBags, type Survey, surveyBags } from "@bagwise/files";
import type { PhotoFolder } from "@bagwise/files/photos";
import type { PhotoSource } from "@bagwise/report";
import type { GivenFile } from "./types.js";

/** The longer side of a photo that is shown, in pixels. */
const SHOWN_SIZE = 720;

/** Whether the photos are the bags, not what a file names. */
export function isFolder({ blob, photos }: GivenFile): boolean {
  return blob.size === 0 && photos !== undefined;
}

/** What decodes the photos of a file, also if it has none: then it says so. */
export async function photosOf({ photos = [] }: GivenFile, shown = SHOWN_SIZE): Promise<PhotoSource> {
  return (await import("./photos.js")).photoSource(photos, shown);
}

/** The bags of a file, or of a folder of photos. */
export async function readGiven(file: GivenFile, more: ReadOptions = {}): Promise<BagSet> {
  return await withContent(file, more, readBags);
}

/** A survey of a file, or of a folder of photos. */
export async function surveyGiven(file: GivenFile, more: ReadOptions = {}): Promise<Survey> {
  // What is said of the folder itself; a survey collects the rest.
  const said: Note[] = [];
  const onNote = (note: Note) => said.push(note);
  return await withContent(file, isFolder(file) ? { ...more, onNote } : more, surveyBags, (survey, folder) => {
    const { notes, ...rest } = folder.surveyOf(survey);
    const known = new Set(notes.map(({ message }) => message));
    return { ...rest, notes: [...said.filter(({ message }) => !known.has(message)), ...notes] };
  });
}

async function withContent<Result>(
  file: GivenFile,
  more: ReadOptions,
  work: (input: Input, options: ReadOptions) => Promise<Result>,
  ofFolder: (result: Result, folder: PhotoFolder) => Result = (result) => result,
): Promise<Result> {
  const { blob, name, reading, photos } = file;
  const pixelsOf = async (path: string, how: { longest: number }) => (await photosOf(file)).pixelsOf(path, how);
  const options: ReadOptions = { ...(reading as ReadOptions), name, ...more, tools: { pixelsOf, ...more.tools } };
  if (!isFolder(file)) return await work(blob, options);
  const { photoFolder } = await import("@bagwise/files/photos");
  const paths = (photos ?? []).map(({ path }) => path);
  const folder = photoFolder(name, paths, options);
  const result = await work(folder.content, folder.options).catch((error: unknown) => {
    throw error instanceof InputError ? folder.errorOf(error) : error;
  });
  return ofFolder(result, folder);
}
