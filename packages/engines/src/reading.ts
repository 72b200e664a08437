/** The entry @bagwise/engines/reading: bags from DuckDB, PostgreSQL and Trino. */
export { readSource, sourceParts, surveySource } from "./read-source.js";
