import { withoutUndefined } from "@bagwise/core/base";
import { PRIOR_METHOD_NAMES } from "@bagwise/core/estimators";
import { DATA_SETS, dataSetByName } from "../datasets/data-sets.js";
import { NOISE_WAYS, type NoiseWay } from "../draws/augment.js";
import { PROTOCOLS, type Protocol } from "../draws/draw-spec.js";
import { checkSupply, enoughOf, type SupplySetting } from "../draws/supply.js";
import { COLUMNS, METHODS, methodByName } from "../methods/methods.js";
import { ascending, checkChoice, checkNames, checkNumbers, inOrder } from "../options/check-options.js";
import { EXPERIMENTS, type ExperimentKind, type TrialSpec } from "./trial.js";

type GridSetting = SupplySetting & Pick<TrialSpec, "protocol">;

/**
 * The trials of an experiment, in order of data set, protocol, prior, number of labelled bags,
 * trial and method, however they were given; duplicates are removed.
 *
 * Throws an InputError for unknown names, numbers out of range, and more bags than a data set can
 * give. Only the default numbers of labelled bags of `labels` are cut to what there is: augmented
 * Musk2 has 390 positive bags, fewer than 140 + 0.7 x 380.
 */
export function planGrid(kind: ExperimentKind, options: GridOptions = {}): TrialSpec[] {
  const grid = checkedGrid(kind, options);
  const { noise, seed, priorEstimate, centres } = grid;
  return settingsOf(grid).flatMap((setting) =>
    Array.from({ length: grid.trials }, (_, trial) => trial).flatMap((trial) =>
      grid.methods.map((method) => ({
        experiment: kind,
        ...setting,
        noise,
        trial,
        seed,
        method,
        priorEstimate,
        centres,
      })),
    ),
  );
}

function settingsOf(grid: PaperGrid): GridSetting[] {
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

/** The settings with enough bags. An InputError if some may not be cut, or if none is left. */
function supplied(settings: readonly GridSetting[], cut: boolean): readonly GridSetting[] {
  const possible = cut ? settings.filter(enoughOf) : [];
  if (possible.length > 0) return possible;
  for (const setting of settings) checkSupply(setting);
  return settings;
}

/** The options of trials that are the same in all of them. */
export function commonOf({ unlabeled, test, noise, priorEstimate, centres, seed }: TrialSpec) {
  return { unlabeled, test, noise, priorEstimate, centres, seed };
}

/** What a grid runs over: lists in their order. */
export type GridAxes = Pick<GridOptions, "datasets" | "methods" | "priors" | "trials" | "labeled" | "protocols">;

/** All options of an experiment by the names of the flags. */
export function optionsOf({ protocols, ...axes }: GridAxes, common: object): Record<string, unknown> {
  return { ...axes, protocol: protocols, ...common };
}

/**
 * What the grid of some trials runs over. Numbers of labelled bags that nobody asked for and that
 * differ between data sets are left out: no flag says them.
 */
export function axesOf(specs: readonly TrialSpec[], { labeled }: Pick<GridOptions, "labeled">): GridAxes {
  const values = <K extends keyof TrialSpec>(name: K) => [...new Set(specs.map((spec) => spec[name]))];
  const numbers = values("labeled");
  return {
    datasets: values("dataset"),
    methods: values("method"),
    priors: values("prior"),
    trials: values("trial").length,
    ...(labeled === undefined && numbers.length > 1 ? {} : { labeled: numbers }),
    protocols: values("protocol"),
  };
}

/** What an experiment runs over. Every option is optional. */
export interface GridOptions {
  /** Default all five. */
  readonly datasets?: readonly string[] | undefined;
  /** Default pu-skc, lsdd, dsdd and pu-mil; for `labels` pu-skc. */
  readonly methods?: readonly string[] | undefined;
  /** Above 0 and below 1. Default 0.1 to 0.7 in tenths; for `labels` 0.7, for `time` 0.1. */
  readonly priors?: readonly number[] | undefined;
  /** The number of trials of each cell. Default 20. */
  readonly trials?: number | undefined;
  /** Labelled positive bags. Default 20; for `labels` 20, 40 .. 160, as far as there are. */
  readonly labeled?: number | readonly number[] | undefined;
  /** Default 180. */
  readonly unlabeled?: number | undefined;
  /** Default 200. */
  readonly test?: number | undefined;
  /** Default paper. */
  readonly protocols?: readonly Protocol[] | undefined;
  /** Default reference. */
  readonly noise?: NoiseWay | undefined;
  /** `true`, or an estimator. Default as-printed. */
  readonly priorEstimate?: string | undefined;
  /** The most kernel centres of a method on instances. Default null: each method's own. */
  readonly centres?: number | null | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

/** Options of an experiment, none of them missing. */
type CompleteGrid = { readonly [K in keyof GridOptions]-?: Exclude<GridOptions[K], undefined> };

const DEFAULTS: CompleteGrid = {
  datasets: DATA_SETS.map(({ name }) => name),
  methods: COLUMNS,
  priors: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
  trials: 20,
  labeled: [20],
  unlabeled: 180,
  test: 200,
  protocols: ["paper"],
  noise: "reference",
  priorEstimate: "as-printed",
  centres: null,
  seed: 1,
};

/** The defaults in which a kind of experiment differs. */
const OF_KIND: Readonly<Record<ExperimentKind, Partial<CompleteGrid>>> = {
  paper: {},
  labels: { methods: [COLUMNS[0]], priors: [0.7], labeled: [20, 40, 60, 80, 100, 120, 140, 160] },
  time: { methods: [`${COLUMNS[0]}:given`, ...COLUMNS], priors: [0.1] },
};

/** What an experiment of this kind runs over when nothing is asked for. */
export function gridDefaults(kind: ExperimentKind): CompleteGrid {
  return { ...DEFAULTS, ...OF_KIND[kind] };
}

/** Checked and complete options; lists in their canonical order, without repetitions. */
interface PaperGrid extends CompleteGrid {
  readonly protocols: readonly Protocol[];
  readonly labeled: readonly number[];
  /** Whether numbers of labelled bags without enough bags are left out: the default ones. */
  readonly cut: boolean;
}

/** The options with defaults. Throws an InputError that names the one that does not fit. */
function checkedGrid(kind: ExperimentKind, options: GridOptions): PaperGrid {
  checkChoice("experiment", EXPERIMENTS, kind);
  const merged: CompleteGrid = { ...gridDefaults(kind), ...withoutUndefined(options) };
  checkNames(options, Object.keys(DEFAULTS));
  checkNumbers(merged);
  checkChoice("noise", NOISE_WAYS, merged.noise);
  checkChoice("priorEstimate", ["true", ...PRIOR_METHOD_NAMES], merged.priorEstimate);
  return {
    ...merged,
    datasets: inOrder("datasets", DATA_SETS.map(nameOf), merged.datasets, dataSetByName),
    methods: inOrder("methods", METHODS.map(nameOf), merged.methods, methodByName),
    protocols: inOrder("protocols", PROTOCOLS, merged.protocols),
    priors: ascending(merged.priors),
    labeled: ascending(typeof merged.labeled === "number" ? [merged.labeled] : merged.labeled),
    cut: kind === "labels" && options.labeled === undefined,
  };
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
