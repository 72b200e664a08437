import { type BagSet, type Label, synthesise } from "@bagwise/core/bags";
import { type Model, RANKING_COLUMNS, rankingRow } from "@bagwise/core/model";
import { type GivenAnswer, labelsTable } from "@bagwise/core/review";
import { encodeBags } from "@bagwise/files";
import { type OutputTable, type OutputValue, type TableFormat, uniqueNames, writeTable } from "@bagwise/files/table";
import { fileStem } from "./file-stem.js";
import type { MadeFile } from "./types.js";

/** The bytes of pieces. */
export async function joined(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(await new Blob(all as BlobPart[]).arrayBuffer());
}

/** The media types of tables. */
export const TABLE_TYPES: Readonly<Partial<Record<TableFormat, string>>> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
  jsonl: "application/x-ndjson",
};

/** The columns of `bagwise rank`, and what was answered. */
const COLUMNS = [...RANKING_COLUMNS, "answer", "tags", "note"];

/** The bags from most to least likely, with the answers. Cells of CSV are safe for spreadsheets. */
export async function rankingFile(
  model: Model,
  bags: BagSet,
  format: TableFormat,
  { answers, only }: { answers: ReadonlyMap<string, GivenAnswer>; only: ReadonlySet<number> | null },
): Promise<Uint8Array> {
  const shown = bags.shown.filter(({ perBag, naming }) => perBag && !naming);
  const ranked = model.rank(bags, { heldOut: true, ...(only && { among: (i) => only.has(i) }) });
  function* rows(): Generator<OutputValue[]> {
    for (const each of ranked) {
      const given = answers.get(each.bag);
      const said = [given?.answer ?? null, given?.tags?.join(", ") ?? null, given?.note ?? null];
      yield [...rankingRow(each), ...said, ...shown.map(({ name }) => bags.shownOf(each.index, name) || null)];
    }
  }
  const table: OutputTable = { columns: uniqueNames([...COLUMNS, ...shown.map(({ name }) => name)]), rows: rows() };
  return await joined(writeTable(table, format, { safe: true, mark: format === "csv" }));
}

/** What the file of labels and answers is called. */
export const labelsName = (name: string): string => `${fileStem(name)}.labels.csv`;

/** The labels of the file and the answers, as `bagwise review --export` writes them. */
export async function labelsFile(bags: BagSet, name: string, answers: readonly GivenAnswer[]): Promise<MadeFile> {
  const table = labelsTable(bags, new Map(answers.map((each) => [each.bag, each])));
  return { name: labelsName(name), type: "text/csv", bytes: await joined(writeTable(table, "csv", { safe: true })) };
}

/** Synthetic bags to try things on, and their true labels, as CSV. */
export async function syntheticSample(): Promise<{ bags: Uint8Array; truth: Uint8Array }> {
  const { bags, truth } = synthesise({ bags: 300, labeled: 20, prior: 0.2, dimensions: 6, distance: 4, seed: 1 });
  const code = (label: Label) => (label === "positive" ? 1 : -1);
  const table = { columns: ["bag", "label"], rows: truth.map((label, i) => [bags.idOf(i), code(label)]) };
  return { bags: await joined(encodeBags(bags, { format: "csv" })), truth: await joined(writeTable(table, "csv")) };
}
