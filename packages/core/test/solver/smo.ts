import type { Problem } from "../../src/solver/problem.js";
import { shares } from "./recompute.js";

/**
 * An independent and slow method for the double hinge: sequential minimal optimisation on the split
 * dual, gamma = p + q with both in [0, 1/2], or up to half the weight of the row, by the pair that
 * violates the optimality conditions most. Returns gamma and the violation left.
 */
export function smo(problem: Problem, steps = 500_000): { gamma: Float64Array; violation: number } {
  const { phiP, phiU, prior, lambda } = problem;
  const n = phiU.rows;
  const half = shares(problem).map((share) => (n * share) / 2);
  const m = phiU.cols;
  const inner = (i: number, j: number) => {
    let total = 0;
    for (let k = 0; k < m; k++) total += phiU.data[i * m + k] * phiU.data[j * m + k];
    return total / (n * lambda);
  };
  const h = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => inner(i, j)));
  const mass = new Float64Array(2 * n);
  // A feasible start: as many whole masses as the prior allows.
  for (let k = 0, left = n * prior; k < 2 * n; k++) {
    mass[k] = Math.min(half[k % n], left);
    left -= mass[k];
  }
  const gradient = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    let g = 0;
    for (let p = 0; p < phiP.rows; p++) {
      for (let k = 0; k < m; k++) g -= (prior * phiP.data[p * m + k] * phiU.data[i * m + k]) / (phiP.rows * lambda);
    }
    for (let j = 0; j < n; j++) g += h[i][j] * (mass[j] + mass[n + j]);
    gradient[i] = g - 1;
    gradient[n + i] = g + 1;
  }
  let violation = Infinity;
  for (let step = 0; step < steps; step++) {
    let up = -1;
    let down = -1;
    for (let k = 0; k < 2 * n; k++) {
      if (mass[k] < half[k % n] && (up < 0 || gradient[k] < gradient[up])) up = k;
      if (mass[k] > 0 && (down < 0 || gradient[k] > gradient[down])) down = k;
    }
    violation = gradient[down] - gradient[up];
    if (violation < 1e-11) break;
    const [i, j] = [up % n, down % n];
    const curvature = h[i][i] + h[j][j] - 2 * h[i][j];
    const move = Math.min(half[i] - mass[up], mass[down], curvature > 0 ? violation / curvature : 1);
    mass[up] += move;
    mass[down] -= move;
    for (let k = 0; k < n; k++) {
      const change = move * (h[k][i] - h[k][j]);
      gradient[k] += change;
      gradient[n + k] += change;
    }
  }
  return { gamma: Float64Array.from({ length: n }, (_, i) => mass[i] + mass[n + i]), violation };
}
