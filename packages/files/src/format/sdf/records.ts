import { lines } from "../text/lines.js";
import type { Source } from "../text/source.js";

/** A record of an SDF file. */
export interface SdfRecord {
  /** The first line, without blanks around it; often empty. */
  readonly title: string;
  /** Up to the line M  END. */
  readonly molfile: string;
  /** The properties behind it, by name. */
  readonly properties: ReadonlyMap<string, SdfProperty>;
  /** The number of its first line, from 1. */
  readonly line: number;
}

/** The text of a property, and the number of its line. */
export interface SdfProperty {
  readonly text: string;
  readonly line: number;
}

const END_OF_RECORD = "$$$$";

/** The records of an SDF file, or the one of a molfile. A record that is cut off has what is left of it. */
export async function* sdfRecords(source: Source): AsyncGenerator<SdfRecord> {
  let held: string[] = [];
  let start = 1;
  for await (const { text, line } of lines(source)) {
    if (!text.startsWith(END_OF_RECORD)) {
      held.push(text);
      continue;
    }
    yield recordOf(held, start);
    held = [];
    start = line + 1;
  }
  if (held.some((text) => text.trim() !== "")) yield recordOf(held, start);
}

function recordOf(held: readonly string[], start: number): SdfRecord {
  const end = held.findIndex((text) => /^M\s+END/.test(text));
  const size = end === -1 ? held.length : end + 1;
  return {
    title: (held[0] ?? "").trim(),
    molfile: `${held.slice(0, size).join("\n")}\n`,
    properties: propertiesOf(held, size, start),
    line: start,
  };
}

/** `> <name>` and the lines below it, up to a blank one. */
function propertiesOf(held: readonly string[], from: number, start: number): Map<string, SdfProperty> {
  const found = new Map<string, SdfProperty>();
  for (let k = from; k < held.length; k++) {
    const name = /^>.*?<([^>]*)>/.exec(held[k])?.[1]?.trim();
    if (name === undefined || name === "") continue;
    const first = k + 1;
    while (k + 1 < held.length && held[k + 1].trim() !== "" && !held[k + 1].startsWith(">")) k++;
    const text = held.slice(first, k + 1).join("\n");
    // The first one counts if a name comes twice.
    if (!found.has(name)) found.set(name, { text: text.trim(), line: start + first });
  }
  return found;
}
