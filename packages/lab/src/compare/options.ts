import { badOption } from "@bagwise/core/base";
import { usualLearner } from "@bagwise/core/learners";
import { NOISE_WAYS, type NoiseWay } from "../draws/augment.js";
import { type AnyProtocol, COMPARE_PROTOCOLS } from "../draws/protocol.js";
import { ascending, checkChoice, checkNames, checkNumbers, inOrder } from "../options/check-options.js";
import { COLUMNS } from "../paper/methods.js";
import { type Arm, armLearner, parseArm } from "./arm.js";

/** What a comparison runs over. Every option is optional. */
export interface CompareOptions {
  /** `METHOD` or `METHOD@KNOWLEDGE`, in the order of tables. Default: auto and PU-SKC. */
  readonly methods?: readonly string[] | undefined;
  /** Above 0 and below 1. Default 0.1 to 0.7 in tenths; for a family its own. */
  readonly priors?: readonly number[] | undefined;
  /** Trials of each cell, for each seed. Default 20. */
  readonly trials?: number | undefined;
  /** Numbers of labelled positive bags. Default 20; for a family its own. */
  readonly labeled?: readonly number[] | undefined;
  /** Default 180; for a family its own. */
  readonly unlabeled?: number | undefined;
  /** Default 200; for a family its own. */
  readonly test?: number | undefined;
  /** Default leak-free and original. Families know only the latter. */
  readonly protocols?: readonly string[] | undefined;
  /** The noise of copied bags. Default reference. */
  readonly noise?: NoiseWay | undefined;
  /** Default 1. */
  readonly seeds?: readonly number[] | undefined;
  /** The arm that others are compared with. Default the first. */
  readonly reference?: string | undefined;
}

/** Checked options. Numbers that a family may have of its own are in `asked`, where given. */
export interface CompareGrid {
  readonly arms: readonly Arm[];
  readonly reference: string;
  readonly protocols: readonly AnyProtocol[];
  readonly trials: number;
  readonly noise: NoiseWay;
  readonly seeds: readonly number[];
  readonly asked: Pick<CompareOptions, "priors" | "labeled" | "unlabeled" | "test">;
}

export const COMPARE_DEFAULTS = {
  methods: [usualLearner().description.name, COLUMNS[0]],
  priors: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
  trials: 20,
  labeled: [20],
  unlabeled: 180,
  test: 200,
  protocols: ["leak-free", "original"],
  noise: "reference",
  seeds: [1],
} as const satisfies CompareOptions;

/** The options with defaults. Throws an InputError that names the one that does not fit. */
export function checkedCompare(options: CompareOptions): CompareGrid {
  checkNames(options, [...Object.keys(COMPARE_DEFAULTS), "reference"]);
  checkNumbers(options);
  const { trials = COMPARE_DEFAULTS.trials, noise = COMPARE_DEFAULTS.noise } = options;
  checkChoice("noise", NOISE_WAYS, noise);
  const arms = checkedArms(options.methods ?? COMPARE_DEFAULTS.methods);
  const { priors, labeled, unlabeled, test } = options;
  return {
    arms,
    reference: checkedReference(arms, options.reference),
    protocols: inOrder("protocols", COMPARE_PROTOCOLS, options.protocols ?? COMPARE_DEFAULTS.protocols),
    trials,
    noise,
    seeds: ascending(options.seeds ?? COMPARE_DEFAULTS.seeds),
    asked: { priors: priors && ascending(priors), labeled: labeled && ascending(labeled), unlabeled, test },
  };
}

/** Each arm once. Their learners are made here, so that a bad arm fails before hours of work. */
function checkedArms(methods: readonly string[]): Arm[] {
  if (methods.length === 0) throw badOption("methods", methods, "at least one method");
  const arms = methods.map(parseArm);
  for (const arm of arms) armLearner(arm, { truePrior: 0.5, eta: null, seed: 0, audit: { positive: 1, reviewed: 2 } });
  return arms.filter(({ name }, k) => arms.findIndex((each) => each.name === name) === k);
}

function checkedReference(arms: readonly Arm[], wanted: string | undefined): string {
  if (wanted === undefined) return arms[0].name;
  const { name } = parseArm(wanted);
  if (arms.some((arm) => arm.name === name)) return name;
  throw badOption(
    "reference",
    wanted,
    `one of the methods that are compared: ${arms.map((arm) => arm.name).join(", ")}`,
  );
}
