import type { Matrix } from "../../../packages/core/src/linalg/matrix.js";
import type { Problem } from "../../../packages/core/src/solver/problem.js";
import type { Ratio, RatioProblem } from "../../../packages/core/src/solver/ratio.js";
import type { Solution } from "../../../packages/core/src/solver/solution.js";
import type { SvmSolution } from "../../../packages/core/src/solver/svm.js";

interface Gap {
  readonly gap: number;
  readonly relative: number;
}

export function exactGap(problem: Problem, solution: Pick<Solution, "alpha" | "beta" | "dual">): Gap;
export function exactSvmGap(
  problem: { readonly features: Matrix; readonly labels: readonly number[]; readonly cost: number },
  solution: Pick<SvmSolution, "weights" | "dual">,
): Gap;
export function exactRatioGap(problem: RatioProblem, ratio: Pick<Ratio, "alpha" | "beta">, jitter?: number): Gap;
export function exactQuadraticGap(
  problem: { readonly overlap: Matrix; readonly factor: number; readonly lambda: number; readonly h: Float64Array },
  theta: Float64Array,
): Gap;
