/** The entry @bagwise/export/engines: how SQL engines call themselves, names and types. */
export { cast, plainName, quoted, SQL_ENGINES, type SqlEngine, tableName } from "./sql/engines.js";
