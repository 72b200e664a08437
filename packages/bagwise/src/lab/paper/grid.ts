import { checkSupply, enoughOf, type Setting } from "../data/supply.js";
import { checkedGrid, type Grid, type GridOptions } from "./grid-options.js";
import type { ExperimentKind, TrialSpec } from "./trial.js";

/**
 * The trials of an experiment, in order of data set, protocol, prior, number of labelled bags,
 * trial and method. Data sets, protocols and methods come in the order of `DATA_SETS`, `PROTOCOLS`
 * and `METHODS`, numbers ascending, however they were given; repeated entries count once.
 *
 * Throws an InputError for unknown names, numbers out of range, and more bags than an augmented
 * data set can give. Only the default numbers of labelled bags of `labels` are cut instead to what
 * there is: augmented Musk2 has 390 positive bags, fewer than 140 + 0.7 x 380.
 */
export function planGrid(kind: ExperimentKind, options: GridOptions = {}): TrialSpec[] {
  const grid = checkedGrid(kind, options);
  return settingsOf(grid).flatMap((setting) =>
    Array.from({ length: grid.trials }, (_, trial) => trial).flatMap((trial) =>
      grid.methods.map((method) => specOf(kind, grid, setting, trial, method)),
    ),
  );
}

function settingsOf(grid: Grid): Setting[] {
  const { datasets, protocols, priors, unlabeled, test } = grid;
  return datasets.flatMap((dataset) =>
    protocols.flatMap((protocol) =>
      priors.flatMap((prior) =>
        supplied(
          grid.labeled.map((labeled) => ({ dataset, protocol, prior, labeled, unlabeled, test })),
          grid.cut,
        ),
      ),
    ),
  );
}

/**
 * The settings that a data set has the bags for: all, or an InputError, unless they may be cut. It
 * is also one when nothing is left.
 */
function supplied(settings: readonly Setting[], cut: boolean): readonly Setting[] {
  const possible = cut ? settings.filter(enoughOf) : [];
  if (possible.length > 0) return possible;
  for (const setting of settings) checkSupply(setting);
  return settings;
}

function specOf(experiment: ExperimentKind, grid: Grid, setting: Setting, trial: number, method: string): TrialSpec {
  const { dataset, protocol, prior, labeled, unlabeled, test } = setting;
  const { noise, seed, priorEstimate, centres } = grid;
  return {
    experiment,
    dataset,
    protocol,
    prior,
    labeled,
    unlabeled,
    test,
    noise,
    trial,
    seed,
    method,
    priorEstimate,
    centres,
  };
}
