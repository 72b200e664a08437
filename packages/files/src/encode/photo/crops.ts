import type { Pixels } from "../tools.js";
import type { Place } from "./places.js";

/** The mean and the standard deviation of the pictures of ImageNet, which most models were trained with. */
const MEAN = [0.485, 0.456, 0.406] as const;
const SPREAD = [0.229, 0.224, 0.225] as const;

/**
 * Writes a part of a picture, resized and normalised as models of ImageNet want it, to `out` from position
 * `at`: three planes, row by row. A pixel of the result is the mean of those it covers, or what lies between
 * the nearest ones if it covers less than one. Costs the pixels of the part and of the result.
 */
export function writeCrop(
  picture: Pixels,
  { x, y, width, height }: Pick<Place, "x" | "y" | "width" | "height">,
  size: { readonly width: number; readonly height: number },
  out: Float32Array,
  at: number,
): void {
  const across = weightsOf(x * picture.width, width * picture.width, size.width, picture.width);
  const down = weightsOf(y * picture.height, height * picture.height, size.height, picture.height);
  const top = down[0].first;
  const last = down[size.height - 1];
  const rows = last.first + last.weights.length - top;
  // First every row to its new width, then every column to its new height.
  const narrow = new Float64Array(rows * size.width * 3);
  for (let row = 0; row < rows; row++)
    for (let u = 0; u < size.width; u++) {
      const { first, weights } = across[u];
      const to = 3 * (row * size.width + u);
      for (let k = 0; k < weights.length; k++) {
        const from = 3 * ((top + row) * picture.width + first + k);
        for (let channel = 0; channel < 3; channel++) narrow[to + channel] += weights[k] * picture.data[from + channel];
      }
    }
  const plane = size.width * size.height;
  for (let v = 0; v < size.height; v++) {
    const { first, weights } = down[v];
    for (let u = 0; u < size.width; u++)
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let k = 0; k < weights.length; k++)
          sum += weights[k] * narrow[3 * ((first - top + k) * size.width + u) + channel];
        out[at + channel * plane + v * size.width + u] = (sum / 255 - MEAN[channel]) / SPREAD[channel];
      }
  }
}

/** The places of a line that a place of the resized line is made of: from `first` on, with these weights. */
interface Weights {
  readonly first: number;
  readonly weights: Float64Array;
}

/** For each place of a line of `wanted` places, those of the line before, from `start` on; it has `all` places. */
function weightsOf(start: number, length: number, wanted: number, all: number): Weights[] {
  const step = Math.max(length, 1) / wanted;
  const reach = Math.max(step, 1);
  return Array.from({ length: wanted }, (_, k) => {
    const middle = start + (k + 0.5) * step;
    const within = (place: number) => Math.min(all - 1, Math.max(0, place));
    const first = within(Math.ceil(middle - reach - 0.5));
    const weights = new Float64Array(within(Math.floor(middle + reach - 0.5)) - first + 1);
    let sum = 0;
    for (let j = 0; j < weights.length; j++) {
      weights[j] = Math.max(0, 1 - Math.abs(first + j + 0.5 - middle) / reach);
      sum += weights[j];
    }
    // Beyond the border there is nothing: the nearest place stands for it.
    if (sum === 0) weights.fill(1 / weights.length);
    else for (let j = 0; j < weights.length; j++) weights[j] /= sum;
    return { first, weights };
  });
}
