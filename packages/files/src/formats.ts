/** The entry @bagwise/files/formats: single formats, and parts of them, for who knows which one it is. */
export { bagsForModel } from "./format/from-json.js";
export { fromMusk } from "./format/from-musk.js";
export { openParquet } from "./format/parquet/file.js";
export { labelText } from "./format/rows/cell-values.js";
export { assignRoles, listNames } from "./format/rows/roles.js";
export { packedBytes, type ZipEntry, zipEntries } from "./format/zip/directory.js";
