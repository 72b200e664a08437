import type { ErrorCode } from "./codes/catalogue.js";

/** Where in the input something is wrong. Lines and columns count from 1, as editors do. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  /** For what has no lines, such as a sheet. */
  readonly row?: number;
  readonly column?: number;
  /** The cell of a sheet, such as `C7`: what its row and column are called there. */
  readonly cell?: string;
  /** The name of the column, feature or option meant. */
  readonly field?: string;
  readonly bag?: string;
}

/** What is wrong, where, and what to do about it. */
export interface Complaint {
  /** A short stable word for programs, such as `"not-a-number"`. */
  readonly code: ErrorCode;
  /** What is wrong: a clause without a final full stop. */
  readonly message: string;
  /** What to do about it: a full sentence. */
  readonly remedy: string;
  readonly where?: Place;
}

/** The place in words: `a.csv, line 3, column 7 ("f5")`. Empty if nothing is known. */
export function describePlace(where: Place = {}): string {
  const parts: string[] = [];
  if (where.file !== undefined) parts.push(where.file);
  if (where.line !== undefined) parts.push(`line ${where.line}`);
  if (where.row !== undefined && where.cell === undefined) parts.push(`row ${where.row}`);
  if (where.column !== undefined) {
    const column = where.cell === undefined ? `column ${where.column}` : `cell ${where.cell}`;
    parts.push(`${column}${where.field === undefined ? "" : ` (${quote(where.field)})`}`);
  } else if (where.field !== undefined) parts.push(`column ${quote(where.field)}`);
  if (where.bag !== undefined) parts.push(`bag ${quote(where.bag)}`);
  return parts.join(", ");
}

/**
 * Bad input or wrong use, never a bug in bagwise. The command line prints the message and exits
 * with code 2.
 *
 * `message` says everything; `code`, `where` and `remedy` are for programs.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly code: ErrorCode;
  readonly where: Place;
  readonly remedy: string;
  /** The complaint alone, without place and remedy. */
  readonly complaint: string;

  constructor({ code, message, remedy, where = {} }: Complaint) {
    const place = describePlace(where);
    super(`${place === "" ? "" : `${place}: `}${message}. ${remedy}`);
    this.code = code;
    this.where = where;
    this.remedy = remedy;
    this.complaint = message;
  }

  /** The same error with more of its place, for callers that know the file's name. */
  at(where: Place): InputError {
    return this.with({ where: { ...where, ...this.where } });
  }

  /** The same error with another message, remedy or place. */
  with(parts: Partial<Omit<Complaint, "code">>): InputError {
    return new InputError({
      code: this.code,
      message: this.complaint,
      remedy: this.remedy,
      where: this.where,
      ...parts,
    });
  }
}

/** Runs some work on a file. An InputError from it gets the file's name. */
export async function withinFile<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InputError ? error.at({ file }) : error;
  }
}

/**
 * A value for a message: quoted, with control characters escaped, and shortened in the middle if it
 * is long.
 */
export function quote(value: string, { longest = 40 }: { longest?: number } = {}): string {
  const characters =
    value.length > 4 * longest ? [...value.slice(0, 2 * longest), ...value.slice(-2 * longest)] : [...value];
  if (characters.length <= longest) return JSON.stringify(value);
  const half = Math.floor((longest - 1) / 2);
  return JSON.stringify(`${characters.slice(0, half).join("")}…${characters.slice(characters.length - half).join("")}`);
}

/** `1 bag`, `2 bags`, `0 bags`, `1,234 bags`: counts as people write them. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${thousands(n)} ${n === 1 ? noun : plural}`;
}

/** `1,900`: a number as people write it. */
export function thousands(n: number): string {
  return n.toLocaleString("en-US");
}
