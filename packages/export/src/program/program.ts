import type { Matrix } from "@bagwise/core/linalg";
import type { Calibration } from "@bagwise/core/model";
import type { Forest, Hyperplane, Network } from "@bagwise/core/scorers";

/**
 * How a model scores bags, as data: a graph of few kinds of steps, from rows (one vector per instance) over
 * vectors (one per bag) and similarities (one number per bag and centre) to one score per bag. It is made
 * from a model once, and every target prints the same steps, so that all targets support the same models.
 * A step may be used by several others: then it is the same object.
 */
export interface Program {
  /** The names of the features, in the order of the columns of the input. */
  readonly features: readonly string[];
  /** What fills a gap, by feature. Null if gaps are not allowed, as when the model was trained. */
  readonly fill: Float64Array | null;
  readonly score: Score;
  /** Null for a model without probabilities. */
  readonly calibration: Calibration | null;
  readonly threshold: number;
  /**
   * The instance that explains the score: the one with the highest number here, or that by which the
   * pooling chooses. Null: the one without which the score would fall the most.
   */
  readonly key: Key | null;
}

/** One vector for each instance. */
export type Rows =
  | { readonly op: "input" }
  /** (x unit - offset) / divisor, and 0 where the divisor is 0. */
  | { readonly op: "scale"; readonly of: Rows; readonly unit: Float64Array | null; readonly shift: Shift | null }
  /** (x - mean) . axes, with one axis per row. */
  | { readonly op: "project"; readonly of: Rows; readonly mean: Float64Array; readonly axes: Matrix };

export interface Shift {
  readonly offset: Float64Array;
  readonly divisor: Float64Array;
}

export type Aggregate = "min" | "max" | "mean";

/** One vector for each bag. */
export type BagVectors =
  /** The parts one after the other, each for all features. `within`: means are clamped to the extremes. */
  | { readonly op: "statistic"; readonly of: Rows; readonly parts: readonly Aggregate[]; readonly within: boolean }
  /** exp(-rate d) for each point, with d the squared distance of the nearest instance. */
  | { readonly op: "nearest"; readonly of: Rows; readonly points: Matrix; readonly rate: number };

/** What is done to the vectors of bags and to those of the centres before they are compared. */
export type Transform =
  /**
   * The columns from `first` on, in deviations from the centre, clipped at 5. With a weight: times the
   * weight, without the columns of weight 0.
   */
  | {
      readonly op: "standard";
      readonly first: number;
      readonly centre: Float64Array;
      readonly divisor: Float64Array;
      readonly weight: Float64Array | null;
    }
  /**
   * The columns from `first` on become numbers, and these a vector of length 1. A vector of zeros gets a
   * last column of its own with a 1. A column with `divisor` 0 becomes `table[k]` if k of its row of
   * `thresholds`, which ascend, are at most its value. Any other becomes its difference from the centre, 0
   * if that is at most `least`, through `divisor` and clipped at `clip`.
   */
  | {
      readonly op: "direction";
      readonly first: number;
      readonly thresholds: Matrix;
      readonly table: Float64Array;
      readonly centre: Float64Array;
      readonly least: Float64Array;
      readonly divisor: Float64Array;
      readonly clip: number;
    };

/** A kernel of two vectors. */
export type ProgramKernel =
  | { readonly type: "linear" }
  | { readonly type: "polynomial"; readonly degree: number; readonly offset: number }
  | { readonly type: "cosine" }
  /** exp(-rate |x - y|^2). `exact`: the distance is computed from differences always. */
  | { readonly type: "gaussian"; readonly rate: number; readonly exact?: boolean }
  /** exp(-rate |x - y|) */
  | { readonly type: "laplace"; readonly rate: number }
  /** exp(-|x - y|^2 / width) */
  | { readonly type: "bell"; readonly width: number }
  /** ((1 + x.y) / 2)^2 of vectors of length 1. */
  | { readonly type: "half-cosine" };

