import { InputError } from "../../base/errors.js";
import { badOption } from "../../base/option.js";
import { random } from "../../base/random.js";
import type { Matrix } from "../../linalg/matrix.js";
import { SCENARIOS, type Scenario } from "../../scores/scenario.js";
import type { PriorInput, PriorOptions } from "./estimate.js";
import { type Features, kernelFeatures } from "./features.js";
import { type RatioScores, ratioScores } from "./ratio-scores.js";

export const PRIOR_DEFAULTS = { seed: 0, bootstrap: 200, level: 0.9, folds: 5 } as const;

/** Up to this many bags, everything is computed again on every bootstrap sample. */
const REFIT_UP_TO = 300;

/** A checked input, with what the estimators share, computed on demand. */
export interface PriorProblem {
  readonly gram: Matrix;
  readonly positives: number;
  readonly unlabeled: number;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly eta: number | undefined;
  /** From 0 to `folds - 1`; positive and unlabeled bags are each spread evenly. */
  readonly fold: Uint8Array;
  /** 1 if there are too few bags to hold some out: the fit has then seen them. */
  readonly folds: number;
  /** Whether intervals come from a new fit on every resample. */
  readonly refits: boolean;
  features(): Features;
  scores(): RatioScores;
}

/** Checks the input and the options. Throws an InputError that says what is wrong. */
export function priorProblem(input: PriorInput, options: PriorOptions = {}): PriorProblem {
  const { gram, positives, scenario = "case-control" } = input;
  const { seed = PRIOR_DEFAULTS.seed, folds = PRIOR_DEFAULTS.folds, eta, centres } = options;
  checkInput(input, scenario);
  if (!(Number.isInteger(folds) && folds >= 2 && folds <= 100)) {
    throw badOption("folds", folds, "a whole number from 2 to 100");
  }
  if (eta !== undefined && !(eta > 0 && eta < Infinity)) throw badOption("eta", eta, "a finite number above 0");
  const unlabeled = gram.rows - positives;
  const used = Math.min(folds, positives, unlabeled);
  const fold = assign(positives, unlabeled, used, seed);
  let features: Features | undefined;
  let scores: RatioScores | undefined;
  const problem: PriorProblem = {
    gram,
    positives,
    unlabeled,
    scenario,
    seed,
    eta,
    fold,
    folds: used,
    refits: gram.rows <= REFIT_UP_TO,
    features() {
      features ??= kernelFeatures(gram, positives, { seed, centres });
      return features;
    },
    scores() {
      scores ??= ratioScores(problem);
      return scores;
    },
  };
  return problem;
}

function checkInput({ gram, positives }: PriorInput, scenario: Scenario): void {
  if (!SCENARIOS.includes(scenario)) throw badOption("scenario", scenario, `one of ${SCENARIOS.join(", ")}`);
  if (gram.rows !== gram.cols) fail(`the Gram matrix is ${gram.rows} x ${gram.cols}`, "Give a square matrix.");
  if (!(Number.isInteger(positives) && positives >= 1)) {
    fail("there are no positive bags to estimate the prior from", "Label at least one bag positive.");
  }
  if (positives >= gram.rows) {
    fail("there are no unlabeled bags to estimate the prior from", "Give at least one unlabeled bag.");
  }
  if (!gram.data.every(Number.isFinite)) {
    fail("the Gram matrix has a value that is not finite", "Scale the features, or choose a normalised kernel.");
  }
}

function fail(message: string, remedy: string): never {
  throw new InputError({ code: "prior", message, remedy });
}

function assign(positives: number, unlabeled: number, folds: number, seed: number): Uint8Array {
  const generator = random(seed);
  const fold = new Uint8Array(positives + unlabeled);
  generator.permutation(positives).forEach((i, k) => {
    fold[i] = k % folds;
  });
  generator.permutation(unlabeled).forEach((i, k) => {
    fold[positives + i] = k % folds;
  });
  return fold;
}
