import type { Origin } from "./origin.js";
import type { Recipe } from "./recipe.js";
import type { SparseBlock } from "./sparse.js";

/**
 * Parts whose arrays the BagSet takes over: nobody else may write to them afterwards.
 */
export interface OwnedParts {
  readonly data: Float64Array;
  readonly offsets: Uint32Array;
  readonly ids: readonly string[];
  /** 1 positive, 0 unlabeled, -1 negative. */
  readonly labels: Int8Array;
  readonly features: readonly string[];
  readonly groups?: readonly string[] | undefined;
  /** Blocks of sparse features, with a row for each row of the matrix. Default none. */
  readonly blocks?: readonly SparseBlock[] | undefined;
  readonly origin?: Origin | undefined;
  readonly recipe?: Recipe | undefined;
}
