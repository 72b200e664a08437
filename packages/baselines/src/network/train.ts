import type { BagSet } from "@bagwise/core/bags";
import { breathing, count, type Note, version } from "@bagwise/core/base";
import type { FitContext } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import type { Network } from "@bagwise/core/scorers";
import { areFinite } from "@bagwise/core/scores";
import {
  copiesApart,
  givenPriorCard,
  knownBags,
  nothingHeldOut,
  signedCalibration,
  trainingFolds,
} from "@bagwise/core/training";
import { inGivenOrder, type NetworkData, networkData } from "./data.js";
import { type NetworkSetting, scoresOf, sharesOf, startFit } from "./fit.js";
import { lossOf } from "./loss.js";
import type { CheckedNetworkOptions } from "./options.js";
import { crossValidateNetwork } from "./validation.js";

/** By default so many steps are taken, in at least and at most so many epochs. */
const USUAL_STEPS = 200;
const FEWEST_EPOCHS = 4;
const MOST_EPOCHS = 40;

/** Trains networks with checked options; `given` are the options as the caller wrote them. */
export async function trainNetwork(
  all: BagSet,
  options: CheckedNetworkOptions,
  given: Record<string, unknown>,
  context: FitContext,
): Promise<Model> {
  context.signal?.throwIfAborted();
  const { pooling, loss, members, prior } = options;
  const data = await networkData(all, options, context.shared);
  const settings = options.hidden.flatMap((hidden) =>
    options.rate.flatMap((rate) => options.lambda.map((lambda): NetworkSetting => ({ hidden, rate, lambda }))),
  );
  const epochs = options.epochs ?? usualEpochs(data.sides.length, options.batch);
  const folds = trainingFolds(data.foldable, options);
  const { judged, best, held } =
    folds === undefined
      ? { judged: [], best: undefined, held: undefined }
      : await crossValidateNetwork(data, folds, { ...options, settings, epochs }, context);
  const { hidden, rate, lambda, epochs: used } = best ?? { ...settings[0], epochs };
  const setting = { hidden, rate, lambda };
  const fitted = await fitMembers(data, { ...options, setting, epochs: used }, context);
  const { objective, path, networks } = fitted;
  const heldOut = held !== undefined && areFinite(held) ? held : null;
  const usedPrior = prior === undefined ? null : givenPriorCard(prior);
  const { positive, unlabeled, negative } = countsOf(data.given);
  return new Model({
    card: {
      learner: "network",
      bagwise: version,
      options: given,
      kernel: null,
      prior: usedPrior,
      chosen: { pooling, loss, hidden, rate, lambda, epochs: used, members },
      certificate: {
        status: Number.isFinite(objective) ? "local" : "invalid",
        iterations: used,
        primalObjective: objective,
        dualObjective: Number.NEGATIVE_INFINITY,
        relativeGap: Number.POSITIVE_INFINITY,
      },
      risks: judged.map(({ epochs: _, ...risk }) => risk),
      measures: null,
      calibration: signedCalibration(heldOut, prior),
      bound: null,
      training: {
        positive,
        unlabeled,
        ...(negative > 0 && { negative }),
        instances: data.rows.rows,
        centres: 0,
        dataHash: data.dataHash,
      },
      reasons: reasonsOf({ path, objective, members, epochs: used, most: epochs, judged: best !== undefined }),
      notes: [
        ...data.notes,
        ...(best === undefined ? [nothingHeldOut("hidden, rate and lambda, and all epochs,")] : []),
        ...copiesApart(data.given, best && folds, context),
        certificateNote(objective, members),
      ],
    },
    scaling: data.scaling,
    scorer: { kind: "network", pooling, members: networks.map((each) => inGivenOrder(each, data.columns)) },
    ...knownBags(data.given, heldOut),
  });
}

/** Epochs that give about `USUAL_STEPS` steps. */
function usualEpochs(bags: number, batch: number): number {
  const batches = Math.max(1, Math.round(bags / batch));
  return Math.min(MOST_EPOCHS, Math.max(FEWEST_EPOCHS, Math.ceil(USUAL_STEPS / batches)));
}

interface FittedMembers {
  readonly networks: readonly Network[];
  /** The mean loss of the networks on the training bags. */
  readonly objective: number;
  /** The mean loss of the steps of each epoch, over the networks. */
  readonly path: Float64Array;
}

async function fitMembers(
  data: NetworkData,
  options: CheckedNetworkOptions & { readonly setting: NetworkSetting; readonly epochs: number },
  { signal, onProgress }: FitContext,
): Promise<FittedMembers> {
  const { members, epochs, pooling, loss, prior = 0.5 } = options;
  const { negativeWeight, sides } = data;
  const pause = breathing(signal);
  const path = new Float64Array(epochs);
  const networks: Network[] = [];
  let objective = 0;
  for (let member = 0; member < members; member++) {
    const fit = startFit(data, { ...options, prior, negativeWeight, member });
    for (let epoch = 0; epoch < epochs; epoch++) {
      path[epoch] += fit.epoch() / members;
      await pause();
    }
    const scores = scoresOf(fit.network, data, pooling);
    objective += lossOf(scores, { name: loss, sides, shares: sharesOf(sides), prior, negativeWeight }).value / members;
    networks.push(fit.network);
    onProgress?.({ step: "training", done: member + 1, total: members });
    signal?.throwIfAborted();
  }
  return { networks, objective, path };
}

function countsOf(bags: BagSet): Record<"positive" | "unlabeled" | "negative", number> {
  const counts = { positive: 0, unlabeled: 0, negative: 0 };
  for (const label of bags.labels()) counts[label]++;
  return counts;
}

/** How many points of the path of the loss the card tells. */
const TOLD = 6;

function reasonsOf(found: {
  readonly path: Float64Array;
  readonly objective: number;
  readonly members: number;
  readonly epochs: number;
  readonly most: number;
  readonly judged: boolean;
}): string[] {
  const { path, objective, members, epochs, most, judged } = found;
  const told = Array.from({ length: Math.min(TOLD, path.length) }, (_, k, last = Math.min(TOLD, path.length) - 1) =>
    last === 0 ? 0 : Math.round((k * (path.length - 1)) / last),
  );
  const points = told.map((epoch) => `${path[epoch].toFixed(3)} in epoch ${epoch + 1}`);
  return [
    judged
      ? `Of up to ${count(most, "epoch")}, ${epochs} had the lowest held-out risk, so the last fit on all bags took as many.`
      : `Nothing could be held out, so all ${count(epochs, "epoch")} were used.`,
    `${count(members, "network was", "networks were")} trained from different random starts. The mean loss of the steps was ${points.join(", ")}, and the loss on the training bags is ${objective.toFixed(3)} in the end.`,
  ];
}

function certificateNote(objective: number, members: number): Note {
  if (Number.isFinite(objective))
    return {
      code: "not-convex",
      message: `the training problem of a network is not convex: training went downhill from ${count(members, "random start")}, and no proof of a best solution exists. Judge it by held-out bags`,
    };
  const message = "the loss is not a finite number, so the model is useless; use a smaller rate, or scale the features";
  return { code: "certificate", message };
}
