/** The pure entry: everything here runs in browsers and in Node alike. */
export * from "./bags/index.js";
export { type Complaint, InputError, type Place } from "./base/errors.js";
export type { Note, OnNote } from "./base/note.js";
export type { OptionDescription } from "./base/option.js";
export { type Random, random } from "./base/random.js";
export { version } from "./base/version.js";
export type { Format, FormatName, Missing, ReadOptions, WriteOptions } from "./format/format.js";
export { FORMATS } from "./format/formats.js";
export { readBags } from "./format/read-bags.js";
export type { Input, Source } from "./format/source.js";
export { type EncodeOptions, encodeBags } from "./format/write-bags.js";
export * from "./kernels/index.js";
export * from "./learners/index.js";
// Eigenvectors and singular values are part of the entry bagwise/linalg, with the rest of linear algebra.
export {
  type BackendOptions,
  fromRows,
  identity,
  type LinearAlgebra,
  linearAlgebra,
  type Matrix,
  type MatrixTarget,
  matrix,
  transpose,
  type VectorTarget,
} from "./linalg/index.js";
// Measures without negatives are part of the entry bagwise/evaluation.
export {
  auc,
  averagePrecision,
  type Bound,
  bound,
  byScore,
  type Confusion,
  type Evaluation,
  evaluate,
  type Measure,
  type PuMeasures,
  puRisk,
} from "./metrics/index.js";
export * from "./model/index.js";
// The estimators themselves are the entry bagwise/prior: only training needs them, and it loads them then.
export {
  type PriorEstimate,
  type PriorInput,
  type PriorOptions,
  SCENARIOS,
  type Scenario,
} from "./prior/estimate.js";
export { isPriorMethodName, PRIOR_METHOD_NAMES, type PriorMethodName } from "./prior/method.js";
export * from "./solver/index.js";
export * from "./statistics/index.js";
