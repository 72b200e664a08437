import type { BagSet, DecimalSign, LabelNames, Missing, Recipe } from "@bagwise/core/bags";
import type { InputError, Note, OnNote } from "@bagwise/core/base";
import type { EncodeOptions } from "../encode/options.js";
import type { EncodeTools } from "../encode/tools.js";
import type { OpenTable } from "../table/table.js";
import type { Cut } from "./rows/cut.js";
import type { Input, Source } from "./text/source.js";

/** The formats bagwise reads. It writes all but those of molecules. */
export type FormatName =
  | "csv"
  | "tsv"
  | "json"
  | "jsonl"
  | "arff"
  | "svmlight"
  | "musk"
  | "parquet"
  | "xlsx"
  | "arrow"
  | "smi"
  | "sdf";

/** The ids of a file of labels, for an engine that is asked which of them are bags. */
export interface LabelsAsked {
  /** Those of positive bags come first, because an engine takes so many names at once. */
  readonly ids: readonly string[];
  /**
   * What to note when those in `found` of the first `asked` ids are bags. Throws an InputError if none is; `bags` are
   * the ids of some bags for its message.
   */
  heard(found: ReadonlySet<string>, asked: number, bags: readonly string[]): readonly Note[];
}

/** What to read of a database: in Node alone, and nothing for a file. */
export interface DatabaseOptions {
  /** The table or view, such as `schema.table`. Default: the only one. */
  readonly table?: string | undefined;
  /** Or a query that gives the rows. Default: none. */
  readonly query?: string | undefined;
  /**
   * Whether the rows are in long form: one for each bag, instance and feature. A combination that is not there is a
   * missing value. Default: if one of the next three is given.
   */
  readonly long?: boolean | undefined;
  /** In long form, the column that tells the instances of a bag apart. Default: `instance`. */
  readonly instanceColumn?: string | undefined;
  /** In long form, the column with the names of the features. Default: `feature`. */
  readonly featureColumn?: string | undefined;
  /** In long form, the column with the values. Default: `value`. */
  readonly valueColumn?: string | undefined;
  /**
   * How many bags to read at most: all positives and a sample of the others by a hash of their ids.
   * Default: all if there are at most 5,000 that fit in 2 GB, otherwise so many.
   */
  readonly trainBags?: number | undefined;
  /** The ids of the bags to read. Default: all, or a sample. */
  readonly onlyBags?: readonly string[] | undefined;
  /** The ids of the bags that are positive by a file of its own, which an engine cannot read. Default: none. */
  readonly positiveBags?: readonly string[] | undefined;
  /** All ids of that file, and what it says when an engine has told which of them are bags. Default: none. */
  readonly labelsAsked?: LabelsAsked | undefined;
  /** Seconds that one statement may take. Default: 600. */
  readonly timeout?: number | undefined;
}

/**
 * How to read a file. Every option has a default for the common case; a note says what was guessed.
 */
