import type { BagSet } from "@bagwise/core/bags";
import { InputError, quote } from "@bagwise/core/base";
import { looksLikeSmiles, smilesPart } from "../encode/molecule/smiles-text.js";
import type { Format, FormatName, ReadOptions, WritableFormat } from "./format.js";
import type { Pieces, TableFormat } from "./table/write-table.js";
import type { Source } from "./text/source.js";

type Tabular = Omit<Format, "read"> & Required<Pick<Format, "table">>;

/** A format that gives a table, which is understood with all rows at hand. */
function tabular<Kind extends Tabular>(format: Kind): Kind & Pick<Format, "read"> {
  return {
    ...format,
    read: async (source, options) => {
      const table = await format.table(source, options);
      return (await import("./table/table-to-bags.js")).tableToBags(table, source.name, options);
    },
  };
}

/** Apache Parquet. */
export const parquet: WritableFormat = {
  name: "parquet",
  title: "Parquet: one row per instance, or per bag with list columns",
  extensions: ["parquet", "pq"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => head.startsWith("PAR1"),
  read: async (source, options) => (await import("./from-parquet.js")).fromParquet(source, options),
  table: async (source, options) => (await import("./from-parquet.js")).parquetTable(source, options),
  write: (bags, options) => deferred(async () => (await import("./to-parquet.js")).toParquet(bags, options)),
};

/** Excel files since 2007. */
export const xlsx: WritableFormat = tabular({
  name: "xlsx",
  title: "Excel: a sheet with one row per instance",
  extensions: ["xlsx", "xlsm"],
  holds: { featureNames: true, groups: true },
  // Old and protected files start otherwise; the reader says what to do with them.
  recognises: (head) => head.startsWith("PK\x03\x04") || head.startsWith("\xd0\xcf\x11\xe0"),
  table: async (source, options) => (await import("./from-xlsx.js")).xlsxTable(source, options),
  write: (bags) => rows(bags, "xlsx"),
});

/** Apache Arrow: files, which Feather is, and streams. */
export const arrow: WritableFormat = tabular({
  name: "arrow",
  title: "Arrow and Feather: one row per instance, or per bag with list columns",
  extensions: ["arrow", "feather", "ipc", "arrows"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => /^(?:ARROW1|FEA1|\xff\xff\xff\xff)/.test(head),
  table: async (source, options) => (await import("./from-arrow.js")).arrowTable(source, options),
  write: (bags) => rows(bags, "arrow"),
});

/** ARFF, the format of WEKA, flat or with a relational bag attribute. */
export const arff: WritableFormat = tabular({
  name: "arff",
  title: "ARFF: WEKA's format, one row per instance or with a relational bag attribute",
  extensions: ["arff"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => {
    const [first = ""] = headLines(head).filter((line) => !line.trimStart().startsWith("%"));
    return /^\s*@(relation|attribute)\b/i.test(first) || (first === "" && head.trimStart().startsWith("%"));
  },
  table: async (source, options) => (await import("./from-arff.js")).arffTable(source, options),
  write: (bags, options) => deferred(async () => (await import("./to-arff.js")).toArff(bags, options)),
});

/** JSON: a list of bags, a list of instances, or an object with features and bags. */
export const json: WritableFormat = {
  name: "json",
  title: "JSON: a list of bags with their instances, or a list of instances",
  extensions: ["json"],
  holds: { featureNames: true, groups: true },
  recognises: looksLikeJson,
  read: async (source, options) => (await import("./from-json.js")).fromJson(source, options),
  table: async (source, options) => (await import("./from-json.js")).jsonTable(source, options),
  write: (bags) => deferred(async () => (await import("./to-json.js")).toJson(bags)),
};

/** Whether a head starts one JSON value, as opposed to JSON Lines. */
function looksLikeJson(head: string): boolean {
  const [first = ""] = headLines(head).map((line) => line.trim());
  if (first.startsWith("[") || first === "{" || /^\{\s*"bags"\s*:/.test(first)) return true;
  return /^\{\s*"features"\s*:\s*\[[^\]]*\]\s*,/.test(first) && !/^\{[^{[]*"instances"\s*:/.test(first);
}

/** JSON Lines: one bag or one instance per line. */
export const jsonl: WritableFormat = {
  name: "jsonl",
  title: "JSON Lines: one bag or one instance per line",
  extensions: ["jsonl", "ndjson"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => (headLines(head)[0] ?? "").trimStart().startsWith("{") && !looksLikeJson(head),
  read: async (source, options) => (await import("./from-jsonl.js")).fromJsonl(source, options),
  table: async (source, options) => (await import("./from-jsonl.js")).jsonlTable(source, options),
  write: (bags, options) =>
    options.rows === "bags"
      ? deferred(async () => (await import("./to-json.js")).toJsonLines(bags))
      : rows(bags, "jsonl"),
};

/** svmlight-style text of bags. */
export const svmlight: WritableFormat = {
  name: "svmlight",
  title: "svmlight-style text: instance:bag:label index:value ...",
  extensions: ["svmlight", "svm", "libsvm"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => {
    const [first = ""] = headLines(head).filter((line) => !line.trimStart().startsWith("#"));
    // The last pair of the head may be cut off.
    return (
      /^\s*[^\s:,]+:[^\s:]+:[^\s:,]*(\s+\d+:[^\s:,]*)*(\s+\d+)?\s*(#.*)?$/.test(first) || head.startsWith("# bagwise {")
    );
  },
  read: async (source, options) => (await import("./from-svmlight.js")).fromSvmlight(source, options),
  write: (bags) => deferred(async () => (await import("./to-svmlight.js")).toSvmlight(bags)),
};

/** The layout of the UCI Musk data. */
export const musk: WritableFormat = {
  name: "musk",
  title: "UCI Musk layout: molecule, conformation, features, class",
  extensions: ["data"],
  holds: { featureNames: false, groups: false },
  recognises: (head) =>
    /^[^,]+,[^,]*[A-Za-z_][^,]*(,\s*[-+]?[\d.][-+\d.eE]*|,\s*\?)+,\s*(?:[01]\.|\?)\s*$/.test(headLines(head)[0] ?? ""),
  read: async (source, options) => (await import("./from-musk.js")).fromMusk(source, options),
  write: (bags, options) => deferred(async () => (await import("./to-musk.js")).toMusk(bags, options)),
};

/** Molecules with coordinates and properties: MDL's format, one record or many. */
export const sdf: Format = tabular({
  name: "sdf",
  title: "SDF and molfiles: molecules with coordinates and properties",
  extensions: ["sdf", "mol", "sd"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => /^(?:[^\n]*\n){3}[^\n]{0,40}\bV[23]000\b/.test(head),
  table: async (source, options) => (await import("./from-sdf.js")).sdfTable(source, options),
});

/** Molecules, one per line. */
export const smi: Format = tabular({
  name: "smi",
  title: "SMILES: one molecule per line, with a name",
  extensions: ["smi", "smiles"],
  holds: { featureNames: true, groups: true },
  recognises: looksLikeSmilesFile,
  table: async (source, options) => (await import("./from-smi.js")).smiTable(source, options),
});

/** Whether the first lines start with molecules, some of them with a branch, a double bond or a ring. */
function looksLikeSmilesFile(head: string): boolean {
  // The last line may be cut off.
  const lines = headLines(head).filter((line) => !line.startsWith("#"));
  const first = (lines.length > 1 ? lines.slice(0, -1) : lines).slice(0, 20).map(smilesPart);
  const molecules = /^smiles$/i.test(first[0] ?? "") ? first.slice(1) : first;
  return (
    molecules.length > 0 && molecules.every(looksLikeSmiles) && molecules.some((text) => /[(=#]|[cn]\d/.test(text))
  );
}

/** Comma-separated values, one row per instance; the reader detects the delimiter. */
export const csv: WritableFormat = {
  name: "csv",
  title: "comma-separated values, one row per instance",
  extensions: ["csv"],
  holds: { featureNames: true, groups: true },
  // What every other format was asked about before: a table of text is the last guess.
  recognises: (head) => /^[^\0]*[,;|][^\0]*$/.test(head.slice(0, 4096)),
  read: readTable,
  table: async (source, options, onBadRow) => (await import("./from-csv.js")).csvTable(source, options, onBadRow),
  write: (bags) => rows(bags, "csv"),
};

/** Tab-separated values, one row per instance. */
export const tsv: WritableFormat = {
  name: "tsv",
  title: "tab-separated values, one row per instance",
  extensions: ["tsv", "tab"],
  holds: { featureNames: true, groups: true },
  recognises: (head) => /^[^\0\n]*\t/.test(head.slice(0, 4096)),
  read: (source, options) => readTable(source, tabbed(options)),
  table: async (source, options, onBadRow) =>
    (await import("./from-csv.js")).csvTable(source, tabbed(options), onBadRow),
  write: (bags) => rows(bags, "tsv"),
};

function tabbed(options: ReadOptions): ReadOptions {
  return { ...options, delimiter: options.delimiter ?? "\t" };
}

async function readTable(source: Source, options: ReadOptions) {
  return (await import("./from-csv.js")).fromCsv(source, options);
}

/**
 * All formats in the order in which content is tested: the most recognisable first.
 */
export const FORMATS: readonly Format[] = [parquet, xlsx, arrow, arff, jsonl, json, svmlight, musk, sdf, smi, tsv, csv];

/** The formats that bags can be written in. */
export const WRITABLE_FORMATS: readonly WritableFormat[] = FORMATS.filter(isWritable);

function isWritable(format: Format): format is WritableFormat {
  return format.write !== undefined;
}

/** The format with this name. Throws an InputError for an unknown name. */
export function formatByName(name: string): Format {
  const format = FORMATS.find((each) => each.name === name);
  if (format !== undefined) return format;
  throw new InputError({
    code: "unknown-format",
    message: `there is no format ${quote(name)}`,
    remedy: `Choose one of ${FORMATS.map((each) => each.name).join(", ")}.`,
  });
}

/** The format by the extension of a file name, ignoring `.gz`; undefined if it says nothing. */
export function formatByEnding(name: string): Format | undefined {
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase().replace(/\.gz$/, ""))?.[1];
  return ending === undefined ? undefined : FORMATS.find((format) => format.extensions.includes(ending));
}

/** The format of content that starts like this; undefined if it looks like none. */
export function formatByContent(head: Uint8Array): Format | undefined {
  const text = new TextDecoder("latin1").decode(head);
  return FORMATS.find((format) => format.recognises(text));
}

/** The format of a file to write: the option, or by the extension of its name. */
export function formatToWrite(name: string, wanted: FormatName | undefined): WritableFormat {
  const format = wanted === undefined ? formatByEnding(name) : formatByName(wanted);
  if (format !== undefined) return writable(format);
  throw new InputError({
    code: "unknown-format",
    message: `the name ${quote(name)} does not tell the format to write`,
    remedy: `End it in one of ${WRITABLE_FORMATS.map((each) => `.${each.extensions[0]}`).join(", ")} (plus .gz to compress it), or give the option format.`,
  });
}

/** The same format. Throws an InputError if bags cannot be written in it. */
export function writable(format: Format): WritableFormat {
  if (isWritable(format)) return format;
  throw new InputError({
    code: "read-only-format",
    message: `bagwise reads ${format.name}, but does not write it: bags hold descriptions of molecules, not molecules`,
    remedy: `Write one of ${WRITABLE_FORMATS.map((each) => each.name).join(", ")}.`,
  });
}

/**
 * The first lines of a file, without blank lines and byte order mark (as Latin-1 shows it).
 */
function headLines(head: string): string[] {
  return head
    .replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
}

/**
 * Pieces from a writer that is loaded when the first one is needed. Readers and writers are loaded
 * on demand, so that a page that scores bags does not load eight parsers.
 */
async function* deferred(load: () => Promise<Pieces>): AsyncGenerator<Uint8Array> {
  yield* await load();
}

/** One row per instance. */
function rows(bags: BagSet, format: TableFormat): AsyncGenerator<Uint8Array> {
  return deferred(async () => (await import("./rows/bag-table.js")).bagRows(bags, format));
}
