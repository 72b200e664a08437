import type { OnNote, OptionDescription } from "@bagwise/core/base";
import type { Grid } from "../table/table.js";
import type { EncodeOptions } from "./options.js";
import type { TableReader } from "./table-reader.js";
import type { EncodeTools } from "./tools.js";

/** The encoders there are. */
export type EncoderName = "text" | "molecule" | "photo" | "window" | "counts";

/**
 * What an encoder learned from the training file, and the options it had: plain data, which a model
 * keeps, so that other files are encoded alike.
 */
export interface FittedEncoder {
  readonly type: EncoderName;
}

/** Everything an encoder may ask for besides the rows. */
export interface EncodeContext {
  /** The file, for messages. */
  readonly file: string;
  readonly options: EncodeOptions;
  /** What only Node or only a browser can do, such as decoding a picture. */
  readonly tools: EncodeTools;
  /** Roles and numbers of the columns of a table that is encoded, for encoders of rows with numbers. */
  readonly reader?: ((grid: Grid) => TableReader) | undefined;
  readonly onNote?: OnNote | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with how many raw items are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Turns raw items, such as texts, into instances. A row of the given table holds a raw item, or a part
 * of one; a row of the encoded table is an instance. In it, the raw columns are replaced by what the
 * encoder found: numbers, sparse rows, and texts to show. All other columns are repeated.
 */
export interface Encoder<Fitted extends FittedEncoder = FittedEncoder> {
  /** Learns from the training file. Reads no label. Throws an InputError for a column that is not there. */
  fit(grid: Grid, context: EncodeContext): Promise<Fitted>;
  /** The table with one row per instance. Throws an InputError with the place of a raw item that is broken. */
  encode(fitted: Fitted, grid: Grid, context: EncodeContext): Promise<Grid>;
}

/** An encoder as data: flags, the docs and forms are made from it. */
export interface EncoderDescription {
  readonly name: EncoderName;
  /** One line for people. */
  readonly title: string;
  /** What becomes an instance, and what describes it. One or two sentences. */
  readonly help: string;
  /** Whether a row of the file is a bag, so that it needs no column that names the bag. */
  readonly rowIsBag: boolean;
  /** Whether several rows make an instance, so that lists of rows are taken apart first. Default false. */
  readonly joinsRows?: boolean | undefined;
  readonly options: readonly OptionDescription[];
  /** The package it needs; undefined if none. */
  readonly needs?: string | undefined;
  /** Whether it also runs in a browser. */
  readonly browser: boolean;
}

/** An encoder in the registry: what it is, when to use it, and how to load the rest when a file needs it. */
export interface EncoderEntry {
  readonly description: EncoderDescription;
  /** Whether the options ask for this encoder. */
  isAsked(options: EncodeOptions): boolean;
  /** Whether it should be used although nobody asked, because a column can hardly mean anything else. */
  suits(grid: Grid): boolean;
  load(): Promise<Encoder>;
}
