import { checkOptions, type OptionDescription } from "../../base/option.js";
import { knowledgeOf } from "../../prior/belief/known-prior.js";
import type { Scenario } from "../../prior/estimators/estimate.js";
import { inherited } from "../shared/baseline-options.js";
import { NEGATIVE_USES, type NegativeUse } from "../shared/training-bags.js";

/**
 * What `auto` can be told. None of it is needed: these are facts that the data do not hold, not
 * knobs.
 */
export interface AutoOptions {
  /** What is known of the prior: a share such as 0.3, or a range such as "0.1..0.4". */
  readonly prior?: number | string | undefined;
  /** The prior is not above this. */
  readonly priorAtMost?: number | undefined;
  /** Positives found among reviewed unlabeled bags that were drawn at random, such as "7/30". */
  readonly audited?: string | undefined;
  readonly scenario?: Scenario | undefined;
  readonly negatives?: NegativeUse | undefined;
  /** Resamples behind the intervals of the measures; 0 gives none. */
  readonly bootstrap?: number | undefined;
  readonly seed?: number | undefined;
}

const DEFAULTS = { scenario: "case-control", negatives: "use", seed: 0 } as const;

/** The same as data. */
export const AUTO_OPTIONS: readonly OptionDescription[] = [
  {
    name: "prior",
    type: "text",
    default: null,
    help: "what you know of the share of positives among the unlabeled bags (single-set: among all): 0.3, or a range 0.1..0.4; default nothing, the data are asked",
  },
  {
    name: "priorAtMost",
    type: "number",
    default: null,
    range: { min: 0, max: 1, above: true },
    help: "that share is not above this",
  },
  {
    name: "audited",
    type: "text",
    default: null,
    help: "random unlabeled bags that were reviewed: positives/reviewed, such as 7/30, or a CSV file with the columns bag and label, whose answers also become labels",
  },
  inherited("scenario"),
  inherited("negatives", { choices: NEGATIVE_USES, default: DEFAULTS.negatives }),
  inherited("bootstrap", {
    help: "resamples behind the intervals of the measures (default 500); 0 for no intervals",
  }),
  inherited("seed"),
];

/**
 * The options with defaults filled in; throws an InputError for one that does not fit, and for two
 * that contradict each other.
 */
export function checkedAutoOptions(options: AutoOptions) {
  const { prior, ...rest } = options;
  checkOptions(AUTO_OPTIONS, typeof prior === "number" ? rest : options);
  knowledgeOf(options);
  return {
    prior,
    priorAtMost: options.priorAtMost,
    audited: options.audited,
    scenario: options.scenario ?? DEFAULTS.scenario,
    negatives: options.negatives ?? DEFAULTS.negatives,
    bootstrap: options.bootstrap,
    seed: options.seed ?? DEFAULTS.seed,
  };
}
