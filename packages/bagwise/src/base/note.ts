import type { NoteCode } from "./codes/catalogue.js";

/**
 * Something the user should know although nothing failed: a guess that was made, a column that was
 * left out.
 */
export interface Note {
  readonly code: NoteCode;
  readonly message: string;
}

/** Takes notes as they arise. The default everywhere is to drop them. */
export type OnNote = (note: Note) => void;
