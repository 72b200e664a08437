import type { Note } from "../base/note.js";

/** Notes that say that nothing separates the bags, or that nobody can tell: these come before any list or number. */
export const NOTHING_SEPARATES = ["tells-nothing", "alike", "too-few-labels"] as const;

/**
 * Whether something is known to separate the bags. If not, a probability for one of them would pretend
 * otherwise.
 */
export function separates({ notes }: { readonly notes: readonly Pick<Note, "code">[] }): boolean {
  return notes.every(({ code }) => !saysNothing(code));
}

/** Whether a note says that nothing is known to separate the bags. */
export function saysNothing(code: string): boolean {
  return (NOTHING_SEPARATES as readonly string[]).includes(code);
}
