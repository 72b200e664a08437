import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { linearAlgebra, type Matrix, matrix } from "../../../bagwise/src/entries/linalg.js";
import { root } from "../../../bagwise/test/require-all.js";
import { type Random, random } from "../../src/base/random.js";
import type { Loss, Problem } from "../../src/solver/problem.js";

export const oracle = [process.env.BAGWISE_ORACLE, join(root, "..", "shared", "oracle")].find(
  (path) => path !== undefined && existsSync(join(path, "README.md")),
);

export interface Golden {
  readonly phiP: Matrix;
  readonly phiU: Matrix;
  readonly prior: number;
  readonly lambda: number;
  readonly objective: number;
  readonly relativeGap: number;
}

/** The nine golden problems of one training set, with raw kernel values as features. */
export function golden(name: string): Golden[] {
  const folder = oracle ?? "";
  const { bags, columns, labels, pi, problems } = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const bytes = readFileSync(join(folder, `${name}.f64`));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const statistics = matrix(
    bags,
    columns,
    Float64Array.from({ length: bags * columns }, (_, k) => view.getFloat64(8 * k, true)),
  );
  const places = [...labels.keys()];
  const positive = places.filter((i) => labels[i] === 1);
  const unlabeled = places.filter((i) => labels[i] === 0);
  const gram = linearAlgebra().syrk(statistics);
  return problems.map(({ rho, lam, objective, relativeGap }: Record<string, number>) => {
    const features = (rows: number[]) =>
      matrix(
        rows.length,
        bags,
        Float64Array.from(
          rows.flatMap((i) => [...positive, ...unlabeled].map((j) => (gram.data[i * bags + j] + 1) ** rho)),
        ),
      );
    return { phiP: features(positive), phiU: features(unlabeled), prior: pi, lambda: lam, objective, relativeGap };
  });
}

/** Bags on a line of features, positives shifted: an ordinary, well-posed problem. */
export function ordinary(seed: number, { bags = 30, features = 4, positives = 6 } = {}): Problem {
  const draw = random(seed);
  const rows = (count: number, share: number) => {
    const result = matrix(count, features);
    for (let i = 0; i < count; i++) {
      const shift = draw.uniform() < share ? 1 : 0;
      for (let j = 0; j < features; j++) result.data[i * features + j] = draw.normal() + shift;
    }
    return result;
  };
  const lambda = 10 ** (-3 + 3 * draw.uniform());
  return {
    phiP: rows(positives, 1),
    phiU: rows(bags, 0.4),
    prior: 0.1 + 0.7 * draw.uniform(),
    lambda,
    loss: "double-hinge",
  };
}

/** An extreme problem: see the issue for the list of cruelties. */
export function extreme(seed: number, loss: Loss = "double-hinge"): Problem {
  const draw = random(seed);
  const pick = <T>(values: readonly T[]): T => values[draw.below(values.length)];
  const positives = pick([1, 2, 5, 20]);
  const n = positives + 10 + draw.below(36);
  const d = 1 + draw.below(12);
  const size = pick([1, 1, 1, 1000, 0.001]);
  const offset = pick([0, 0, 3, 30]);
  const separation = pick([0, 0.5, 2]);
  const bags = matrix(n, d);
  for (let i = 0; i < n; i++) {
    const shift = i < positives || draw.uniform() < 0.3 ? separation : 0;
    for (let j = 0; j < d; j++) bags.data[i * d + j] = size * (draw.normal() + offset + shift);
  }
  if (draw.uniform() < 0.3) for (let i = 0; i < n; i++) for (let j = 0; j < d; j += 2) bags.data[i * d + j] = size;
  if (draw.uniform() < 0.35) duplicateSome(bags, draw);
  const kind = pick(["raw", "raw", "normalised", "features"]);
  const phi = kind === "features" ? bags : kernel(bags, 1 + draw.below(5), kind === "normalised");
  return {
    phiP: matrix(positives, phi.cols, phi.data.slice(0, positives * phi.cols)),
    phiU: matrix(n - positives, phi.cols, phi.data.slice(positives * phi.cols)),
    prior: pick([1e-6, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.7, 0.95, 0.999]),
    lambda: 10 ** (-8 + 12 * draw.uniform()),
    loss,
  };
}

function duplicateSome({ rows, cols, data }: Matrix, draw: Random): void {
  for (let i = 1; i < rows; i++) {
    if (draw.uniform() < 0.4) continue;
    const from = draw.below(i) * cols;
    data.copyWithin(i * cols, from, from + cols);
  }
}

function kernel(bags: Matrix, degree: number, normalised: boolean): Matrix {
  const n = bags.rows;
  const gram = linearAlgebra()
    .syrk(bags)
    .data.map((value) => value + 1);
  const value = (i: number, j: number) =>
    (gram[i * n + j] / (normalised ? Math.sqrt(gram[i * n + i] * gram[j * n + j]) : 1)) ** degree;
  return matrix(
    n,
    n,
    Float64Array.from({ length: n * n }, (_, k) => value(Math.floor(k / n), k % n)),
  );
}

/** The rows of a matrix in another order. */
export function rowsAt({ cols, data }: Matrix, places: ArrayLike<number>): Matrix {
  const result = matrix(places.length, cols);
  for (let i = 0; i < places.length; i++) {
    result.data.set(data.subarray(places[i] * cols, places[i] * cols + cols), i * cols);
  }
  return result;
}
