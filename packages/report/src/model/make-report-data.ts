import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import {
  evaluateHeldOut,
  knownMeasures,
  matchTraining,
  sensitivity,
  separates,
  type TrainingMatch,
} from "@bagwise/core/judge";
import type { Model, ModelCard } from "@bagwise/core/model";
import { type EvaluationPrior, priorFor } from "@bagwise/core/prior";
import { allKnown, asSample, puCurves, usualBootstrap } from "@bagwise/core/scores";
import type { ReportPrior } from "../figures/prior-belief.js";
import type { PictureOf } from "./bag-picture.js";
import { moleculePictures } from "./bag-picture.js";
import { bagTableData } from "./bag-table.js";
import type { MapKind, ModelReportData, ReportSources } from "./report-data.js";
import { topBagsData } from "./top-bags-data.js";

export interface ModelReportOptions {
  /** The browser's document, or one from linkedom. Nothing is added to it. */
  readonly document: Document;
  /** For the list of the most likely bags and the map. Default none. */
  readonly bags?: BagSet | undefined;
  /** What the model has seen of the bags, if you already know. Default: it is determined. */
  readonly match?: TrainingMatch | undefined;
  /** The heading. Default: the name of the file of bags, or else of the model, and what is ranked. */
  readonly title?: string | undefined;
  /** A share such as 0.3, or a range such as "0.1..0.4", instead of the model's own prior. */
  readonly prior?: number | string | undefined;
  /** The number of the most likely unlabeled bags to show. Default 10. */
  readonly top?: number | undefined;
  /** Draws the bags of that list. Default: molecules are drawn, other bags are not. */
  readonly pictureOf?: PictureOf | undefined;
  /** Default "pca". */
  readonly map?: MapKind | undefined;
  /** The seed for the bootstrap and the map. Default 0. */
  readonly seed?: number | undefined;
  /** Bootstrap samples for bands and intervals; 0 for none. Default as `train` and `evaluate`. */
  readonly bootstrap?: number | undefined;
  /** Your own warnings, in addition to the notes of the model. */
  readonly notes?: readonly Note[] | undefined;
  readonly sources?: Partial<ReportSources> | undefined;
  /** Called after each step. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const DEFAULTS = { top: 10, map: "pca", seed: 0 } as const;

/** The number of times that `makeReportData` calls `step`. */
export const DATA_STEPS = 3;

/** Computes everything that the page shows. The bootstrap takes most of the time. */
export async function makeReportData(
  model: Model,
  options: ModelReportOptions,
  step: () => void,
): Promise<ModelReportData> {
  const { card, threshold } = model;
  const heldOut = model.heldOut && asSample(model.heldOut);
  const { document, bags = null, top = DEFAULTS.top, map = DEFAULTS.map } = options;
  const { seed = DEFAULTS.seed, bootstrap = heldOut === null ? 0 : usualBootstrap(heldOut) } = options;
  // What follows from known labels is counted; nothing depends on a prior.
  const known = heldOut !== null && allKnown(heldOut);
  const prior = reportPrior(model, options.prior);
  const used = known ? null : prior;
  const resampling = { bootstrap, seed };
  const match = bags === null ? null : (options.match ?? (await matchTraining(model, bags)));
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
  const pictureOf = options.pictureOf ?? (bags === null ? undefined : await moleculePictures(bags));
  const topBags = bags === null ? null : await topBagsData(model, bags, { top, pictureOf });
  const useless = !separates(card);
  const table = bags === null ? null : await bagTableData(model, bags, { probabilities: !useless });
  step();
  const all = [...card.notes, ...(evaluation?.notes ?? []), ...(options.notes ?? [])];
  return {
    document,
    model,
    card,
    heldOut,
    bags,
    dataHash: match?.dataHash ?? null,
    trainedOn: match?.exact ?? false,
    prior: used?.shown ?? null,
    threshold,
    measures: known ? knownMeasures(heldOut, { threshold, ...resampling }) : (evaluation?.measures ?? null),
    expected: evaluation?.top ?? [],
    curves,
    sensitivity:
      evaluation?.sensitivity ??
      (heldOut === null || known ? [] : sensitivity(heldOut, { priors: ANY_PRIORS, threshold, ...resampling })),
    top: topBags,
    table,
    useless,
    notes: all.filter(({ message }, k) => all.findIndex((other) => other.message === message) === k),
    map,
    seed,
    bootstrap,
    sources: { model: null, data: null, reading: [], commands: [], ...options.sources },
  };
}

/** If the prior is unknown, measures are shown for all of these. */
const ANY_PRIORS: readonly number[] = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);

/** The prior to show, and the one used for measures and intervals. Null if there is none. */
function reportPrior(
  { card, heldOut }: Model,
  stated: number | string | undefined,
): { shown: ReportPrior; evaluated: EvaluationPrior } | null {
  const evaluated = priorFor(card, heldOut, stated);
  if (evaluated === null) return null;
  if (stated !== undefined || card.prior === null)
    return { shown: { belief: null, ...evaluated, source: "given for this report" }, evaluated };
  const { value, low, high, belief = null } = card.prior;
  // An estimate with an interval is evaluated with a distribution made from both, but shown as it
  // is.
  return { shown: { value, low, high, belief, source: sourceOf(card.prior) }, evaluated };
}

function sourceOf({ method, belief }: NonNullable<ModelCard["prior"]>): string {
  if (method === "given") return "as given";
  if (method === "audit") return "from the audit";
  if (method === "no evidence") return "a guess, because the data say nothing about it";
  if (belief === undefined) return `estimated by ${method}`;
  return `from ${method}`;
}
