import { Option } from "commander";
import { safeCell } from "../../format/csv/safe-cell.js";
import { csvField } from "../../format/to-csv.js";

/** The name of a bag as a field of a CSV. */
export type IdField = (bag: string) => string;

/** The flag of every command that writes a CSV for people. */
export function safeCsvOption(): Option {
  return new Option(
    "--safe-csv",
    "in the CSV, put an apostrophe before names that a spreadsheet would run as a formula",
  );
}

export function idField(safe: boolean): IdField {
  return safe ? (bag) => csvField(safeCell(bag)) : (bag) => csvField(bag);
}
