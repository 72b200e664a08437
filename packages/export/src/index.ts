/** The entry @bagwise/export: a model as a program in JavaScript, SQL or ONNX, for where bagwise is not. */
export { toJs } from "./js/to-js.js";
export { type OnnxOptions, toOnnx } from "./onnx/to-onnx.js";
export type { Dialect } from "./sql/dialect.js";
export { DIALECTS } from "./sql/dialects/dialects.js";
export type { Step } from "./sql/query.js";
export { type SqlOptions, toSql, toSqlSteps } from "./sql/to-sql.js";
