import { random } from "@bagwise/core/base";
import type { OtherExperiment, RunInfo } from "../../../bagwise/src/entries/lab.js";
import type { Protocol } from "../../src/draws/draw-spec.js";
import { METHODS } from "../../src/methods/methods.js";
import { printedCell } from "../../src/paper/printed.js";
import type { ExperimentCell, ExperimentSummary } from "../../src/paper/summary.js";
import type { ExperimentKind } from "../../src/paper/trial.js";

export interface FakeGrid {
  readonly experiment?: ExperimentKind;
  readonly datasets?: readonly string[];
  readonly methods?: readonly string[];
  readonly priors?: readonly number[];
  readonly protocols?: readonly Protocol[];
  readonly labeled?: readonly number[];
  readonly trials?: number;
  readonly seed?: number;
}

const PRIORS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];

/** Invented results of the right shape, near the printed table; the leak-free ones are worse. */
export function fakeSummary({
  experiment = "paper",
  datasets = ["musk1", "musk2", "elephant", "fox", "tiger"],
  methods = ["pu-skc", "lsdd", "dsdd", "pu-mil"],
  priors = PRIORS,
  protocols = ["paper", "leak-free"],
  labeled = [20],
  trials = 20,
  seed = 1,
}: FakeGrid = {}): ExperimentSummary {
  const draw = random(seed);
  const cells: ExperimentCell[] = [];
  for (const dataset of datasets)
    for (const protocol of protocols)
      for (const prior of priors)
        for (const bags of labeled)
          for (const method of methods) {
            const column = METHODS.find(({ name }) => name === method)?.column;
            const printed = column === undefined ? undefined : printedCell(dataset, prior, column);
            const base = (printed?.mean ?? 0.9 - prior / 2) + bags / 1000 - (protocol === "paper" ? 0 : 0.06);
            const spread = (mean: number, sd: number) => ({ mean: mean + sd * 0.3 * draw.normal(), sd });
            cells.push({
              dataset,
              protocol,
              prior,
              labeled: bags,
              method,
              trials,
              accuracy: spread(base, printed?.sd ?? 0.05),
              balancedAccuracy: spread(0.4 + base / 3, 0.05),
              auc: spread(0.45 + base / 2.5, 0.04),
              averagePrecision: spread(base, 0.05),
              positiveRate: spread(prior, 0.05),
              usedPrior: column === "pu-skc" ? spread(0.15 + prior / 2.5, 0.06) : null,
              bold: draw.uniform() < 0.4,
              constantGuess: Math.max(prior, 1 - prior),
              printed: experiment === "paper" ? printed : undefined,
              unsolved: 0,
              seconds: experiment === "time" ? spread(0.02 * 9 ** methods.indexOf(method), 0.005) : undefined,
            });
          }
  return { experiment, cells, datasets, protocols, priors, labeled, methods, trials };
}

/** Two data sets, three priors, two methods: small enough for stored pictures. */
export const SMALL: FakeGrid = { datasets: ["musk1", "fox"], methods: ["pu-skc", "dsdd"], priors: [0.1, 0.4, 0.7] };

/** An invented run. */
export function fakeRun(changes: Partial<RunInfo> = {}): RunInfo {
  return {
    version: "0.1.0",
    experiment: "paper",
    options: {
      datasets: ["musk1", "fox"],
      trials: 20,
      protocols: ["paper", "leak-free"],
      priorEstimate: "as-printed",
      workers: 2,
    },
    seed: 1,
    data: [
      { name: "musk1", file: "/data/musk1.csv", hash: "5f".repeat(32) },
      { name: "fox", file: "/data/fox.csv", hash: "a0".repeat(32) },
    ],
    notes: [],
    machine: { cpu: "Example CPU 3000", cores: 2, memory: 16 * 2 ** 30, system: "Linux 6.1 x64", node: "20.19.0" },
    workers: 2,
    wallSeconds: 201.4,
    timings: [
      { dataset: "musk1", method: "pu-skc", trainings: 140, seconds: { mean: 0.31, sd: 0.04 } },
      { dataset: "musk1", method: "dsdd", trainings: 140, seconds: { mean: 4.2, sd: 5 } },
      { dataset: "fox", method: "pu-skc", trainings: 140, seconds: { mean: 0.28, sd: 0.03 } },
    ],
    ...changes,
  };
}

/**
 * A summary as an experiment of another kind in the same report, with invented times if it is of
 * the kind `time`.
 */
export function fakeOther(
  summary: ExperimentSummary,
  changes: Partial<OtherExperiment["recipe"]> = {},
): OtherExperiment {
  const { version, seed, data } = fakeRun();
  const { experiment, datasets, methods, trials } = summary;
  const measured = summary.cells.flatMap(({ dataset, method, seconds }) =>
    seconds === undefined ? [] : [{ dataset, method, trainings: trials, seconds }],
  );
  return {
    summary,
    recipe: { version, experiment, options: { datasets, methods, trials }, seed, data, ...changes },
    timings: measured,
  };
}
