import type { BagSet } from "@bagwise/core/bags";
import type { Note } from "@bagwise/core/base";
import { commandOf } from "./report/reproduce.js";
import type { OtherRun, RunInfo } from "./report/run-info.js";
import type { MarkdownOptions } from "./tables/markdown.js";
import type { AnyRecord, RunTrialOptions, TrialTiming } from "./trials/trial.js";

/** The files of an experiment with its results. A comparison has names of its own for its tables. */
export const RESULT_FILES = {
  report: "report.html",
  markdown: "table.md",
  latex: "table.tex",
  csv: "table.csv",
  compareMarkdown: "compare.md",
  compareCells: "cells.csv",
} as const;

/** What the trials of every experiment say. */
export interface AnySpec {
  /** The kind of experiment. */
  readonly experiment: string;
  /** The data set; of bags that are drawn fresh, what is drawn. */
  readonly dataset: string;
  readonly method: string;
}

/** What is run, and what a journal and a report say of it. */
export interface Planned<S extends AnySpec> {
  /** At least one trial, in the order of the results. */
  readonly specs: readonly S[];
  /** The options that are the same in every trial, such as the seed. */
  readonly common: Readonly<Record<string, number | string | null>>;
  /** All options with their values, by the names of the flags. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  /** What you should know before the first trial. */
  readonly notes: readonly Note[];
}

type ResultTexts = Readonly<Record<string, string>>;

/** What the files of results are made with, besides the summary. */
export interface Finished<G, T> {
  readonly grid: G;
  readonly run: RunInfo;
  /** Where elements are made: a browser's own, or one of linkedom. */
  readonly document: Document;
  /** Finished experiments for the same report, where it shows others. */
  readonly also: readonly OtherRun<T>[];
}

/**
 * A kind of experiment, as one description: who runs experiments needs nothing else of it. `O` are its options, `G` the
 * same checked, `D` what it knows of a data set, `R` a finished trial, `T` the summary.
 */
export interface Experiment<O, G, D, R extends AnyRecord<AnySpec>, T> {
  /** As in `bagwise experiment NAME`. */
  readonly name: string;
  /** Threads unless asked. Default as many as the machine runs at once. */
  readonly workers?: number;
  /** The options with defaults. Throws an InputError that names the one that does not fit. */
  checked(options: O): G;
  /** The trials on these data. `chosen`: options that say which data these are. */
  planned(grid: G, data: readonly D[], chosen: Readonly<Record<string, unknown>>): Planned<R["spec"]>;
  /** Runs a trial; `bags` are undefined for a data set that is drawn fresh. The same bits anywhere. Rejects on abort. */
  trial(
    bags: BagSet | undefined,
    spec: R["spec"],
    options?: RunTrialOptions,
  ): Promise<{ readonly result: R["result"]; readonly timing: Omit<TrialTiming, "id"> }>;
  /** The name of what a trial shares with others, which then run after each other. Default nothing. */
  together?(spec: R["spec"]): string;
  /** Which trial it is, in words. */
  said(spec: R["spec"]): string;
  /** What all trials come to. */
  summary(records: readonly R[], context: { grid: G; data: readonly D[]; timings: readonly TrialTiming[] }): T;
  /** Tables and report by the name of the file; but for times, the same bytes in every run. */
  files(summary: T, finished: Finished<G, T>): Promise<ResultTexts> | ResultTexts;
}

/** Where tables come from, for those in Markdown. */
export function originOf(run: RunInfo): MarkdownOptions {
  const hashes = Object.fromEntries(run.data.map(({ name, hash }) => [name, hash]));
  return { version: run.version, command: commandOf(run), hashes, notes: run.notes };
}

/** The bags of a trial whose data set is a file. */
export function bagsOfFile(bags: BagSet | undefined, { dataset }: AnySpec): BagSet {
  if (bags === undefined) throw new Error(`there are no bags for ${dataset}`);
  return bags;
}
