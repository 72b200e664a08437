import type { BagSet } from "../bags/bag-set.js";
import type { LabelNames } from "../bags/label-values.js";
import type { OnNote } from "../base/note.js";
import type { Source } from "./text/source.js";

/** The formats bagwise reads and writes. */
export type FormatName = "csv" | "tsv" | "json" | "jsonl" | "arff" | "svmlight" | "musk" | "parquet";

/**
 * What to do with a missing value: refuse the file, drop the instance, or put in the feature's
 * median.
 */
export type Missing = "error" | "drop" | "median";

/**
 * How to read a file. Every option has a default that fits the common case; what is guessed is said
 * in a note.
 */
export interface ReadOptions extends LabelNames {
  /**
   * What the input is called in messages, and by whose ending the format is recognised. Default:
   * the path, or "input".
   */
  readonly name?: string | undefined;
  /** Default: recognised from name and content. */
  readonly format?: FormatName | undefined;
  /**
   * The column that names the bag, by name or by number from 1. Default: guessed from the names.
   */
  readonly bag?: string | undefined;
  /** The column with the label. Default: guessed; when there is none, every bag is unlabeled. */
  readonly label?: string | undefined;
  /**
   * The column with the group. Default: a column called `group` next to bag and label; else none.
   */
  readonly group?: string | undefined;
  /** Columns to leave out. Default: none but those that hold text only. */
  readonly ignore?: readonly string[] | undefined;
  /** CSV and TSV: whether the first line names the columns. Default: decided by looking at it. */
  readonly header?: boolean | undefined;
  /**
   * CSV: what stands between fields. Default: the most frequent of comma, tab, semicolon and bar in
   * the first line.
   */
  readonly delimiter?: string | undefined;
  /** Default: "error". */
  readonly missing?: Missing | undefined;
  readonly onNote?: OnNote | undefined;
  /** Called now and then with the bytes read so far and, where known, their total. */
  readonly onProgress?:
    | ((progress: { readonly bytes: number; readonly total: number | undefined }) => void)
    | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How to write a file. */
export interface WriteOptions {
  /**
   * ARFF: one row per instance, or WEKA's relational bag attribute. Parquet and JSON Lines: one row
   * per instance or per bag. Default: instances.
   */
  readonly rows?: "instances" | "bags" | undefined;
  /** Told what the format cannot hold. */
  readonly onNote?: OnNote | undefined;
}

/**
 * A format describes itself; the registry, the command line's help and the docs are made from this.
 */
export interface Format {
  readonly name: FormatName;
  /** One line for people. */
  readonly title: string;
  /** File name endings without the dot, most usual first. */
  readonly extensions: readonly string[];
  /** What a file of this format keeps of a BagSet besides ids, labels and values. */
  readonly holds: { readonly featureNames: boolean; readonly groups: boolean };
  /**
   * Whether content that starts like this is of this format. `head` is its first bytes read as
   * Latin-1 text.
   */
  recognises(head: string): boolean;
  /** Reads the whole input. */
  read(source: Source, options: ReadOptions): Promise<BagSet>;
  /** The file in pieces, to be written one after the other. */
  write(bags: BagSet, options: WriteOptions): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
