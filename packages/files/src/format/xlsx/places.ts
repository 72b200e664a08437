import { quote } from "@bagwise/core/base";

/** The size of the largest sheet. */
export const MOST_ROWS = 2 ** 20;
export const MOST_COLUMNS = 2 ** 14;

/** Cells that are shown as one, from 0 and inclusive. */
export interface Merged {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The name of a column, from 0: A, B, ..., Z, AA, AB, ... */
export function columnName(k: number): string {
  return (k < 26 ? "" : columnName(Math.floor(k / 26) - 1)) + String.fromCharCode(65 + (k % 26));
}

/** The column of a place such as `AB12`, from 0. Throws an Error if no sheet has it. */
export function columnOf(place: string): number {
  let column = 0;
  for (let i = 0; i < place.length && i < 4; i++) {
    // Without the bit that tells a lower-case letter.
    const letter = (place.charCodeAt(i) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1 || column > MOST_COLUMNS) throw impossible(place);
  return column - 1;
}

/** The places of a range such as `A1:C7`. Throws an Error if no sheet has them. */
export function rangeOf(range: string): Merged {
  const match = /^\$?([a-z]{1,3})\$?(\d{1,7})(?::\$?([a-z]{1,3})\$?(\d{1,7}))?$/i.exec(range);
  if (match === null) throw impossible(range);
  const [, left, top, right = left, bottom = top] = match;
  const found = { top: Number(top) - 1, bottom: Number(bottom) - 1, left: columnOf(left), right: columnOf(right) };
  if (found.top < 0 || found.bottom < found.top || found.bottom >= MOST_ROWS || found.right < found.left)
    throw impossible(range);
  return found;
}

function impossible(place: string): Error {
  return new Error(`it has a cell at ${place === "" ? "no place" : quote(place)}`);
}
