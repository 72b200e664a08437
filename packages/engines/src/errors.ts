import { InputError } from "@bagwise/core/base";
import type { ErrorCode } from "@bagwise/core/codes";

/** What went wrong in an engine, in the words of the catalogue. */
export type Trouble =
  | "lost"
  | "refused"
  | "timeout"
  | "rights"
  | "schema"
  | "statement"
  | "unsupported"
  | "exists"
  | "busy";

const SAID: Readonly<Record<Trouble, readonly [code: ErrorCode, remedy: string]>> = {
  lost: ["engine-lost", "Check that it runs, and start the command again. No table was written in part."],
  refused: ["engine-refused", "Check the address, the user and the password."],
  timeout: ["engine-timeout", "Give it more time with --timeout, or ask for fewer bags."],
  rights: ["engine-rights", "Ask for the right to read the table, or to write with --into."],
  schema: ["engine-schema", "Check the names in --table or --query."],
  statement: ["engine-statement", "Check --table or --query, and try it in the engine itself."],
  unsupported: ["engine-unsupported", "Check what the engine or its connector can do with such tables."],
  exists: ["engine-exists", "Choose another name for --into, or add --force to replace it."],
  busy: ["engine-busy", "Wait until that has ended, and start the command again."],
};

/** The error for trouble with an engine. `message` is a clause of ours or of the engine. */
export function engineError(trouble: Trouble, message: string, file: string): InputError {
  const [code, remedy] = SAID[trouble];
  return new InputError({ code, message, remedy, where: { file } });
}

/** The first line of what an engine says, as a clause: without the position that follows, and no full stop. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text.split("\n").filter((each) => each.trim() !== "");
  return line.trim().replace(/\.$/, "");
}
