import type { BagSet } from "../../bags/bag-set.js";
import { breathing } from "../../base/breathe.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { random } from "../../base/random.js";
import { version } from "../../base/version.js";
import { linearAlgebra } from "../../linalg/backend.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";
import { Model } from "../../model/model.js";
import type { InstanceScorer } from "../../scorers/scorer.js";
import type { FitContext } from "../learner.js";
import { certificateNotes } from "../shared/card-parts.js";
import { randomConfidence } from "./confidence.js";
import { type PuMilData, puMilData } from "./data.js";
import { fitnessOf } from "./fitness.js";
import type { CheckedPuMilOptions } from "./options.js";
import { classifierFor, type PoolClassifier } from "./pool.js";
import { type Evolved, evolve } from "./search.js";

/** Trains puMIL with checked options; `given` are the options as the caller wrote them. */
export async function trainPuMil(
  all: BagSet,
  options: CheckedPuMilOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  context.signal?.throwIfAborted();
  const data = await puMilData(all, options);
  const evolved = await searched(data, options, context);
  const classifier = classifierFor(data, evolved.best.confidence, options);
  const { status, iterations, primalObjective, dualObjective, relativeGap } = classifier.solution;
  const { negative, density } = classifier;
  return new Model({
    card: {
      learner: "pu-mil",
      bagwise: version,
      options: given,
      kernel: null,
      prior: null,
      chosen: {
        dimensions: data.points.cols,
        cost: options.cost,
        epochs: evolved.epochs,
        fMeasure: evolved.best.fitness,
        possiblyNegative: negative.length,
      },
      certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
      risks: [],
      measures: null,
      calibration: null,
      bound: null,
      training: {
        positive: data.positives,
        unlabeled: data.unlabeled,
        instances: data.instances,
        centres: density.points.rows,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...fitNotes(data, classifier, evolved)],
    },
    scaling: data.scaling,
    scorer: scorerOf(data, classifier, options),
    // It searches by its own F-measure and holds nothing out.
    heldOut: null,
    trainedOn: data.trainedOn,
  });
}

/** The confidences that the genetic algorithm arrives at. */
async function searched(data: PuMilData, options: CheckedPuMilOptions, context: FitContext): Promise<Evolved> {
  const generator = random(options.seed);
  const progress = (done: number, total: number) => context.onProgress?.({ step: "evolving confidences", done, total });
  const everything = options.population * (1 + options.epochs);
  if (options.fitness === "as-programmed") {
    // The authors' program compares real scores with +1, so its F-measure is always 0: no vector is
    // better than another, no mutation is kept, and after one epoch the first random vector is the
    // best. This reproduces what it printed, without computing the rest.
    const best = { confidence: randomConfidence(data.unlabeled, generator), fitness: 0 };
    progress(everything, everything);
    context.signal?.throwIfAborted();
    return { best, epochs: 1, converged: true };
  }
  const breath = breathing(context.signal);
  let judged = 0;
  const evolved = await evolve((confidence) => fitnessOf(data, confidence, options), {
    ...options,
    bags: data.unlabeled,
    generator,
    onJudged: async (done, total) => {
      judged = done;
      progress(done, total);
      await breath();
    },
  });
  if (judged < everything) progress(everything, everything);
  context.signal?.throwIfAborted();
  return evolved;
}

/**
 * The classifier on scaled features. One projection serves its linear score and the density of the
 * key instance.
 */
function scorerOf(
  { projection: { mean, axes }, points }: PuMilData,
  { weights, intercept, density }: PoolClassifier,
  { key }: CheckedPuMilOptions,
): InstanceScorer {
  const transform = key === "density" ? density.transform : null;
  const linear = { kernel: { type: "linear" }, alpha: Float64Array.of(1), beta: intercept } as const;
  return {
    kind: "instances",
    projection: { mean, axes: transform === null ? axes : linearAlgebra().gemm(transform, axes) },
    score: {
      ...linear,
      centres: matrix(1, points.cols, transform === null ? weights : throughInverse(transform, weights)),
    },
    key:
      key === "score"
        ? null
        : {
            kernel: { type: "gaussian", width: density.width },
            centres: density.points,
            alpha: new Float64Array(density.points.rows).fill(1),
            beta: 0,
          },
  };
}

/**
 * The v with v.(T x) = w.x. The rows of T are orthogonal, so its inverse is T' with each column
 * divided by the squared length of the row.
 */
function throughInverse(transform: Matrix, weights: Float64Array): Float64Array {
  const products = linearAlgebra().gemv(transform, weights);
  const { cols, data } = transform;
  return products.map((product, k) => {
    let squared = 0;
    for (let at = k * cols; at < (k + 1) * cols; at++) squared += data[at] * data[at];
    return product / squared;
  });
}

function fitNotes(data: PuMilData, { density, solution }: PoolClassifier, { converged, epochs }: Evolved): Note[] {
  const notes: Note[] = [];
  if (data.unlabeled <= data.positives)
    notes.push({
      code: "all-negative",
      message: `all ${count(data.unlabeled, "unlabeled bag")} were taken as negative, because there are no more of them than positive bags; add unlabeled bags`,
    });
  if (!converged)
    notes.push({
      code: "epochs",
      message: `the confidences were still improving after ${count(epochs, "epoch")}; more epochs may help`,
    });
  if (density.available > density.points.rows)
    notes.push({
      code: "density-points",
      message: `the density uses ${count(density.points.rows, "instance")}, drawn from the ${count(density.available, "instance")} of likely negative bags`,
    });
  const advice = { invalid: "scale the features", inaccurate: "scale the features or use a smaller cost" };
  return [...notes, ...certificateNotes(solution, { advice })];
}
