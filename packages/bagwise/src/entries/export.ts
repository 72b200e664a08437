/** The entry bagwise/export: models as JavaScript, SQL and ONNX, for where bagwise is not. */
export { DIALECTS, type Dialect, type OnnxOptions, type SqlOptions, toJs, toOnnx, toSql } from "@bagwise/export";
