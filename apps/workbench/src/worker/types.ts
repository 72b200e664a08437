/** What goes between the page and the worker. Plain data. */

import type { AuditDesign } from "@bagwise/core/audit";
import type { BagSummary, Label } from "@bagwise/core/bags";
import type { Note, OptionDescription } from "@bagwise/core/base";
import type { WeakPoint } from "@bagwise/core/judge";
import type { GivenAnswer, Round, SettledBag } from "@bagwise/core/review";
import type { Problem, SurveyedColumn } from "@bagwise/files";
import type { BagPicture } from "@bagwise/report";

/** How a file is read: options of `readBags` that are plain data. */
export type Reading = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A photo, by its path beside the file that names it, or within its folder. */
export interface GivenPhoto {
  readonly path: string;
  readonly blob: Blob;
}

/** A file with how to read it. */
export interface GivenFile {
  /** Empty for a folder of photos, which are then the bags. */
  readonly blob: Blob;
  readonly name: string;
  readonly reading: Reading;
  /** The photos that the file names, or those of the folder. */
  readonly photos?: readonly GivenPhoto[] | undefined;
}

/** What an error says, without a stack. */
export interface EngineTrouble {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** The first look at a file. */
export interface Preview {
  /** The columns as the file has them, and its first rows. Null for formats without named columns. */
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | null;
  readonly columns: readonly SurveyedColumn[];
  readonly problems: readonly Problem[];
  readonly rowNoun: "line" | "row";
  readonly notes: readonly Note[];
  /** Why it cannot be read; null if it can. */
  readonly trouble: EngineTrouble | null;
  /** What to add to the reading so that it can be read; null if nothing helps. */
  readonly suggested: Reading | null;
  readonly summary: BagSummary | null;
  /** What the encoder makes bags of: texts, molecules ... Null if rows are instances. */
  readonly encoder: string | null;
  /** The columns that the encoder reads. */
  readonly encoded: readonly string[];
}

/** The bags of a file. */
export interface OpenedBags {
  readonly hash: string;
  readonly ids: readonly string[];
  readonly labels: readonly Label[];
  /** The first bag of the family of copies of each bag. */
  readonly copies: Uint32Array;
  readonly summary: BagSummary;
  readonly features: readonly string[];
  readonly encoder: string | null;
  readonly notes: readonly Note[];
}

/** How much a word or feature speaks for positive. */
export interface Reason {
  readonly name: string;
  readonly effect: number;
  /** The value, and how it compares with the other instances; empty for words. */
  readonly value: string;
}

/** A bag to look at. */
export interface BagView {
  readonly index: number;
  readonly id: string;
  readonly label: Label;
  readonly size: number;
  /** What an instance is called: passage, conformer, region, instance. */
  readonly noun: string;
  /** The passages of a text in order. Weight from -1 to 1: 1 for what speaks most for positive. */
  readonly passages: readonly { readonly text: string; readonly weight: number }[] | null;
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  /** A drawing as SVG, made by the library. */
  readonly drawing: string | null;
  /** A photo with the region that is the witness. */
  readonly picture: BagPicture | null;
  readonly instances: {
    readonly features: readonly string[];
    readonly rows: readonly { readonly name: string; readonly weight: number; readonly values: readonly number[] }[];
    /** How many more there are. */
    readonly more: number;
  } | null;
  /** The instance that speaks most for positive; null before anything is learned. */
  readonly witness: { readonly instance: number; readonly name: string; readonly tied: boolean } | null;
  readonly reasons: readonly Reason[];
}

/** The next round of a review, and how far it is. */
export interface Ranked extends Omit<Round, "ranking"> {
  /** The learner's scores; null without a positive bag to learn from. */
  readonly scores: Float64Array | null;
  readonly milliseconds: number;
}

/** How to train. */
export interface TrainRequest {
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Answers that count as labels; none for the labels of the file alone. */
  readonly answers: readonly GivenAnswer[];
}

export interface Trained {
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/** A trained model, in the numbers that are shown. */
export interface ModelView {
  readonly prior: {
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly method: string;
  } | null;
  readonly measures: readonly {
    readonly name: string;
    readonly value: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** What the lower ends of these intervals leave open. */
  readonly weak: readonly WeakPoint[];
  /** Whether something is known to separate the bags. */
  readonly separates: boolean;
  readonly notes: readonly Note[];
  readonly threshold: number;
  readonly thresholdReason: string | null;
  /** By bag. */
  readonly scores: Float64Array;
  /** NaN without calibration. */
  readonly probabilities: Float64Array;
}

/** How the list of results is sorted and filtered. */
export interface ListRequest {
  readonly sort: "score" | "bag";
  readonly down: boolean;
  readonly search: string;
  readonly show: "all" | "open" | "positive" | "negative";
  readonly settled: readonly SettledBag[];
}

/** What follows from a prior. */
export interface PriorOutlook {
  readonly prior: number;
  /** Expected positives among the unlabeled bags. */
  readonly positives: number;
  readonly unlabeled: number;
  readonly precision: number | null;
  /** Expected positives among so many bags from the top. */
  readonly top: readonly { readonly k: number; readonly found: number }[];
  readonly trouble: EngineTrouble | null;
}

/** Bags in the plane. */
export interface MapView {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly index: Uint32Array;
  readonly explained: readonly number[];
  readonly bags: number;
}

/** A learner for the form of settings. */
export interface LearnerView {
  readonly name: string;
  readonly label: string;
  readonly title: string;
  readonly help: string;
  readonly when: string;
  readonly usual: boolean;
  readonly learnsFrom: string;
  readonly options: readonly OptionDescription[];
}

/** A file to download. */
export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A random sample of bags to judge without the queue. */
export interface AuditView {
  /** What the answers are judged by. Plain data, without any answer. */
  readonly design: AuditDesign;
  /** By it `bagwise audit` knows the model and the bags. */
  readonly code: string;
}

export interface AuditResult {
  readonly reviewed: number;
  readonly positive: number;
  readonly level: number;
  readonly measures: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly low: number;
    readonly high: number;
  }[];
  readonly notes: readonly Note[];
}