export interface ReadOptions extends LabelNames, EncodeOptions, DatabaseOptions {
  /**
   * The name of the input, for messages and to recognise the format by its extension. Default: the
   * path, or "input".
   */
  readonly name?: string | undefined;
  /** Default: recognised from name and content. */
  readonly format?: FormatName | undefined;
  /**
   * The column that names the bag, by name or by number from 1. Default: guessed from the names.
   */
  readonly bag?: string | undefined;
  /** The column with the label. Default: guessed; without one every bag is unlabeled. */
  readonly label?: string | undefined;
  /**
   * The column with the group, or "none". Default: a column called `group`.
   */
  readonly group?: string | undefined;
  /** Columns to leave out. Default: only those that cannot be features, with a note. */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Columns to use although they look like dates, row numbers, identifiers or the label. Default:
   * none; a note names those that were left out.
   */
  readonly use?: readonly string[] | undefined;
  /** Columns for people to look at. Default: columns of text. */
  readonly show?: readonly string[] | undefined;
  /** The column that holds the list of instances of a bag. Default: `instances`, or the only one. */
  readonly instances?: string | undefined;
  /** The decimal sign of numbers in text. Default: guessed, a point if in doubt. */
  readonly decimal?: DecimalSign | undefined;
  /** Words that mean a missing value, besides blank, `?`, NA, NaN, null and none. Default: none. */
  readonly na?: readonly string[] | undefined;
  /** The encoding of text, such as "latin1" or "utf-16le". Default: UTF-8, or guessed. */
  readonly encoding?: string | undefined;
  /** The sheet of a workbook, by name or by number from 1. Default: the first. */
  readonly sheet?: string | undefined;
  /**
   * A file of its own for labels, with a column of bag ids and one of labels, in any format with named
   * columns. It comes before labels among the bags; bags that it does not name are not known. Default:
   * none.
   */
  readonly labels?: Input | undefined;
  /** What gives the bags their labels, if the file of labels was read before, for several parts of a database. */
  readonly labelled?: ((bags: BagSet) => BagSet) | undefined;
  /** How another file was read, to read this one alike. Other options come before it. */
  readonly recipe?: Recipe | undefined;
  /**
   * svmlight: whether all features form one block of sparse features, which is kept without its zeros.
   * Default: if there are at least 2,000 features, of which at most 5 % are not 0.
   */
  readonly sparse?: boolean | undefined;
  /** CSV and TSV: whether the first line names the columns. Default: detected. */
  readonly header?: boolean | undefined;
  /**
   * CSV: the field separator. Default: the most frequent of comma, tab, semicolon and bar in the
   * first line.
   */
  readonly delimiter?: string | undefined;
  /** Default: "error". */
  readonly missing?: Missing | undefined;
  /**
   * With `missing: "median"`, what fills a gap, by feature: the `medians` of a model for bags that it
   * will score. Default: the medians of this input, for bags to train on.
   */
  readonly medians?: ReadonlyMap<string, number> | undefined;
  /** What encoders may use besides the file. Default: in Node what it has, else nothing. */
  readonly tools?: EncodeTools | undefined;
  readonly onNote?: OnNote | undefined;
  /**
   * Gives bags away as they are complete, where rows are read as they come; a ScatteredBag is thrown if
   * rows of one come later. For `readBagParts`. Default: all bags are held.
   */
  readonly cut?: Cut | undefined;
  /** Called now and then with the bytes read so far and, if known, their total. */
  readonly onProgress?:
    | ((progress: { readonly bytes: number; readonly total: number | undefined }) => void)
    | undefined;
  /** Called now and then with how many raw things, such as photos, are encoded. */
  readonly onEncoded?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How to write a file. */
export interface WriteOptions {
  /**
   * ARFF: one row per instance, or WEKA's relational bag attribute. Parquet and JSON Lines: one row
   * per instance or per bag. Default: instances.
   */
  readonly rows?: "instances" | "bags" | undefined;
  /** Called with what the format cannot hold. */
  readonly onNote?: OnNote | undefined;
}

/**
 * A format describes itself. The registry, the help and the docs are made from this.
 */
export interface Format {
  readonly name: FormatName;
  /** One line for people. */
  readonly title: string;
  /** File extensions without the dot, the most common first. */
  readonly extensions: readonly string[];
  /** What a file of this format keeps besides ids, labels and values. */
  readonly holds: { readonly featureNames: boolean; readonly groups: boolean };
  /**
   * Whether content that starts like this has this format. `head` is its first bytes as Latin-1
   * text.
   */
  recognises(head: string): boolean;
  /** Reads the whole input. */
  read(source: Source, options: ReadOptions): Promise<BagSet>;
  /**
   * The rows before anybody knows what their columns mean, for formats with named columns. A row
   * that does not fit is left out if `onBadRow` takes its error; otherwise that is thrown.
   */
  table?(source: Source, options: ReadOptions, onBadRow?: (error: InputError) => void): Promise<OpenTable>;
  /** The file in pieces, to write one after the other. Formats of raw things have no writer. */
  write?(bags: BagSet, options: WriteOptions): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** What reading needs of a format. */
export type OpenFormat = Pick<Format, "name" | "read" | "table">;

/** A format that bags can be written in. */
export type WritableFormat = Format & Required<Pick<Format, "write">>;
