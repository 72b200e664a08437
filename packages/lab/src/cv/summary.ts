import type { CompareData } from "../compare/data.js";
import { groupBy } from "../trials/group-by.js";
import { type CellMeasures, eachMeasure, type Measures, measuresOf, type Spread } from "../trials/spread.js";
import type { CvGrid } from "./plan.js";
import { bestPublished, PUBLISHED_FOLDS, type Published, publishedFor } from "./published.js";
import type { CvRecord } from "./trial.js";

/** A method that is more than this below its published accuracy is marked. */
export const MARGIN = 0.03;
/** A difference of exactly the margin is not marked because of rounding. */
const ROUNDING = 1e-9;

/** All trainings of one method on one data set; spreads are over repeats. */
export interface CvCell extends CellMeasures {
  readonly dataset: string;
  readonly method: string;
  readonly repeats: number;
  readonly trainings: number;
  /** The share of the trainings whose certificate is `solved`. */
  readonly solved: number;
  /** What is published for this method here; null where nothing is. */
  readonly published: Published | null;
  /** The accuracy minus the published one. */
  readonly difference: number | null;
  /** Whether it is more than three points below what is published. */
  readonly below: boolean;
}

/** A data set with the best of ours and the best that is published for any method. */
export interface CvDataSet {
  readonly name: string;
  readonly title: string;
  readonly positive: number;
  readonly negative: number;
  /** The accuracy of always giving the more frequent answer. */
  readonly constantGuess: number;
  /** The first of the methods with the highest mean accuracy. */
  readonly best: { readonly method: string; readonly accuracy: Spread };
  readonly published: Published | null;
  /** The best of ours minus the best published. */
  readonly difference: number | null;
}

/** A cross-validation as tables and figures need it. */
export interface CvSummary extends CvGrid {
  readonly datasets: readonly CvDataSet[];
  /** In order of data set and method. */
  readonly cells: readonly CvCell[];
}

/**
 * The table of a cross-validation from all its trials. What is published is of ten folds, so with
 * another number nothing is compared with it. Costs O(records).
 */
export function summariseCv(
  records: readonly CvRecord[],
  { data, grid }: { readonly data: readonly CompareData[]; readonly grid: CvGrid },
): CvSummary {
  const sets = data.map((each) => {
    const own = records.filter(({ spec }) => spec.dataset === each.name);
    const isPublished = grid.folds === PUBLISHED_FOLDS && each.eta !== null;
    const cells = grid.methods.map((method) =>
      cellOf(
        own.filter(({ spec }) => spec.method === method),
        isPublished ? publishedFor(each.name, method) : null,
      ),
    );
    return { cells, dataset: dataSetOf(each, cells, isPublished ? bestPublished(each.name) : null) };
  });
  return { ...grid, datasets: sets.map(({ dataset }) => dataset), cells: sets.flatMap(({ cells }) => cells) };
}

function cellOf(records: readonly CvRecord[], published: Published | null): CvCell {
  const [{ spec }] = records;
  const repeats = groupBy(records, ({ spec: { repeat } }) => repeat);
  const measures = measuresOf(repeats.map(overFolds));
  const difference = published && measures.accuracy.mean - published.accuracy;
  return {
    dataset: spec.dataset,
    method: spec.method,
    repeats: repeats.length,
    trainings: records.length,
    ...measures,
    solved: records.filter(({ result }) => result.status === "solved").length / records.length,
    published,
    difference,
    below: difference !== null && difference < -MARGIN - ROUNDING,
  };
}

/**
 * The measures of one repeat: means over folds, weighted by their numbers of bags, so that every bag
 * counts once. Scores of different folds come from different models, so AUCs are never pooled.
 */
function overFolds(records: readonly CvRecord[]): Measures<number> {
  const bags = records.reduce((sum, { result }) => sum + result.test, 0);
  return eachMeasure((name) => records.reduce((sum, { result }) => sum + result[name] * result.test, 0) / bags);
}

function dataSetOf(
  { name, title, positive, negative }: CompareData,
  cells: readonly CvCell[],
  published: Published | null,
): CvDataSet {
  const { method, accuracy } = cells.reduce((a, b) => (b.accuracy.mean > a.accuracy.mean ? b : a));
  const constantGuess = Math.max(positive, negative) / (positive + negative);
  const difference = published && accuracy.mean - published.accuracy;
  return { name, title, positive, negative, constantGuess, best: { method, accuracy }, published, difference };
}
