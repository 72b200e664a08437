import { normalQuantile } from "../../../src/statistics/normal-quantile.js";

/** Training bags by their statistics (min.., max.., mean..), and how they are used. */
export interface NaiveInput {
  readonly x: readonly (readonly number[])[];
  readonly centres: readonly number[];
  readonly positive: readonly number[];
  readonly other: readonly number[];
  /** Features that are scaled together. Default none. */
  readonly group?: readonly number[];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const squares = (values: readonly number[], less: number) =>
  sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - less);

function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = p * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

/** Deviations above rounding; 0 for others. */
function spreads(columns: readonly (readonly number[])[]): number[] {
  const d = columns.length / 3;
  return columns.map((column, c) => {
    const size = Math.max(...[...columns[c % d], ...columns[d + (c % d)]].map(Math.abs));
    const deviation = Math.sqrt(squares(column, 0));
    return deviation > 2 ** -26 * size ? deviation : 0;
  });
}

const distance = (a: readonly number[], b: readonly number[]) => sum(a.map((value, j) => (value - b[j]) ** 2));

function cosineView(a: readonly number[], b: readonly number[]): number {
  const [p, q] = [a, b].map((v) => Math.sqrt(sum(v.map((value) => value * value))));
  const cosine = p > 0 && q > 0 ? sum(a.map((value, j) => value * b[j])) / (p * q) : Number(p === q);
  return ((1 + cosine) / 2) ** 2;
}

/**
 * The five views between rows and centres, each apart, by the formulas and nothing else:
 * views[k][i][c].
 */
export function naiveViews(
  { x, centres, positive, other, group = [] }: NaiveInput,
  rows: readonly (readonly number[])[],
) {
  const columns = x[0].map((_, j) => x.map((row) => row[j]));
  const d = columns.length / 3;
  const centre = columns.map(mean);
  const meanOf = (row: readonly number[]) => row.slice(2 * d);
  const z = (values: readonly number[], middle: readonly number[], scale: readonly number[]) =>
    values.map((value, j) => Math.min(5, Math.max(-5, (value - middle[j]) / scale[j])));
  const spread = spreads(columns);
  const commonOf = (part: number) =>
    quantile(
      group.map((j) => spread[part * d + j]).filter((each) => each > 0),
      0.5,
    );
  const grouped = (c: number) => group.includes(c % d);
  const scale = spread.map((each, c) => {
    if (!grouped(c)) return each || 2 ** 1000;
    const common = commonOf(Math.floor(c / d));
    return Math.sqrt((each || common) * common);
  });
  let weight = columns.map((column) => {
    const [p, u] = [positive, other].map((side) => side.map((i) => column[i]));
    if (p.length < 2 || u.length < 2) return 1;
    const t2 = (mean(p) - mean(u)) ** 2 / (squares(p, 1) / p.length + squares(u, 1) / u.length);
    return t2 > 1 ? Math.sqrt(1 - 1 / t2) : 0;
  });
  if (weight.every((value) => value === 0)) weight = weight.map(() => 1);

  const bags = centres.map((i) => x[i]);
  const ranks = (row: readonly number[]) =>
    meanOf(row).map((value, j) => {
      const column = bags.map((bag) => meanOf(bag)[j]);
      const below = column.filter((v) => v < value).length + column.filter((v) => v <= value).length;
      return below / (2 * column.length) - 0.5;
    });
  const half = 0.5 / centres.length;
  const directed = (row: readonly number[]) =>
    ranks(row).map((rank, j) =>
      grouped(j)
        ? z([meanOf(row)[j]], [centre[2 * d + j]], [commonOf(2)])[0]
        : normalQuantile(Math.min(1 - half, Math.max(half, rank + 0.5))),
    );
  const zMean = (row: readonly number[]) => z(meanOf(row), centre.slice(2 * d), scale.slice(2 * d));
  const zAll = (row: readonly number[]) => z(row, centre, scale);
  const zWeighted = (row: readonly number[]) => zAll(row).map((value, j) => value * weight[j]);
  const widths = [zMean, zAll, zWeighted].map((of) => {
    const found = bags.flatMap((a, i) => bags.slice(0, i).map((b) => distance(of(a), of(b))));
    return (found.length > 0 && quantile(found, 0.5)) || 1;
  });
  const table = (value: (a: readonly number[], b: readonly number[]) => number) =>
    rows.map((row) => bags.map((bag) => value(row, bag)));
  const gaussian = (of: (row: readonly number[]) => number[], width: number) =>
    table((a, b) => Math.exp(-distance(of(a), of(b)) / width));
  return {
    widths,
    weight,
    views: [
      table((a, b) => cosineView(directed(a), directed(b))),
      table((a, b) => cosineView(ranks(a), ranks(b))),
      gaussian(zMean, widths[0]),
      gaussian(zAll, widths[1]),
      gaussian(zWeighted, widths[2]),
    ],
  };
}

/** The mean of some of the views, row after row. */
export function meanOfViews(views: readonly (readonly (readonly number[])[])[]): number[] {
  return views[0].flatMap((row, i) => row.map((_, c) => mean(views.map((view) => view[i][c]))));
}
