import type { BagSet, ColumnUse } from "@bagwise/core/bags";
import type { InputError, Note } from "@bagwise/core/base";
import type { Code, Gravity } from "@bagwise/core/codes";
import type { ReadOptions } from "../format.js";

/** Options that a survey may suggest. */
export type SuggestedOptions = Pick<
  ReadOptions,
  "bag" | "label" | "positive" | "unlabeled" | "missing" | "na" | "ignore" | "use" | "show" | "decimal" | "invalid"
>;

/** A text of a file and the line or row where it stands. */
export interface Sighting {
  readonly text: string;
  readonly row: number;
}

/** What becomes of a column, and what stands in it. Plain data. */
export interface SurveyedColumn {
  readonly name: string;
  /** Shown: for people to look at. Unused: `why` says why. */
  readonly role: "bag" | "label" | "group" | "feature" | "shown" | "unused";
  /** How the values of a feature become numbers. */
  readonly use?: ColumnUse;
  /** Why it is not a feature: the code of a note or an error, or `asked` if you left it out. */
  readonly why?: Code | "asked";
  /** How many values are missing; undefined if nobody counted. */
  readonly missing?: number;
  /** How many values are no numbers, where most are. */
  readonly notNumbers?: number;
}

/** Something that stops reading, or that you should look at. Plain data. */
export interface Problem {
  readonly code: Code;
  readonly gravity: Gravity;
  /** The column concerned, if it is one. */
  readonly column?: string;
  /** How many values, rows or bags are concerned. */
  readonly count: number;
  /** What is wrong: a clause without a final full stop. */
  readonly message: string;
  /** What to do about it: a full sentence. */
  readonly remedy: string;
  /** The first few, each with the number of its line or row. */
  readonly examples: readonly Sighting[];
}

/** What an engine counted in all of a table. Plain data. */
export interface TableOverview {
  /** What people call the engine. */
  readonly engine: string;
  readonly instances: number;
  readonly bags: number;
  /** Bags with at least one row that is labelled positive. */
  readonly positive: number;
  /** The largest bag. */
  readonly largest: number;
  readonly columns: readonly ColumnOverview[];
}

/** What an engine counted in one column. The range and mean of numbers; null if there are none. */
export interface ColumnOverview {
  readonly name: string;
  readonly missing: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
}

/** What is in a file, all that is wrong with it, and how to read it. */
export interface Survey {
  /** The bags, read with the options you gave and those suggested; undefined if no options help. */
  readonly bags: BagSet | undefined;
  /** Of a database, what it counted in all of the table. */
  readonly whole?: TableOverview | undefined;
  /** What reading these bags noted. */
  readonly notes: readonly Note[];
  /** The error that reading with your options alone ends in; undefined if it ends well. */
  readonly error: InputError | undefined;
  /** All columns: in the order of the file if problems were looked for, else by what they are. */
  readonly columns: readonly SurveyedColumn[];
  /** What must be decided or corrected, column by column. */
  readonly problems: readonly Problem[];
  /** Options to add so that the file can be read and trained on; none if it is empty. */
  readonly suggested: SuggestedOptions | undefined;
  /** What a row is called: a line of a text file, a row of a sheet. */
  readonly rowNoun: "line" | "row";
}
