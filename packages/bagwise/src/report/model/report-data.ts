import type { BagSet } from "../../bags/bag-set.js";
import type { Note } from "../../base/note.js";
import type { Model, ModelCard } from "../../model/model.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { PuCurves } from "../../scores/gain-curves.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import type { PuMeasures } from "../../scores/pu-measures.js";
import type { TopK } from "../../scores/top-k.js";
import type { PriorSetting } from "../figures/sensitivity.js";
import type { TopBag } from "./top-bags-data.js";

/**
 * The prior that the report reckons with: that of the model, or one that the reader gave for it.
 */
export interface ReportPrior {
  readonly value: number;
  /** The 90 % interval; both are the value where it is given exactly. */
  readonly low: number;
  readonly high: number;
  /** The whole distribution, where there is one. */
  readonly belief: PriorBelief | null;
  /**
   * How it came about, to stand after "prior": "given", "estimated by km2", "given for this
   * report".
   */
  readonly source: string;
}

/** Where things came from, as a person wrote it. Paths stand only in the section `run`. */
export interface ReportSources {
  readonly model: string | null;
  readonly data: string | null;
  /** What was noticed while the data were read. */
  readonly reading: readonly Note[];
  /** The command lines that make model and report again, in their order. */
  readonly commands: readonly string[];
}

/** How the bags of the map are laid out. */
export type MapKind = "pca" | "umap" | "none";

/**
 * All that the sections of a model's report are made of. Sections are functions of this and of
 * nothing else.
 */
export interface ModelReportData {
  /** Where elements are made. Nothing is added to it. */
  readonly document: Document;
  readonly model: Model;
  readonly card: ModelCard;
  /** Null where the model holds no scores of held-out bags. */
  readonly heldOut: BagScores | null;
  /** The bags of `--data`; null without. */
  readonly bags: BagSet | null;
  /**
   * Whether `bags` are those the model was trained on, by the hash of their content; false without
   * bags.
   */
  readonly trainedOn: boolean;
  /** The hash of the content of `bags`; null without. */
  readonly dataHash: string | null;
  /** Null when neither the model nor the reader knows one. */
  readonly prior: ReportPrior | null;
  /** The threshold of the model. */
  readonly threshold: number;
  /** At the threshold, from held-out bags and the prior; null where one of them is missing. */
  readonly measures: PuMeasures | null;
  /**
   * Positives expected among the unlabeled bags of the highest scores; empty as `measures` is null.
   */
  readonly expected: readonly TopK[];
  /** Null as `measures`. */
  readonly curves: PuCurves | null;
  /** Measures at a range of priors, ascending; empty without held-out bags. */
  readonly sensitivity: readonly PriorSetting[];
  /** The likeliest unlabeled bags with their explanations; null without bags. */
  readonly top: readonly TopBag[] | null;
  /** What the card, the evaluation and the caller have to say, each message once. */
  readonly notes: readonly Note[];
  readonly map: MapKind;
  readonly seed: number;
  readonly bootstrap: number;
  readonly sources: ReportSources;
}
