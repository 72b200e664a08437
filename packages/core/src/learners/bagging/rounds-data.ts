import type { BagSet } from "../../bags/bag-set.js";
import { offsetsOf } from "../../bags/offsets-of.js";
import type { Note } from "../../base/note.js";
import { chosenColumns, type Matrix, matrix } from "../../linalg/matrix.js";
import { summaryRows } from "../../scorers/forest/forest-scorer.js";
import type { FittedBags, KnownRows } from "../shared/fitted-bags.js";
import { columnsByName, orderedInstances } from "../shared/ordered-instances.js";
import { thinned } from "../shared/thinned.js";
import type { DrawnFrom } from "./draws.js";

/** Each round leaves out one of so many parts of the bags: enough votes for those, few bags lost. */
const PARTS = 5;

/** Time grows with the instances: so many are trained on. Scoring uses all. */
const MOST_INSTANCES = 20_000;

/** Training bags in the order of their labels, and what is known about them. */
export interface LabelledBags {
  readonly bags: BagSet;
  readonly fitted: FittedBags;
  /** The first bag of the group or cluster of copies that each bag belongs to. */
  readonly together: Uint32Array;
}

/** What rounds look at, and what they draw from. */
export interface RoundsData {
  /** Rows of the fitted bags, with the columns in the order of feature names. */
  readonly x: Matrix;
  /** Fitted bag i owns the rows `offsets[i]` to `offsets[i + 1] - 1` of `x`. */
  readonly offsets: Uint32Array;
  /** The column of a model for each column of `x`. */
  readonly columns: readonly number[];
  readonly drawn: DrawnFrom;
  /** How readily trees try each column of `x`; undefined for all alike. */
  readonly chances?: Float64Array | undefined;
  /** The instances of all bags that were looked at. */
  readonly instances: number;
  readonly notes: readonly Note[];
}

/** How rounds look at bags. */
export interface RoundsOptions {
  readonly on: "bags" | "instances";
  readonly negativeWeight: number;
  readonly seed: number;
  /** See `DrawnFrom`. */
  readonly mostPositives?: number | undefined;
  /** The most instances that rounds on instances are trained on. Default 20,000. */
  readonly mostInstances?: number | undefined;
  /** How readily trees look at each feature (`reliabilityOf`). Default all alike. */
  readonly reliability?: Float64Array | undefined;
}

/**
 * Prepares rounds: instances are sorted by value and features by name, so that the order of a file
 * changes nothing, not even what is drawn.
 */
export function roundsData(
  { bags, fitted, together }: LabelledBags,
  { on, negativeWeight, seed, mostPositives, mostInstances = MOST_INSTANCES, reliability }: RoundsOptions,
): RoundsData {
  const order = Array.from(columnsByName(bags));
  const chosen = fitted.bags === null ? bags : bags.subset(fitted.bags);
  const ofFitted = firstAmong(fitted.bags, together);
  const looked = on === "bags" ? summariesOf(chosen, order) : instancesOf(chosen, order, { most: mostInstances, seed });
  return {
    ...looked,
    chances: reliability && Float64Array.from(looked.columns, (c) => reliability[c % reliability.length]),
    drawn: {
      ...fitted.rows,
      together: ofFitted,
      negativeWeight,
      parts: canLeaveOut(fitted.rows, ofFitted) ? PARTS : 0,
      seed,
      mostPositives,
    },
  };
}

/** What the rounds look at. */
type Looked = Pick<RoundsData, "x" | "offsets" | "columns" | "instances" | "notes">;

function summariesOf(bags: BagSet, order: readonly number[]): Looked {
  const columns = [0, 1, 2].flatMap((part) => order.map((j) => part * order.length + j));
  const offsets = Uint32Array.from({ length: bags.size + 1 }, (_, k) => k);
  return { x: chosenColumns(summaryRows(bags), columns), offsets, columns, instances: bags.instances, notes: [] };
}

function instancesOf(
  bags: BagSet,
  order: readonly number[],
  some: { readonly most: number; readonly seed: number },
): Looked {
  const { bags: few, notes } = thinned(orderedInstances(bags), some);
  const x = chosenColumns(matrix(few.instances, few.dimension, few.toMatrix()), order);
  return { x, offsets: offsetsOf(few), columns: order, instances: few.instances, notes };
}

/** The first fitted bag that is together with each; `bags` are the fitted ones, null for all. */
function firstAmong(bags: Uint32Array | null, together: Uint32Array): Uint32Array {
  if (bags === null) return together;
  const first = new Map<number, number>();
  return bags.map((bag, row) => {
    const found = first.get(together[bag]) ?? row;
    first.set(together[bag], found);
    return found;
  });
}

/** Whether positive and other bags are each in at least two groups or clusters of copies. */
function canLeaveOut({ positive, unlabeled, negative }: KnownRows, together: Uint32Array): boolean {
  const places = (rows: Uint32Array) => new Set(rows.map((row) => together[row])).size;
  return places(positive) >= 2 && places(unlabeled.length > 0 ? unlabeled : negative) >= 2;
}

/** The mean of the bags' means, by feature. */
export function centreOf(bags: BagSet): Float64Array {
  const { data, dimension, size } = bags;
  const centre = new Float64Array(dimension);
  for (let i = 0; i < size; i++) {
    const share = 1 / (size * bags.sizeOf(i));
    const end = (bags.startOf(i) + bags.sizeOf(i)) * dimension;
    for (let at = bags.startOf(i) * dimension; at < end; at++) centre[at % dimension] += share * data[at];
  }
  return centre;
}
