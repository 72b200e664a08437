import type { Note } from "../../base/note.js";
import { badOption } from "../../base/option.js";
import { quantile } from "../../statistics/quantile.js";
import { asPrinted } from "./as-printed.js";
import { bbe } from "./bbe.js";
import type { PriorEstimate, PriorInput, PriorOptions } from "./estimate.js";
import { median } from "./median.js";
import {
  isPriorMethodName,
  noPriorMethod,
  type PriorFinding,
  type PriorMethod,
  type PriorMethodName,
} from "./method.js";
import { pe } from "./pe.js";
import { PRIOR_DEFAULTS, type PriorProblem, priorProblem } from "./problem.js";
import { ratio } from "./ratio.js";

/** The class-prior estimators by name. To add one, add a file and a line here. */
export const PRIOR_METHODS: Readonly<Record<PriorMethodName, PriorMethod>> = {
  ratio,
  bbe,
  pe,
  median,
  "as-printed": asPrinted,
};

/** Estimates are clipped to this range: a prior of 0 or 1 leaves nothing to learn. */
export const LEAST_PRIOR = 0.001;
export const GREATEST_PRIOR = 0.999;

/** With a wider interval the data say little about the prior. */
const WIDE = 0.5;

/**
 * Estimates the class prior by one method. Never NaN: it is clipped to [0.001, 0.999], with a note.
 * If positive and unlabeled bags do not differ, every method except as-printed ends near 1. The
 * percentile interval over resampled bags covers chance, not the bias from overlap. 20 positive and
 * 180 unlabeled bags with 200 resamples take about a second, the median three. Throws an InputError
 * for bad input.
 *
 * @example const { value, low, high } = estimatePrior("ratio", { gram, positives: 20 });
 */
export function estimatePrior(
  method: PriorMethodName | PriorMethod,
  input: PriorInput,
  options: PriorOptions = {},
): PriorEstimate {
  return estimatePriors([method], input, options)[0];
}

/**
 * Several methods side by side, by name or estimators of your own; shared work is done once. Throws an
 * InputError that lists the choices for another name.
 */
export function estimatePriors(
  methods: readonly (PriorMethodName | PriorMethod)[],
  input: PriorInput,
  options: PriorOptions = {},
): PriorEstimate[] {
  const { bootstrap = PRIOR_DEFAULTS.bootstrap, level = PRIOR_DEFAULTS.level } = options;
  if (!(Number.isInteger(bootstrap) && bootstrap >= 0 && bootstrap <= 100_000)) {
    throw badOption("bootstrap", bootstrap, "a whole number from 0 to 100000");
  }
  if (!(level > 0 && level < 1)) throw badOption("level", level, "a share above 0 and below 1");
  const chosen = methods.map((method) => {
    if (typeof method !== "string") return method;
    if (isPriorMethodName(method)) return PRIOR_METHODS[method];
    throw noPriorMethod(method);
  });
  const problem = priorProblem(input, options);
  const found = new Map<PriorMethod, PriorFinding>();
  const finding = (method: PriorMethod): PriorFinding => {
    const known = found.get(method);
    if (known !== undefined) return known;
    const made = remembering(method.find(problem, finding));
    found.set(method, made);
    return made;
  };
  // All of them before the first resample, so that a fit to one serves all.
  const findings = chosen.map(finding);
  return chosen.map(({ name }, k) => estimateFrom(name, findings[k], problem, bootstrap, level));
}

/** The same finding, which computes its replicates only once. */
function remembering(finding: PriorFinding): PriorFinding {
  let known: Float64Array | undefined;
  const replicates = (count: number) => {
    if (known?.length !== count) known = finding.replicates(count);
    return known;
  };
  return { ...finding, replicates };
}

function estimateFrom(
  method: string,
  finding: PriorFinding,
  problem: PriorProblem,
  bootstrap: number,
  level: number,
): PriorEstimate {
  const { raw } = finding;
  const value = clip(raw);
  const clipped = value !== raw;
  const usual = problem.refits ? "refitted" : "fixed-scores";
  const interval = bootstrap === 0 ? "none" : (finding.interval ?? usual);
  const replicates = bootstrap === 0 ? Float64Array.of(LEAST_PRIOR, GREATEST_PRIOR) : finding.replicates(bootstrap);
  const tail = bootstrap === 0 ? 0 : (1 - level) / 2;
  const low = Math.min(value, clip(quantile(replicates, tail)));
  const high = Math.max(value, clip(quantile(replicates, 1 - tail)));
  const warnings = [...(finding.warnings ?? []), ...commonWarnings(problem, raw, clipped)];
  if (interval !== "none" && high - low > WIDE) warnings.push(wideWarning(low, high));
  return { method, value, raw, clipped, low, high, level, interval, warnings };
}

function clip(value: number): number {
  return Math.min(GREATEST_PRIOR, Math.max(LEAST_PRIOR, value));
}

function commonWarnings(problem: PriorProblem, raw: number, clipped: boolean): Note[] {
  const notes: Note[] = [];
  if (clipped) {
    const limit = raw < LEAST_PRIOR ? LEAST_PRIOR : GREATEST_PRIOR;
    const found = Number(raw.toPrecision(3));
    const outside = raw > 0 && raw < 1 ? `${found} is at the edge of (0, 1)` : `${found} lies outside (0, 1)`;
    notes.push({
      code: "prior-clipped",
      message: `the estimated prior ${outside} and was set to ${limit}. Give the prior if you know it, review a random sample of the unlabeled bags, or choose another estimator.`,
    });
  }
  if (problem.folds < 2) {
    notes.push({
      code: "prior-not-held-out",
      message:
        "with only one positive or one unlabeled bag, none can be held out, so the prior is estimated from the bags of the fit itself. Give the prior, or more bags.",
    });
  }
  return notes;
}

function wideWarning(low: number, high: number): Note {
  return {
    code: "prior-uncertain",
    message: `the data say little about the prior: it may be anything from ${low.toFixed(2)} to ${high.toFixed(2)}. Say what you know about it, or review a random sample of the unlabeled bags.`,
  };
}
