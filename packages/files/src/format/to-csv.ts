import { type BagSet, LABEL_CODE } from "@bagwise/core/bags";
import { roleColumns } from "./rows/role-columns.js";
import { checkCharacters } from "./rows/whole-characters.js";
import { decimal, textPieces } from "./text/text-pieces.js";

/**
 * Writes a header and one row per instance: bag, label (1, 0, -1), group if there are groups, then
 * the features. Numbers are the shortest decimals that read back to the same bits; fields are
 * quoted only if needed. Throws an InputError for a text that is no Unicode.
 */
export function toCsv(bags: BagSet, { delimiter = "," }: { delimiter?: string } = {}): Iterable<Uint8Array> {
  checkCharacters(bags, { groups: true, features: true });
  return textPieces(rows(bags, delimiter));
}

function* rows(bags: BagSet, delimiter: string): Generator<string> {
  const field = (text: string) => csvField(text, delimiter);
  const columns = Object.values(roleColumns(bags)) as string[];
  yield `${[...columns, ...bags.features].map(field).join(delimiter)}\n`;
  for (const bag of bags) {
    const roles = [
      field(bag.id),
      String(LABEL_CODE[bag.label]),
      ...(bag.group === undefined ? [] : [field(bag.group)]),
    ];
    const start = roles.join(delimiter);
    for (let j = 0; j < bag.size; j++) {
      let row = start;
      for (const value of bag.instance(j)) row += delimiter + decimal(value);
      yield `${row}\n`;
    }
  }
}

/**
 * A field, in quotes if it holds a delimiter, a quote or a line end, or blanks at its ends.
 */
export function csvField(text: string, delimiter = ","): string {
  const plain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$|^\ufeff/.test(text);
  return plain ? text : `"${text.replaceAll('"', '""')}"`;
}
