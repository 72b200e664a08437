import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import type { Model, ModelCard } from "@bagwise/core/model";
import type { BagScores, PuCurves, PuMeasures, TopK } from "@bagwise/core/scores";
import type { ReportPrior } from "../figures/prior-belief.js";
import type { PriorSetting } from "../figures/sensitivity.js";
import type { BagTableData } from "./bag-table.js";
import type { TopBag } from "./top-bags-data.js";

/** Where the inputs came from. Paths appear only in the section `run`. */
export interface ReportSources {
  readonly model: string | null;
  readonly data: string | null;
  /** Notes from reading the data. */
  readonly reading: readonly Note[];
  /** The commands that reproduce the model and the report, in order. */
  readonly commands: readonly string[];
}

/** How the bags on the map are placed. */
export type MapKind = "pca" | "umap" | "none";

/** What the sections of a model report are made from, each from this alone. */
export interface ModelReportData {
  /** Used to create elements. Nothing is added to it. */
  readonly document: Document;
  readonly model: Model;
  readonly card: ModelCard;
  /** Null if the model has no held-out scores. */
  readonly heldOut: BagScores | null;
  /** The bags of `--data`. Null if not given. */
  readonly bags: BagSet | null;
  /** Whether `bags` are the training bags, by their content hash. False without bags. */
  readonly trainedOn: boolean;
  /** The content hash of `bags`. Null without bags. */
  readonly dataHash: string | null;
  /** Null if neither the model nor the reader gives one. */
  readonly prior: ReportPrior | null;
  readonly threshold: number;
  /** At the threshold, from held-out bags and the prior. Null if one of them is missing. */
  readonly measures: PuMeasures | null;
  /** Positives expected among the highest unlabeled bags. Empty if `measures` is null. */
  readonly expected: readonly TopK[];
  /** Null if `measures` is null. */
  readonly curves: PuCurves | null;
  /** Measures for a range of priors, ascending. Empty without held-out bags. */
  readonly sensitivity: readonly PriorSetting[];
  /** The most likely unlabeled bags with their explanations. Null without bags. */
  readonly top: readonly TopBag[] | null;
  /** Every bag. Null without bags. */
  readonly table: BagTableData | null;
  /** Whether nothing is known to tell the bags apart, so that probabilities would only pretend to. */
  readonly useless: boolean;
  /** The notes from the card, the evaluation and the caller, without duplicates. */
  readonly notes: readonly Note[];
  readonly map: MapKind;
  readonly seed: number;
  readonly bootstrap: number;
  readonly sources: ReportSources;
}

/** The last part of a path, on any system. Null for none, and for standard input. */
export function fileName(path: string | null): string | null {
  return path === null || path === "-" ? null : path.replace(/^.*[\\/](?=.)/, "");
}
