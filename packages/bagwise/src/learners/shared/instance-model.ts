import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { calibrate } from "../../model/calibrate.js";
import { Model, type ModelCard } from "../../model/model.js";
import { areFinite, type BagScores } from "../../scores/bag-scores.js";
import { cardMeasures, givenPriorCard } from "./card-parts.js";
import type { InstanceData } from "./instance-data.js";

/** What a learner with Gaussian kernels on instances found. */
interface FoundOnInstances extends Pick<ModelCard, "learner" | "options" | "chosen" | "certificate" | "risks"> {
  readonly width: number;
  /** The coefficients of the centres. */
  readonly alpha: Float64Array;
  /** Held-out scores; undefined if nothing was held out. */
  readonly held: BagScores | undefined;
  /** Undefined if it was not given: then there are no measures. */
  readonly prior: number | undefined;
  /** In addition to those of the data. */
  readonly notes: readonly Note[];
}

/**
 * The model of LSDD and of DSDD: f(x) = sum over centres of alpha exp(-|x - c|^2 / (2 width^2)). A
 * bag gets the score of its highest instance.
 */
export function instanceModel(data: InstanceData, found: FoundOnInstances): Model {
  const { learner, options, chosen, certificate, risks, width, alpha, held, prior, notes } = found;
  const heldOut = held !== undefined && areFinite(held) ? held : null;
  const used = prior === undefined ? null : givenPriorCard(prior);
  const judgable = held !== undefined && prior !== undefined;
  return new Model({
    card: {
      learner,
      bagwise: version,
      options,
      kernel: null,
      prior: used,
      chosen,
      certificate,
      risks,
      measures: cardMeasures(heldOut, used, {}),
      calibration: judgable ? calibrate(held.positive, held.unlabeled, { prior }) : null,
      bound: null,
      training: {
        positive: data.positives,
        unlabeled: data.bags.size - data.positives,
        instances: data.rows.rows,
        centres: data.centres.rows,
        dataHash: data.dataHash,
      },
      notes: [...data.notes, ...notes],
    },
    scaling: data.scaling,
    scorer: {
      kind: "instances",
      projection: null,
      score: { kernel: { type: "gaussian", width }, centres: data.centres, alpha, beta: 0 },
      key: null,
    },
    heldOut,
    trainedOn: data.trainedOn,
  });
}
