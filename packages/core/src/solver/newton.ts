import type { Prepared } from "./prepare.js";

/**
 * Newton's equations for the non-quadratic losses. For weights W > 0 and r = kappa alpha - c +
 * A'gamma/n,
 *
 *     dgamma = W (dz + w),   dz = A dalpha + db,   kappa dalpha + A'dgamma / n = -r,   sum(dgamma) = missing.
 *
 * Without a bias, the last equation is replaced with db = 0.
 */
interface Newton {
  /**
   * Factors the matrix at an iterate. Returns the number of replaced pivots, or -1 if there is no
   * factor.
   */
  factor(iterate: Linearised): number;
  /**
   * Fills `step` for another w. Computes `dAlpha` only if `complete`, because a predictor does not
   * need it.
   */
  solve(w: Float64Array, step: NewtonStep, complete: boolean): void;
}

interface Linearised {
  readonly weights: Float64Array;
  /** r. */
  readonly residual: Float64Array;
  /** What sum(gamma) is short of. */
  readonly missing: number;
}

interface NewtonStep {
  readonly dGamma: Float64Array;
  readonly dz: Float64Array;
  readonly dAlpha: Float64Array;
  db: number;
}

/**
 * Rows with a weight below this fraction of kappa are left out of the matrix, which changes it by
 * no more than that.
 */
const NEGLIGIBLE = 1e-9;

/**
 * In a matrix summed over all bags, pivots below this fraction of the largest diagonal entry are
 * rounding errors.
 */
const PIVOT = 1e-14;

/** The equations in the form that `prepared` was made for. */
export function newton(prepared: Prepared, kappa: number): Newton {
  return prepared.reduceTo === "bags" ? overBags(prepared, kappa) : overFeatures(prepared, kappa);
}

/** A step whose vectors are in the workspace under this name. */
export function stepOf({ workspace }: Prepared, name: string): NewtonStep {
  return {
    dGamma: workspace.bags(`dgamma of ${name}`),
    dz: workspace.bags(`dz of ${name}`),
    dAlpha: workspace.features(`dalpha of ${name}`),
    db: 0,
  };
}

/**
 * One unknown per bag: (K / kappa + diag(1 / W)) dgamma = db 1 + w - A r / kappa. Takes N_U^2
 * memory and N_U^3 / 3 operations. Stays accurate when weights grow without bound, as they do for
 * bags at a kink.
 */
function overBags({ algebra, centred, held, gram, workspace, bias }: Prepared, kappa: number): Newton {
  const product = held();
  const n = centred.rows;
  const inverse = workspace.bags("inverse weights");
  const ofOnes = workspace.bags("solution for ones");
  const pull = workspace.bags("pull");
  const right = workspace.bags("right-hand side");
  let iterate: Linearised | undefined;
  return {
    factor(given) {
      iterate = given;
      for (let i = 0; i < n; i++) inverse[i] = 1 / given.weights[i];
      const options = { scale: 1 / kappa, diagonal: inverse, replacePivots: true };
      const factor = algebra.cholesky(gram(), workspace.factor ? { ...options, reuse: workspace.factor } : options);
      workspace.factor = factor;
      if (bias) factor.solve(ofOnes.fill(1), { out: ofOnes });
      product.times(given.residual, { out: pull });
      return factor.usable ? factor.replacedPivots : -1;
    },
    solve(w, step, complete) {
      if (iterate === undefined) return;
      const { missing, residual } = iterate;
      const { dGamma, dz, dAlpha } = step;
      for (let i = 0; i < n; i++) right[i] = w[i] - pull[i] / kappa;
      workspace.factor?.solve(right, { out: dGamma });
      step.db = bias ? (missing - sum(dGamma)) / sum(ofOnes) : 0;
      for (let i = 0; i < n; i++) {
        if (bias) dGamma[i] += step.db * ofOnes[i];
        dz[i] = inverse[i] * dGamma[i] - w[i];
      }
      if (!complete) return;
      product.timesTransposed(dGamma, { out: dAlpha });
      for (let j = 0; j < dAlpha.length; j++) dAlpha[j] = -(residual[j] + dAlpha[j] / n) / kappa;
    },
  };
}

/**
 * One unknown per feature. With b eliminated using the weighted mean m = A'W1 / 1'W1, (kappa +
 * A'WA/n - (1'W1/n) m m') dalpha = -r - A'Ww/n - m (missing - 1'Ww)/n. Without a bias, m is 0.
 * Takes M^2 memory and N_U M^2 operations.
 */
function overFeatures({ algebra, centred, held, workspace, bias }: Prepared, kappa: number): Newton {
  const product = held();
  const n = centred.rows;
  const features = centred.cols;
  const weights = workspace.bags("weights of the matrix");
  const products = workspace.bags("right-hand side");
  const mean = workspace.features("weighted mean");
  const diagonal = workspace.features("kappa").fill(kappa);
  let total = 0;
  let iterate: Linearised | undefined;
  return {
    factor(given) {
      iterate = given;
      total = 0;
      for (let i = 0; i < n; i++) {
        weights[i] = given.weights[i] * features <= NEGLIGIBLE * kappa ? 0 : given.weights[i] / n;
        total += weights[i];
      }
      if (!(total > 0)) return -1;
      const square = algebra.weightedSyrk(centred, weights, workspace.square && { out: workspace.square });
      workspace.square = square;
      if (bias) product.timesTransposed(weights, { out: mean });
      else mean.fill(0);
      for (let j = 0; j < features; j++) mean[j] /= total;
      let largest = 0;
      for (let j = 0, at = 0; j < features; j++) {
        for (let k = 0; k < features; k++, at++) square.data[at] -= total * mean[j] * mean[k];
        largest = Math.max(largest, square.data[j * features + j]);
      }
      const options = { diagonal, replacePivots: { upTo: PIVOT * largest } };
      const factor = algebra.cholesky(square, workspace.factor ? { ...options, reuse: workspace.factor } : options);
      workspace.factor = factor;
      return factor.usable ? factor.replacedPivots : -1;
    },
    solve(w, step) {
      if (iterate === undefined) return;
      const { residual, missing } = iterate;
      const { dGamma, dz, dAlpha } = step;
      let short = missing / n;
      for (let i = 0; i < n; i++) {
        products[i] = weights[i] * w[i];
        short -= products[i];
      }
      product.timesTransposed(products, { out: dAlpha });
      for (let j = 0; j < features; j++) dAlpha[j] = -residual[j] - dAlpha[j] - mean[j] * short;
      workspace.factor?.solve(dAlpha, { out: dAlpha });
      let db = bias ? short / total : 0;
      for (let j = 0; j < features; j++) db -= mean[j] * dAlpha[j];
      step.db = db;
      product.times(dAlpha, { out: dz });
      for (let i = 0; i < n; i++) {
        dz[i] += db;
        dGamma[i] = iterate.weights[i] * (dz[i] + w[i]);
      }
    },
  };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}