/** How much the instances of a bag count in a sum over pairs. */
export type InstanceWeights =
  /** 1 / n each. */
  | { readonly type: "equal" }
  /** The sum over the points of factor times exp(-rate |x - point|^2), divided by n. */
  | { readonly type: "conformal"; readonly points: Matrix; readonly rate: number; readonly factors: Float64Array }
  /** Those of miGraph, see `graphWeights`. */
  | { readonly type: "graph" };

/** One number for each bag and centre. */
export type BagSimilarity =
  /** `centres` are vectors before the transform, one per row. */
  | {
      readonly op: "compare";
      readonly of: BagVectors;
      readonly transform: Transform | null;
      readonly centres: Matrix;
      readonly kernel: ProgramKernel;
    }
  /** The sum over pairs of instances of both weights times the kernel; bag i owns `offsets[i]` to `offsets[i + 1] - 1`. */
  | {
      readonly op: "pairs";
      readonly of: Rows;
      readonly weights: InstanceWeights;
      readonly centres: Matrix;
      readonly offsets: Uint32Array;
      /** The weights of the centres' instances. Null: 1 / n each. */
      readonly centreWeights: Float64Array | null;
      readonly kernel: ProgramKernel;
    }
  | { readonly op: "power"; readonly of: BagSimilarity; readonly degree: number }
  /** k(X, Y) / (sqrt k(X, X) sqrt k(Y, Y)), 0 if one of these is 0. `roots` are those of the centres. */
  | { readonly op: "normalise"; readonly of: BagSimilarity; readonly roots: Float64Array }
  /** The weighted sum, through the divisor. */
  | {
      readonly op: "sum";
      readonly of: readonly BagSimilarity[];
      readonly weights: readonly number[];
      readonly divisor: number;
    };

/** A number for each row of vectors. */
export type Base = Forest | Hyperplane;

/** One number for each instance. */
export type Values =
  | {
      readonly op: "expand";
      readonly of: Rows;
      readonly kernel: ProgramKernel;
      readonly centres: Matrix;
      readonly alpha: Float64Array;
      readonly beta: number;
    }
  /** log of the sum over centres of e^logs exp(-rate |x - centre|^2), without underflow. */
  | {
      readonly op: "log-density";
      readonly of: Rows;
      readonly rate: number;
      readonly centres: Matrix;
      readonly logs: Float64Array;
    }
  | { readonly op: "base"; readonly of: Rows; readonly base: Base }
  | { readonly op: "network"; readonly of: Rows; readonly network: Network; readonly give: "outputs" | "logits" };

/** How the numbers of the instances become that of the bag. */
export type PoolWay =
  /** The number of the key instance: the highest, or that with the lowest `by`. */
  | { readonly type: "key"; readonly by: Values | null }
  /** The mean of the highest, so many as are this share, rounded and at least one. */
  | { readonly type: "top"; readonly share: number }
  | { readonly type: "mean" }
  | { readonly type: "log-sum-exp" }
  /** Weighted by the softmax of these. */
  | { readonly type: "attention"; readonly logits: Values };

/** One number for each bag. */
export type Score =
  | { readonly op: "expansion"; readonly of: BagSimilarity; readonly alpha: Float64Array; readonly beta: number }
  | { readonly op: "base-of-bag"; readonly of: BagVectors; readonly base: Base }
  | PoolStep
  /** A piecewise linear function, see `Link`. */
  | { readonly op: "link"; readonly of: Score; readonly knots: Float64Array; readonly values: Float64Array }
  | { readonly op: "add"; readonly of: readonly Score[] }
  | { readonly op: "average"; readonly of: readonly PoolStep[] };

/** The numbers of the instances become that of the bag. */
export interface PoolStep {
  readonly op: "pool";
  readonly of: Values;
  readonly by: PoolWay;
}

/** Which instance is the key: by its own number, by the pooling, or by its share in the members of a network. */
export type Key =
  | { readonly type: "highest"; readonly of: Values }
  | { readonly type: "lowest"; readonly by: Values; readonly of: Values }
  | { readonly type: "members"; readonly of: readonly PoolStep[] };
