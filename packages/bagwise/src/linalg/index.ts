export {
  type BackendOptions,
  type LinearAlgebra,
  linearAlgebra,
  type MatrixTarget,
  type VectorTarget,
} from "./backend.js";
export type { Cholesky, CholeskyOptions, CholeskyStatus, PivotRule } from "./cholesky.js";
export { type Eigen, type EigenOptions, eigenSymmetric } from "./eigen.js";
export { type HeldMatrix, holdMatrix } from "./held.js";
export { fromRows, identity, type Matrix, matrix, transpose } from "./matrix.js";
