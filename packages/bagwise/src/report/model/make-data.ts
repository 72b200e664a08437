import type { BagSet } from "../../bags/bag-set.js";
import { contentHash } from "../../bags/content-hash.js";
import type { Note } from "../../base/note.js";
import { evaluateHeldOut } from "../../evaluation/held-out/evaluate-held-out.js";
import { sensitivity } from "../../evaluation/held-out/sensitivity.js";
import type { Model, ModelCard } from "../../model/model.js";
import { type EvaluationPrior, priorOf, statedPrior } from "../../prior/belief/used-prior.js";
import { puCurves } from "../../scores/gain-curves.js";
import { usualBootstrap } from "../../scores/pu-measures.js";
import type { MapKind, ModelReportData, ReportPrior, ReportSources } from "./data.js";
import { topBagsData } from "./top-bags-data.js";

/** What a report of a model needs besides the model. */
export interface ModelReportOptions {
  /** Where elements are made: a browser's own, or one of linkedom. Nothing is added to it. */
  readonly document: Document;
  /**
   * The bags that the model was trained on, or new ones, for the likeliest bags and the map.
   * Default none.
   */
  readonly bags?: BagSet | undefined;
  /** The `contentHash` of the bags, if you have it already. Default: computed. */
  readonly dataHash?: string | undefined;
  /** The heading. Default names the learner. */
  readonly title?: string | undefined;
  /** A share such as 0.3, or a range such as "0.1..0.4", instead of the model's own prior. */
  readonly prior?: number | string | undefined;
  /** So many of the likeliest unlabeled bags are shown. Default 10. */
  readonly top?: number | undefined;
  /** Default "pca". */
  readonly map?: MapKind | undefined;
  /** Of the bootstrap and the map. Default 0. */
  readonly seed?: number | undefined;
  /**
   * Bootstrap samples for bands and intervals; 0 leaves them out. Default `usualBootstrap`, as for
   * `train` and `evaluate`, so that all three print the same numbers.
   */
  readonly bootstrap?: number | undefined;
  /** What the caller has to warn of, besides the notes of the model. */
  readonly notes?: readonly Note[] | undefined;
  readonly sources?: Partial<ReportSources> | undefined;
  /** Called after each of the steps. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const DEFAULTS = { top: 10, map: "pca", seed: 0 } as const;

/** So many calls of `step` does `makeReportData` make. */
export const DATA_STEPS = 3;

/** Computes all that the page shows. The bootstrap costs most. */
export async function makeReportData(
  model: Model,
  options: ModelReportOptions,
  step: () => void,
): Promise<ModelReportData> {
  const { card, heldOut, threshold } = model;
  const { document, bags = null, top = DEFAULTS.top, map = DEFAULTS.map } = options;
  const { seed = DEFAULTS.seed, bootstrap = heldOut === null ? 0 : usualBootstrap(heldOut) } = options;
  const used = priorFor(model, options.prior);
  const resampling = { bootstrap, seed };
  const dataHash = bags === null ? null : (options.dataHash ?? (await contentHash(bags)));
  const evaluation =
    heldOut === null || used === null
      ? null
      : evaluateHeldOut(heldOut, { prior: used.evaluated, threshold, ...resampling });
  step();
  const curves =
    heldOut === null || used === null
      ? null
      : puCurves(heldOut, { prior: used.evaluated.value, belief: used.evaluated.belief, ...resampling });
  step();
  const topBags = bags === null ? null : await topBagsData(model, bags, { top });
  step();
  const all = [...card.notes, ...(evaluation?.notes ?? []), ...(options.notes ?? [])];
  return {
    document,
    model,
    card,
    heldOut,
    bags,
    dataHash,
    trainedOn: dataHash !== null && dataHash === card.training.dataHash,
    prior: used?.shown ?? null,
    threshold,
    measures: evaluation?.measures ?? null,
    expected: evaluation?.top ?? [],
    curves,
    sensitivity:
      evaluation?.sensitivity ??
      (heldOut === null ? [] : sensitivity(heldOut, { priors: ANY_PRIORS, threshold, ...resampling })),
    top: topBags,
    notes: all.filter(({ message }, k) => all.findIndex((other) => other.message === message) === k),
    map,
    seed,
    bootstrap,
    sources: { model: null, data: null, reading: [], commands: [], ...options.sources },
  };
}

/** Where nobody knows the prior, measures are shown for all of these. */
const ANY_PRIORS: readonly number[] = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);

/**
 * The prior to show, and the one that measures and their intervals are made with; null when nobody
 * knows one.
 */
function priorFor(
  { card, heldOut }: Model,
  stated: number | string | undefined,
): { shown: ReportPrior; evaluated: EvaluationPrior } | null {
  if (stated !== undefined) {
    const { positive, unlabeled, negative = 0 } = card.training;
    const labelled = heldOut?.scenario === "single-set" ? positive / (positive + unlabeled + negative) : 0;
    const evaluated = statedPrior(stated, { believed: card.prior?.belief, labelled });
    return { shown: { belief: null, ...evaluated, source: "given for this report" }, evaluated };
  }
  if (card.prior === null) return null;
  const { value, low, high, belief = null } = card.prior;
  // An estimate with an interval is evaluated with a distribution made from the two, but shown as
  // it is.
  return { shown: { value, low, high, belief, source: sourceOf(card.prior) }, evaluated: priorOf(card.prior) };
}

function sourceOf({ method, belief }: NonNullable<ModelCard["prior"]>): string {
  if (method === "given") return "as given";
  if (method === "audit") return "from the audit";
  if (belief === undefined) return `estimated by ${method}`;
  return method === "no evidence" ? "a guess, because the data tell nothing" : `from ${method}`;
}
