import { InputError, type Place, quote } from "@bagwise/core/base";
import { MOST_COLUMNS } from "../rows/limits.js";
import type { ArffAttribute } from "./header.js";
import { type ArffFields, denseFields, raggedRow, sparseFields, trimmed } from "./row.js";

/** Splits a row and checks the number of its values and that nominal ones are declared. */
export function fieldReader(attributes: readonly ArffAttribute[], ignored: ReadonlySet<number>) {
  const defaults = attributes.map(({ ifLeftOut }) => ifLeftOut);
  const nominal = attributes.flatMap(({ values }, i) =>
    values === undefined || ignored.has(i) ? [] : [{ i, values }],
  );
  return (text: string, where: Place): ArffFields => {
    const fields = text.startsWith("{")
      ? sparseFields(text, defaults, where)
      : denseFields(text, where, MOST_COLUMNS + 1);
    const { texts, quoted } = fields;
    if (texts.length === attributes.length + 1 && /^\{[\d.eE+-]+\}$/.test(texts[attributes.length])) texts.pop();
    if (texts.length !== attributes.length) throw raggedRow(texts.length, attributes.length, where);
    for (const { i, values } of nominal) {
      if (values.has(texts[i]) || isUnknown(texts[i], quoted.has(i))) continue;
      throw undeclared(texts[i], { ...where, column: i + 1, field: attributes[i].name });
    }
    return fields;
  };
}

/** Whether a value is missing: a question mark that is not quoted. */
export function isUnknown(text: string, quoted: boolean): boolean {
  return text === "?" && !quoted;
}

/** The rows inside a relational value. */
export function instanceRows(text: string, quoted: boolean): string[] {
  if (isUnknown(text, quoted)) return [];
  return text
    .split("\n")
    .map(trimmed)
    .filter((row) => row.trim() !== "");
}

function undeclared(value: string, where: Place): InputError {
  return new InputError({
    code: "arff-nominal",
    message: `${quote(value)} is not among the declared values`,
    remedy: "Declare it in the header, or correct it.",
    where,
  });
}
