import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { type EngineSource, sourceNamed } from "@bagwise/engines";
import { fileError, fileSource, located, stdinSource } from "@bagwise/engines/disk";
import {
  type Content,
  type Cut,
  type Input,
  openInput,
  type ReadOptions,
  readBags as readContent,
  recalledOptions,
  type Survey,
  surveyBags as surveyContent,
} from "@bagwise/files";
import type { LabelsForParts } from "@bagwise/files/parts";
import type { PhotoFolder } from "@bagwise/files/photos";
import { nodeTools } from "../raw/encode-tools.js";
import { pathOf } from "./path-of.js";

/**
 * Reads bags from a file (a path or a `file:` URL), a folder of photos, from standard input (`-`), or from
 * anything that `readBags` of the browser entry takes. Paths of photos in a file are relative to it.
 * Databases are read, too: `duckdb:FILE.db`, globs and folders of Parquet or CSV, `postgres://` and
 * `trino://`, with the options `table` or `query`; of many bags a sample. Errors are InputErrors that name
 * the file.
 */
export async function readBags(input: Input, options: ReadOptions = {}): Promise<BagSet> {
  const source = await databaseOf(input);
  if (source === undefined) return await opened(input, options, readContent);
  const { readSource } = await import("@bagwise/engines/reading");
  const labels = await labelsBeside(options);
  const rows = await readSource(source, { ...options, positiveBags: labels?.positive, labelsAsked: labels });
  for (const note of rows.notes) options.onNote?.(note);
  // Bags that are asked for by their names need not have a label, and a sample lacks bags that have one.
  const isSample = rows.notes.some(({ code }) => code === "bags-sampled");
  const labelled = options.onlyBags === undefined && !isSample ? labels?.whole : labels?.part;
  const bags = await readContent(rows.source, withTools({ ...options, labelled, positiveBags: labels?.positive }));
  if (isSample) labels?.end();
  return bags;
}

/**
 * Surveys a file (a path or a `file:` URL), a folder of photos, a database, standard input (`-`), or
 * anything else that `surveyBags` takes.
 */
export async function surveyBags(input: Input, options: ReadOptions = {}): Promise<Survey> {
  const source = await databaseOf(input);
  if (source !== undefined) {
    const { surveySource } = await import("@bagwise/engines/reading");
    const labels = await labelsBeside(options);
    const known = { ...options, positiveBags: labels?.positive, labelsAsked: labels };
    const rows = await surveySource(source, known);
    // A sample lacks bags that have a label.
    const isSample = rows.notes.some(({ code }) => code === "bags-sampled");
    const labelled = isSample ? labels?.part : labels?.whole;
    const survey = await surveyContent(rows.source, withTools({ ...known, labelled }));
    return { ...survey, notes: [...rows.notes, ...survey.notes], rowNoun: "row", whole: rows.whole };
  }
  return await opened(input, options, surveyContent, (survey, folder) => folder.surveyOf(survey));
}

/**
 * Reads all bags, of a database in parts of bounded size and of a file at once. Each part has whole bags.
 */
export async function* readParts(input: Input, options: ReadOptions = {}): AsyncGenerator<BagSet> {
  const source = await databaseOf(input);
  if (source === undefined) {
    yield await readBags(input, options);
    return;
  }
  const { sourceParts } = await import("@bagwise/engines/reading");
  const { options: all, end } = await withLabels(options);
  for await (const part of sourceParts(source, all)) yield await readContent(part, withTools(all));
  end();
}

/**
 * Options with the labels of a file of their own, read once, for all bags of a database in parts. `end` is to be
 * called after the last one: it throws an InputError if no label was of one of the bags.
 */
export async function withLabels(options: ReadOptions): Promise<{ options: ReadOptions; end: () => void }> {
  const labels = await labelsBeside(options);
  const all = { ...options, labelled: labels?.part, positiveBags: labels?.positive, labelsAsked: labels };
  return { options: all, end: () => labels?.end() };
}

/** The labels in a file of their own, read once for all bags of a database; undefined without such a file. */
async function labelsBeside(options: ReadOptions): Promise<LabelsForParts | undefined> {
  const { labels, recipe } = options;
  if (labels === undefined) return undefined;
  const { labelsForParts } = await import("@bagwise/files/parts");
  const wanted = recipe === undefined ? options : recalledOptions(recipe, options);
  const path = isPath(labels) ? pathOf(labels) : undefined;
  const content = await contentOf(labels);
  return await labelsForParts(content, wanted, openInput).catch((error: unknown) => {
    throw path === undefined ? error : fileError(path, error);
  });
}

/**
 * The bags of a large file in parts, see `readBagParts`. The options must have a recipe. Throws a
 * `ScatteredBag` if the rows of a bag do not stand together.
 */
export async function* readFileParts(
  path: string,
  options: ReadOptions,
  { values, room }: { values: number; room?: Cut["room"] },
): AsyncGenerator<BagSet> {
  const { readBagParts } = await import("@bagwise/files/parts");
  const tools = { ...nodeTools(dirname(path)), ...options.tools };
  try {
    yield* readBagParts(await fileSource(path), { ...options, tools }, { values, room });
  } catch (error) {
    throw fileError(path, error);
  }
}

/** The database that an input names; undefined for anything else. */
export async function databaseOf(input: Input): Promise<EngineSource | undefined> {
  return typeof input === "string" && input !== "-" ? await sourceNamed(input) : undefined;
}

/** With what Node can do for encoders. Paths in the table of a database are relative to the working folder. */
export function withTools(options: ReadOptions): ReadOptions {
  return { ...options, tools: { ...nodeTools("."), ...options.tools } };
}

/** Does something with an input; paths, that of labels too, are opened. Errors name the file. */
async function opened<Result>(
  input: Input,
  options: ReadOptions,
  work: (content: Input, options: ReadOptions) => Promise<Result>,
  ofFolder: (result: Result, folder: PhotoFolder) => Result = (result) => result,
): Promise<Result> {
  const { labels } = options;
  const path = isPath(input) ? pathOf(input) : undefined;
  const isFolder = path !== undefined && path !== "-" && (await isDirectory(path));
  const beside = path === undefined || path === "-" ? "." : isFolder ? path : dirname(path);
  const tools = { ...nodeTools(beside), ...options.tools };
  const all = { ...options, tools, ...(labels !== undefined && { labels: await contentOf(labels) }) };
  if (path === undefined) return await work(input, all);
  try {
    if (!isFolder) return await work(await contentOf(input), all);
    const { photoFolder } = await import("@bagwise/files/photos");
    const { filesIn } = await import("@bagwise/engines/disk");
    const folder = photoFolder(path, await filesIn(path), all);
    const result = await work(folder.content, folder.options).catch((error: unknown) => {
      throw error instanceof InputError ? folder.errorOf(error) : error;
    });
    return ofFolder(result, folder);
  } catch (error) {
    throw fileError(path, error);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(located(path)).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function isPath(input: Input): input is string | URL {
  return typeof input === "string" || input instanceof URL;
}

async function contentOf(input: Input): Promise<Content> {
  if (!isPath(input)) return input;
  const path = pathOf(input);
  return path === "-" ? stdinSource() : await fileSource(path);
}
