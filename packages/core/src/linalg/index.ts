/** The entry @bagwise/core/linalg: dense and sparse matrices and what is computed with them. */
export {
  type BackendOptions,
  type LinearAlgebra,
  linearAlgebra,
  type MatrixTarget,
  type VectorTarget,
} from "./backend.js";
export { Cholesky, type CholeskyOptions, type CholeskyStatus, type PivotRule } from "./cholesky.js";
export { type Eigen, type EigenOptions, eigenSymmetric } from "./eigen.js";
export { type HeldMatrix, holdMatrix } from "./held.js";
export { type LbfgsResult, type LbfgsStatus, lbfgs, type SmoothFunction } from "./lbfgs.js";
export { fromRows, identity, type Matrix, matrix, transpose } from "./matrix.js";
export { principalAxes } from "./pca.js";
export { isSparse, sparseProduct } from "./sparse.js";
export { topAxes } from "./top-axes.js";
