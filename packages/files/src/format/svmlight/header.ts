import { InputError, type Place } from "@bagwise/core/base";

/** What bagwise writes in comments to keep names and groups; other programs skip them. */
interface SvmlightHeader {
  readonly features: readonly string[];
}

const HEADER = "# bagwise ";
const GROUP = "# bagwise-group ";

/** The first line of a file by bagwise. It also means that ids are escaped. */
export function headerLine(features: readonly string[]): string {
  return `${HEADER}${JSON.stringify({ features })}\n`;
}

/** The line that gives the group of a bag. */
export function groupLine(bag: string, group: string): string {
  return `${GROUP}${JSON.stringify([bag, group])}\n`;
}

/**
 * The header in a comment line; undefined for an ordinary comment. Throws an InputError if it is
 * damaged.
 */
export function readHeader(text: string, where: Place): SvmlightHeader | undefined {
  if (!text.startsWith(`${HEADER}{`)) return undefined;
  const { features } = parse(text.slice(HEADER.length), where) as { features?: unknown };
  if (isStrings(features) && new Set(features).size === features.length && !features.includes("")) return { features };
  throw damaged(where);
}

/** Bag and group in a comment line by bagwise; undefined for an ordinary comment. */
export function readGroup(text: string, where: Place): { bag: string; group: string } | undefined {
  if (!text.startsWith(`${GROUP}[`)) return undefined;
  const pair = parse(text.slice(GROUP.length), where);
  if (isStrings(pair) && pair.length === 2) return { bag: pair[0], group: pair[1] };
  throw damaged(where);
}

/** An id with blanks, colons, hashes and percent signs percent-encoded. */
export function escapeId(id: string): string {
  return id.replace(/[\s:#%\p{Cc}]/gu, encodeURIComponent);
}

/** The inverse of `escapeId`. */
export function unescapeId(text: string, where: () => Place): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw damaged(where());
  }
}

function parse(text: string, where: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(where);
  }
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function damaged(where: Place): InputError {
  return new InputError({
    code: "svmlight-header",
    message: "the comments in which bagwise keeps names are damaged",
    remedy: 'Restore the line, or remove all lines that start with "# bagwise".',
    where,
  });
}
