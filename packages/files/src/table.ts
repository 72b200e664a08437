/** The entry @bagwise/files/table: tables before anybody knows what their columns mean, and tables as files. */
export { readTexts } from "./format/table/read-texts.js";
export { uniqueNames } from "./format/table/unique-names.js";
export {
  type OutputTable,
  type OutputValue,
  type TableFormat,
  tableFormatByEnding,
  type WriteTableOptions,
  writeTable,
  writeTables,
} from "./format/table/write-table.js";
export type { Cell, Grid } from "./table/table.js";
