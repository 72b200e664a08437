/** The fold of each row, from 0. Rows of any other number are never held out. */
interface RowFolds {
  readonly of: ArrayLike<number>;
  readonly folds: number;
}

/** The fits that judge settings without a fold. */
interface PairFits {
  /**
   * For every setting, values of the rows of these two folds by a fit that has seen neither. Values of other rows do
   * not count. Undefined if too few bags would be left to train on.
   */
  pair(a: number, b: number): Promise<readonly Float64Array[] | undefined>;
  /** The risk of a setting by the values of these rows alone, some of which are of positive bags and some are not. */
  risk(values: Float64Array, rows: Uint32Array): number;
  /** Whether a row is of a positive bag. */
  positive(row: number): boolean;
}

/** Each fold is paired with so many that come before it, in a ring, and as many after it. */
const REACH = 2;

/**
 * Pairs of folds, each once: every fold with the `reach` next ones. All pairs of up to 5 folds by default, and never
 * more than twice the number of folds.
 */
export function foldPairs(folds: number, reach = REACH): readonly (readonly [number, number])[] {
  const pairs = new Map<number, readonly [number, number]>();
  for (let a = 0; a < folds; a++)
    for (let step = 1; step <= Math.min(reach, folds - 1); step++) {
      const b = (a + step) % folds;
      const [first, second] = a < b ? [a, b] : [b, a];
      pairs.set(first * folds + second, [first, second]);
    }
  return [...pairs.values()];
}

/**
 * For every fold, the risk of each setting as bags of the other folds tell it, by fits without it: what would be
 * known had it never been there. A fit without two folds serves both, so this costs two fits for each setting and
 * fold. Empty for a fold that no pair could judge.
 */
export async function risksWithout({ of, folds }: RowFolds, { pair, risk, positive }: PairFits): Promise<number[][]> {
  const rowsWhere = (chosen: (fold: number) => boolean) =>
    Uint32Array.from({ length: of.length }, (_, row) => row).filter((row) => chosen(of[row]));
  const both = (rows: Uint32Array) => rows.some(positive) && !rows.every(positive);
  const found: { values: Float64Array[]; judged: Set<number> }[] = Array.from({ length: folds }, () => ({
    values: [],
    judged: new Set(),
  }));
  for (const [a, b] of foldPairs(folds)) {
    const values = both(rowsWhere((fold) => fold !== a && fold !== b)) ? await pair(a, b) : undefined;
    if (values === undefined) continue;
    for (const [without, judged] of [
      [a, b],
      [b, a],
    ]) {
      const own = found[without];
      own.judged.add(judged);
      for (const [s, each] of values.entries()) {
        own.values[s] ??= new Float64Array(of.length);
        for (let row = 0; row < of.length; row++) if (of[row] === judged) own.values[s][row] = each[row];
      }
    }
  }
  return found.map(({ values, judged }) => {
    const rows = rowsWhere((fold) => judged.has(fold));
    return both(rows) ? values.map((each) => risk(each, rows)) : [];
  });
}

/** The number of the least risk, the first of equals; 0 of none. */
export function leastOf(risks: readonly number[]): number {
  return risks.reduce((least, risk, s) => (risk < risks[least] ? s : least), 0);
}

/**
 * Held-out values that did not help to choose: each row has its value by the setting `without[fold]`, which the rows
 * of other folds chose. The best of many settings on some rows is too good there, by chance alone: on labels
 * without any meaning, the area under the curve of LSDD was .60. Settings have their own scales, so values are
 * brought to that of the setting `chosen` for all: by a factor, which leaves 0 where it is. Rows whose value by a
 * setting is NaN do not count for it. A fold that chose nothing has the first setting.
 */
export function nestedValues(
  { of, folds }: RowFolds,
  values: readonly Float64Array[],
  { chosen, without }: { readonly chosen: number; readonly without: readonly number[] },
): Float64Array {
  const factors = Array.from({ length: folds }, (_, fold) => {
    const [own, other] = [values[chosen], values[without[fold]]];
    let [size, otherSize] = [0, 0];
    for (let row = 0; row < own.length; row++) {
      if (!(of[row] >= 0) || Number.isNaN(own[row]) || Number.isNaN(other[row])) continue;
      size += own[row] ** 2;
      otherSize += other[row] ** 2;
    }
    const factor = Math.sqrt(size / otherSize);
    return Number.isFinite(factor) && factor > 0 ? factor : 1;
  });
  return Float64Array.from(values[chosen], (own, row) =>
    of[row] >= 0 ? values[without[of[row]]][row] * factors[of[row]] : own,
  );
}
