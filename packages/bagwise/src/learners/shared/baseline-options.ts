import type { ScalingMethod } from "../../bags/scaling.js";
import { badOption, type OptionDescription } from "../../base/option.js";
import { PU_SKC_OPTIONS } from "../pu-skc/options.js";
import { NEGATIVE_WAYS, type NegativeWay } from "./training-bags.js";

/** Settings of a baseline: one that makes sense, and the one of the paper's experiment. */
const BASELINE_SETTINGS = ["default", "paper"] as const;
export type BaselineSetting = (typeof BASELINE_SETTINGS)[number];

/** Hyper-parameters that the two density differences have in common. */
export interface DensityDifferenceOptions {
  readonly setting?: BaselineSetting | undefined;
  /** Widths of the Gaussian kernel to choose from, in the unit of the scaled features. */
  readonly width?: number | readonly number[] | undefined;
  readonly lambda?: number | readonly number[] | undefined;
  readonly folds?: number | undefined;
  readonly centres?: number | undefined;
  readonly scaling?: ScalingMethod | undefined;
  /** A number above 0 and below 1, also as text. */
  readonly prior?: number | string | undefined;
  readonly negatives?: NegativeWay | undefined;
  readonly seed?: number | undefined;
}

/** Options that only baselines have, or that mean something else for PU-SKC. */
const OWN: readonly OptionDescription[] = [
  {
    name: "setting",
    type: "choice",
    choices: BASELINE_SETTINGS,
    default: "default",
    help: "what the other options default to, and how a setting is chosen: one that makes sense, or the paper's experiment",
  },
  {
    name: "width",
    type: "number list",
    default: null,
    range: { min: 0, max: 1e12, above: true },
    help: "widths of the Gaussian kernel on instances to choose from",
  },
  {
    name: "centres",
    type: "integer",
    default: null,
    range: { min: 1, max: 100_000 },
    help: "the most instances that are kernel centres; of more, so many are drawn",
  },
  {
    name: "prior",
    type: "text",
    default: null,
    help: "share of positives among the unlabeled bags, a number; only for measures and probabilities, which there are not without it",
  },
  {
    name: "negatives",
    type: "choice",
    choices: NEGATIVE_WAYS,
    default: "refuse",
    help: "what to do with bags known to be negative",
  },
];

/**
 * The option of this name as all baselines have it, or else as PU-SKC describes it, with what
 * differs: an option that several learners have means the same in all. An Error for a name that
 * none has, which is a slip of whoever describes a learner.
 */
export function inherited(name: string, change: Partial<OptionDescription> = {}): OptionDescription {
  const found = [...OWN, ...PU_SKC_OPTIONS].find((option) => option.name === name);
  if (found === undefined) throw new Error(`no option ${name} to inherit`);
  return { ...found, ...change };
}

/** What an option defaults to in each setting, as it is told: "default X, paper Y". */
export function bySetting(implied: Readonly<Record<BaselineSetting, string | number | readonly number[]>>): string {
  const shown = (value: string | number | readonly number[]) =>
    typeof value === "object" ? value.join(", ") : String(value);
  return `default ${shown(implied.default)}, paper ${shown(implied.paper)}`;
}

/** As `inherited`, with a default that depends on the setting; its help line ends by saying how. */
export function inheritedBySetting(name: string, implied: Parameters<typeof bySetting>[0]): OptionDescription {
  return inherited(name, { default: null, help: `${inherited(name).help}; ${bySetting(implied)}` });
}

/**
 * A prior between 0 and 1, both excluded; the command line gives it as text. Undefined for none.
 */
export function givenPrior(prior: number | string | undefined): number | undefined {
  if (prior === undefined) return undefined;
  const value = typeof prior === "string" && prior.trim() !== "" ? Number(prior) : prior;
  if (typeof value === "number" && value > 0 && value < 1) return value;
  throw badOption("prior", prior, "a share above 0 and below 1");
}
