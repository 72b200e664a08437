import type { Extremes, Others } from "../../kernels/statistic/leave-one-out.js";
import type { BagRows } from "../../kernels/statistic/statistic.js";

/** Vectors that differ from a base: vector r at `offsets[r]` to `offsets[r + 1] - 1`. */
export interface Changes {
  readonly base: Float64Array;
  readonly offsets: Uint32Array;
  readonly columns: Uint32Array;
  /** The new numbers. */
  readonly values: Float64Array;
}

/** The minima or the maxima of a bag: who alone holds each, and what it is without the holder. */
export interface Held {
  readonly holder: Int32Array;
  readonly next: Float64Array;
}

/** The minima, then the maxima. */
export function minimaxOf({ lowHolder, highHolder, lowNext, highNext }: Extremes): readonly Held[] {
  return [
    { holder: lowHolder, next: lowNext },
    { holder: highHolder, next: highNext },
  ];
}

/**
 * How the extremes of a bag, one kind after the other, change without each of these instances: only
 * where it alone holds one, so at most once per feature and kind. The base may be longer than the
 * extremes.
 */
export function changesWithout(
  kinds: readonly Held[],
  instances: ArrayLike<number>,
  size: number,
  base: Float64Array,
): Changes {
  const width = kinds[0].holder.length;
  const place = new Int32Array(size).fill(-1);
  for (let r = 0; r < instances.length; r++) place[instances[r]] = r;
  const offsets = new Uint32Array(instances.length + 1);
  for (const { holder } of kinds)
    for (let j = 0; j < width; j++) if (holder[j] >= 0 && place[holder[j]] >= 0) offsets[place[holder[j]] + 1]++;
  for (let r = 0; r < instances.length; r++) offsets[r + 1] += offsets[r];
  const next = offsets.slice();
  const columns = new Uint32Array(offsets[instances.length]);
  const values = new Float64Array(columns.length);
  const put = (holder: number, column: number, value: number) => {
    if (holder < 0 || place[holder] < 0) return;
    const at = next[place[holder]]++;
    columns[at] = column;
    values[at] = value;
  };
  for (let j = 0; j < width; j++)
    for (const [kind, { holder, next }] of kinds.entries()) put(holder[j], kind * width + j, next[j]);
  return { base, offsets, columns, values };
}

/** The statistic if one instance takes the others' value in one feature. One vector a feature. */
export function changesByFeature(
  parts: readonly string[],
  others: Others,
  base: Float64Array,
  features: readonly number[],
): Changes {
  const width = others.low.length;
  const offsets = new Uint32Array(features.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (const [r, j] of features.entries()) {
    for (const [k, part] of parts.entries()) {
      const value = (part === "min" ? others.low : part === "max" ? others.high : others.mean)[j];
      if (value === base[k * width + j]) continue;
      columns.push(k * width + j);
      values.push(value);
    }
    offsets[r + 1] = columns.length;
  }
  return { base, offsets, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}

/** The instances that are the only holder of an extreme, ascending. */
export function holdersOf(kinds: readonly Held[], { size }: BagRows): number[] {
  const holds = new Uint8Array(size);
  for (const { holder } of kinds) for (const i of holder) if (i >= 0) holds[i] = 1;
  return Array.from(holds.keys()).filter((i) => holds[i] === 1);
}
