import type { Note } from "@bagwise/core/base";
import { matchTraining } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { recalledNote } from "@bagwise/files";
import type { EncodeTools } from "@bagwise/files/encode";
import { modelReport, photoPictures, readingWords, reportCommands } from "@bagwise/report";
import { parseHTML } from "linkedom/worker";
import { fileStem } from "./file-stem.js";
import { photosOf, readGiven } from "./reading.js";
import type { GivenFile, MadeFile } from "./types.js";

/** The longer side of a photo in a report, as for the command line. */
const THUMBNAIL = 360;

/**
 * The report of a model: the page that `bagwise report` writes for the same model, file of bags and file of
 * labels. The bags are read again, as that command does, because the report says how they were read.
 */
export async function reportFile(
  model: Model,
  file: GivenFile,
  {
    labels,
    onStep,
    tools,
  }: { labels: MadeFile | null; onStep: (done: number, total: number) => void; tools: EncodeTools },
): Promise<MadeFile> {
  const { name, reading } = file;
  const { recipe } = model.card;
  const notes: Note[] = recipe === undefined ? [] : [recalledNote(recipe, { labels: labels !== null })];
  const bags = await readGiven(file, {
    tools,
    medians: model.medians,
    recipe,
    ...(labels && { labels: new File([labels.bytes as BlobPart], labels.name) }),
    onNote: (note) => notes.push(note),
  });
  const match = await matchTraining(model, bags);
  const [path, out] = [`${fileStem(name)}.model`, `${fileStem(name)}.report.html`];
  const words = readingWords({ ...reading, ...(labels && { labels: labels.name }) });
  const commands = reportCommands(model, { model: path, data: name, out, trainedOn: match.exact, reading: words });
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const text = await modelReport(model, {
    document: document as unknown as Document,
    bags,
    match,
    pictureOf: photoPictures(bags, await photosOf(file, THUMBNAIL)),
    sources: { model: path, data: name, reading: notes, commands },
    onProgress: onStep,
  });
  return { name: out, type: "text/html", bytes: new TextEncoder().encode(text) };
}
