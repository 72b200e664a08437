/** The entry bagwise/export: models as JavaScript, SQL and ONNX, for where bagwise is not. */
export { toJs } from "./js/to-js.js";
export { type OnnxOptions, toOnnx } from "./onnx/to-onnx.js";
export type { Dialect } from "./sql/dialect.js";
export { DIALECTS } from "./sql/dialects/dialects.js";
export { type SqlOptions, toSql } from "./sql/to-sql.js";
