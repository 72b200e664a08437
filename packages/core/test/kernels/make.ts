import type { BagSet } from "../../src/bags/bag-set.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { random } from "../../src/base/random.js";
import type { Codebook } from "../../src/kernels/codebook/codebook.js";
import type { InstanceKernel } from "../../src/kernels/instance-kernel.js";
import type { Kernel } from "../../src/kernels/kernel.js";
import type { References } from "../../src/kernels/references/dissimilarities.js";
import { prepareViews, type ViewSides } from "../../src/kernels/views/fit.js";
import type { Views } from "../../src/kernels/views/views.js";
import type { Matrix } from "../../src/linalg/matrix.js";
import { bagSet, nested } from "../bags/make.js";

/** The instance kernels that the tests run over. */
export const INNER: readonly InstanceKernel[] = [
  { type: "linear" },
  { type: "polynomial", degree: 3, offset: 1 },
  { type: "polynomial", degree: 2, offset: 0.5 },
  { type: "gaussian", width: 2.5 },
  { type: "laplace", width: 1.5 },
  { type: "cosine" },
];

/** A codebook for bags of four features. */
export const CODEBOOK: Codebook = {
  points: [
    [0, 0, 0, 0],
    [1, -1, 0.5, 2],
    [-3, 0.25, 0, 1],
  ],
  width: 1.75,
};

/** Two bags to compare others with, of two instances and of one. */
export const REFERENCES: References = { points: CODEBOOK.points, sizes: [2, 1] };

/** A factor for each point of the codebook. */
export const FACTORS: readonly number[] = [0.5, 0, 2];

const SIMPLE: readonly Kernel[] = [
  ...INNER.flatMap((kernel): Kernel[] => [
    { type: "statistic", statistic: "minimax", kernel },
    { type: "statistic", statistic: "mean", kernel },
    { type: "statistic", statistic: "min-max-mean", kernel },
    { type: "set", kernel },
  ]),
  ...INNER.map((kernel): Kernel => ({ type: "graph", kernel })),
  ...INNER.map((kernel): Kernel => ({ type: "edge-graph", kernel, edgeWidth: 0.4 })),
  ...INNER.map((kernel): Kernel => ({ type: "affinity", codebook: CODEBOOK, kernel })),
  ...INNER.map((kernel): Kernel => ({ type: "conformal", codebook: CODEBOOK, factors: FACTORS, kernel })),
  ...INNER.map((kernel): Kernel => ({ type: "dissimilarity", references: REFERENCES, kernel })),
];

/** Kernels of every kind. */
export const KERNELS: readonly Kernel[] = [
  ...SIMPLE,
  ...SIMPLE.map((kernel): Kernel => ({ type: "normalised", kernel })),
  { type: "sum", kernels: [SIMPLE[0], SIMPLE[3]] },
  { type: "sum", kernels: [SIMPLE[1], { type: "normalised", kernel: SIMPLE[3] }, SIMPLE[4]], weights: [0.5, 2, 0.1] },
  { type: "normalised", kernel: { type: "sum", kernels: [SIMPLE[2], SIMPLE[12]] } },
  { type: "sum", kernels: [{ type: "graph", kernel: INNER[3] }, SIMPLE[0]] },
  {
    type: "sum",
    kernels: [
      { type: "affinity", codebook: CODEBOOK, kernel: INNER[1] },
      { type: "affinity", codebook: { ...CODEBOOK, width: 0.5 }, kernel: INNER[1] },
      SIMPLE[3],
    ],
  },
];

/** A few dozen bags with several instances. */
export function someBags(bags = 24, seed = 1): BagSet {
  return synthesise({ bags, dimensions: 4, bagSize: [1, 5], seed }).bags;
}

/** The same bags in another order, with their instances in another order. */
export function shuffled(bags: BagSet): BagSet {
  const rows = nested(bags);
  return bagSet(
    [...random(7).permutation(rows.length)].map((i) =>
      [...random(i).permutation(rows[i].length)].map((k) => rows[i][k]),
    ),
  );
}

const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, j) => sum + value * y[j], 0);

/** How far the instances are from each reference bag on average, the slow way. */
export function naiveDissimilarities({ points, sizes }: References, rows: readonly (readonly number[])[]): number[] {
  let first = 0;
  return sizes.map((size) => {
    const own = points.slice(first, first + size);
    first += size;
    const nearest = rows.map((row) => Math.min(...own.map((point) => Math.hypot(...row.map((v, j) => v - point[j])))));
    return nearest.reduce((sum, each) => sum + each, 0) / rows.length;
  });
}

/** An instance kernel of two vectors, the slow way. */
export function instanceValue(kernel: InstanceKernel, x: number[], y: number[]): number {
  const distance = Math.sqrt(x.reduce((sum, value, j) => sum + (value - y[j]) ** 2, 0));
  switch (kernel.type) {
    case "linear":
      return dot(x, y);
    case "polynomial":
      return (dot(x, y) + kernel.offset) ** kernel.degree;
    case "gaussian":
      return Math.exp((-distance * distance) / (2 * kernel.width ** 2));
    case "laplace":
      return Math.exp(-distance / kernel.width);
    case "cosine":
      return dot(x, x) * dot(y, y) > 0 ? dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y)) : 0;
  }
}

