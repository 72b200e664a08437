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
  const columns = weightsOf(x * picture.width, width * picture.width, size.width, picture.width);
  const rows = weightsOf(y * picture.height, height * picture.height, size.height, picture.height);
  const plane = size.width * size.height;
  for (let v = 0; v < size.height; v++)
    for (let u = 0; u < size.width; u++)
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (const [row, down] of rows[v])
          for (const [column, across] of columns[u])
            sum += down * across * picture.data[3 * (row * picture.width + column) + channel];
        out[at + channel * plane + v * size.width + u] = (sum / 255 - MEAN[channel]) / SPREAD[channel];
      }
}

/** For each place of a resized line, the places of the line before, and their weights. */
function weightsOf(start: number, length: number, wanted: number, all: number): [place: number, weight: number][][] {
  const step = Math.max(length, 1) / wanted;
  const reach = Math.max(step, 1);
  return Array.from({ length: wanted }, (_, k) => {
    const middle = start + (k + 0.5) * step;
    const found: [number, number][] = [];
    for (let place = Math.floor(middle - reach); place <= Math.ceil(middle + reach); place++) {
      const weight = 1 - Math.abs(place + 0.5 - middle) / reach;
      if (weight > 0) found.push([Math.min(all - 1, Math.max(0, place)), weight]);
    }
    const sum = found.reduce((total, [, weight]) => total + weight, 0);
    return found.map(([place, weight]) => [place, weight / sum]);
  });
}
