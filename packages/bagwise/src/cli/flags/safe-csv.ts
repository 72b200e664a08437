import { Option } from "commander";

/** The flag of every command that writes a table for people. */
export function safeCsvOption(): Option {
  return new Option("--safe-csv", "in CSV, put an apostrophe before text that a spreadsheet would run as a formula");
}