/** The weights of the instances in the kernel of miGraph, which add up to 1, the slow way. */
export function naiveGraphWeights(rows: readonly (readonly number[])[]): number[] {
  const distance = (x: readonly number[], y: readonly number[]) => Math.hypot(...x.map((value, j) => value - y[j]));
  const pairs = rows.flatMap((x, a) => rows.slice(0, a).map((y) => distance(x, y)));
  const mean = pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
  const weights = rows.map((x, a) => {
    const near = rows.filter((y, u) => u !== a && distance(x, y) < mean - 1e-9 * mean);
    return 1 / (1 + near.length);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The edges between near instances in the kernel of MIGraph, the slow way. */
export function naiveEdges(rows: readonly (readonly number[])[]): number[][] {
  const distance = (x: readonly number[], y: readonly number[]) => Math.hypot(...x.map((value, j) => value - y[j]));
  const pairs = rows.flatMap((x, u) => rows.slice(0, u).map((y, v) => ({ u, v, distance: distance(x, y) })));
  const mean = pairs.reduce((sum, each) => sum + each.distance, 0) / pairs.length;
  const edges = pairs
    .filter((pair) => pairs.length > 1 && pair.distance < mean - 1e-9 * mean)
    .map((pair) => ({ ...pair, weight: Math.exp(-((pair.distance / mean) ** 2) / 2) }));
  const of = (node: number) => edges.filter(({ u, v }) => u === node || v === node);
  const end = (node: number, weight: number) => [
    of(node).length / edges.length,
    weight / of(node).reduce((sum, edge) => sum + edge.weight, 0),
  ];
  return edges.map(({ u, v, weight }) =>
    [end(u, weight), end(v, weight)].sort((a, b) => b[0] - a[0] || b[1] - a[1]).flat(),
  );
}

/** The largest similarity to each point of a codebook, the slow way. */
export function naiveAffinities({ points, width }: Codebook, rows: readonly number[][]): number[] {
  return points.map((point) =>
    Math.max(...rows.map((row) => instanceValue({ type: "gaussian", width }, row, [...point]))),
  );
}

/** A kernel of two bags, the slow way. */
export function bagValue(kernel: Kernel, x: number[][], y: number[][]): number {
  switch (kernel.type) {
    case "statistic": {
      const s = (rows: number[][]) => {
        const columns = rows[0].map((_, j) => rows.map((row) => row[j]));
        const ends = [...columns.map((c) => Math.min(...c)), ...columns.map((c) => Math.max(...c))];
        const mean = columns.map((c) => c.reduce((sum, v) => sum + v, 0) / c.length);
        return { minimax: ends, mean, "min-max-mean": [...ends, ...mean] }[kernel.statistic];
      };
      return instanceValue(kernel.kernel, s(x), s(y));
    }
    case "set":
      return (
        x.reduce((sum, p) => sum + y.reduce((inner, q) => inner + instanceValue(kernel.kernel, p, q), 0), 0) /
        (x.length * y.length)
      );
    case "graph": {
      const [v, w] = [naiveGraphWeights(x), naiveGraphWeights(y)];
      return x.reduce(
        (sum, p, a) => sum + y.reduce((inner, q, b) => inner + v[a] * w[b] * instanceValue(kernel.kernel, p, q), 0),
        0,
      );
    }
    case "edge-graph": {
      const mean = (k: InstanceKernel, p: number[][], q: number[][]) =>
        p.reduce((all, a) => all + q.reduce((inner, b) => inner + instanceValue(k, a, b), 0), 0) /
        Math.max(1, p.length * q.length);
      const ofEdges: InstanceKernel = { type: "gaussian", width: kernel.edgeWidth };
      return mean(kernel.kernel, x, y) + mean(ofEdges, naiveEdges(x), naiveEdges(y));
    }
    case "affinity": {
      const a = (rows: number[][]) => naiveAffinities(kernel.codebook, rows);
      return instanceValue(kernel.kernel, a(x), a(y));
    }
    case "dissimilarity": {
      const d = (rows: number[][]) => naiveDissimilarities(kernel.references, rows);
      return instanceValue(kernel.kernel, d(x), d(y));
    }
    case "conformal": {
      const c = (row: number[]) =>
        naiveAffinities(kernel.codebook, [row]).reduce((sum, each, m) => sum + kernel.factors[m] * each, 0);
      const inner = (p: number[], q: number[]) => c(p) * c(q) * instanceValue(kernel.kernel, p, q);
      return x.flatMap((p) => y.map((q) => inner(p, q))).reduce((a, b) => a + b, 0) / (x.length * y.length);
    }
    case "normalised": {
      const self = bagValue(kernel.kernel, x, x) * bagValue(kernel.kernel, y, y);
      return self > 0 ? bagValue(kernel.kernel, x, y) / Math.sqrt(self) : 0;
    }
    case "sum":
      return kernel.kernels.reduce((sum, part, k) => sum + (kernel.weights?.[k] ?? 1) * bagValue(part, x, y), 0);
  }
}

/** The Gram matrix, the slow way. */
export function naiveGram(kernel: Kernel, a: BagSet, b: BagSet): number[][] {
  const right = nested(b);
  return nested(a).map((x) => right.map((y) => bagValue(kernel, x, y)));
}

/** The largest difference of two tables of numbers, relative to the largest number. */
export function difference({ data }: Matrix, other: ArrayLike<number>): number {
  let most = 0;
  let size = 1e-300;
  for (let i = 0; i < data.length; i++) {
    most = Math.max(most, Math.abs(data[i] - other[i]));
    size = Math.max(size, Math.abs(other[i]));
  }
  return data.length === other.length ? most / size : Infinity;
}

/** The views of bags with these statistics. */
export function fitViews(x: Matrix, { centres, ...sides }: ViewSides & { centres: Uint32Array }): Views {
  return prepareViews(x, { centres }).views(sides);
}
