import { crc32 } from "../../base/crc32.js";
import { fromExactJson, toExactJson } from "../../base/exact-json.js";

const START = /^\{"crc":"([0-9a-f]{8})",/;

/**
 * An object as a line of a journal: its JSON text with the CRC-32 of that text in front, and a line
 * end.
 */
export function toLine(value: object): string {
  const text = toExactJson(value);
  return `{"crc":"${checkSum(text)}",${text.slice(1)}\n`;
}

/** The object in a line without its line end; undefined when the line is torn or changed. */
export function fromLine(line: string): object | undefined {
  const crc = START.exec(line);
  if (crc === null) return undefined;
  const text = `{${line.slice(crc[0].length)}`;
  if (checkSum(text) !== crc[1]) return undefined;
  try {
    const value = fromExactJson(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where the line ends are: the offset after each, for the bytes of a file. */
export function lineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at + 1);
  return ends;
}

function checkSum(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");
}
