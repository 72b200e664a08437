import type { NoteCode } from "./codes/catalogue.js";

/**
 * Something you should know although nothing failed, such as a guess or a column that was left out.
 */
export interface Note {
  readonly code: NoteCode;
  readonly message: string;
  /** The columns concerned, all of them; the message names only the first. */
  readonly columns?: readonly string[];
}

/** Called with each note as it arises. The default everywhere is to drop them. */
export type OnNote = (note: Note) => void;
