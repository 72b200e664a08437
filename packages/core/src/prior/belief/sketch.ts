import { badOption } from "../../base/option.js";
import { BELIEF_STEP, type PriorBelief } from "../../scores/prior-belief.js";
import { describeBelief } from "./summary.js";

const BLOCKS = " ▁▂▃▄▅▆▇█";

/**
 * The belief as lines of text: the density from 0 to 1 as blocks, below it the 90 % interval with
 * the mean, and then the axis. The highest column is full, and columns with visible weight show at
 * least a sliver. `width` (default 40, from 10 to 200) and `height` (default 3, from 1 to 20) are
 * in characters. Lines have no trailing blanks.
 */
export function sketchBelief(
  belief: PriorBelief,
  { width = 40, height = 3 }: { width?: number; height?: number } = {},
): string[] {
  if (!(Number.isInteger(width) && width >= 10 && width <= 200))
    throw badOption("width", width, "a whole number from 10 to 200");
  if (!(Number.isInteger(height) && height >= 1 && height <= 20))
    throw badOption("height", height, "a whole number from 1 to 20");
  const heights = columns(belief, width);
  const most = Math.max(...heights);
  const rows = Array.from({ length: height }, (_, row) => {
    const base = (height - 1 - row) * 8;
    return heights.map((each) => BLOCKS[Math.min(8, Math.max(0, eighths(each / most, height) - base))]).join("");
  });
  return [...rows, interval(belief, width), axis(width)].map((line) => line.trimEnd());
}

/** The weight in each column. A grid cell that spans two columns is split. */
function columns({ points, weights }: PriorBelief, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  const cell = points.length === 1 ? 0 : BELIEF_STEP;
  points.forEach((pi, i) => {
    const first = (pi - cell / 2) * width;
    const last = (pi + cell / 2) * width;
    for (let c = columnAt(pi - cell / 2, width); c <= columnAt(pi + cell / 2, width); c++) {
      const share = last > first ? Math.max(0, Math.min(last, c + 1) - Math.max(first, c)) / (last - first) : 1;
      sums[c] += weights[i] * share;
    }
  });
  return sums;
}

/** Below a thousandth of the highest column nothing is drawn. */
function eighths(share: number, height: number): number {
  return share < 1e-3 ? 0 : Math.max(1, Math.round(share * height * 8));
}

function interval(belief: PriorBelief, width: number): string {
  const { low, mean, high } = describeBelief(belief);
  const [first, middle, last] = [low, mean, high].map((pi) => columnAt(pi, width));
  return Array.from({ length: width }, (_, c) =>
    c === middle ? "●" : c === first ? "├" : c === last ? "┤" : c > first && c < last ? "─" : " ",
  ).join("");
}

/** Each number starts in its column, except 1, which ends in the last one. */
function axis(width: number): string {
  const half = Math.floor(width / 2);
  return `0${" ".repeat(half - 1)}0.5${" ".repeat(width - half - 4)}1`;
}

function columnAt(pi: number, width: number): number {
  return Math.min(width - 1, Math.max(0, Math.floor(pi * width)));
}
