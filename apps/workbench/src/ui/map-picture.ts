import type { MapView } from "../worker/types.js";

/** What points are: what is known of them, and how likely they are. */
export interface PointKinds {
  /** Places in `LABELS`. */
  readonly label: Uint8Array;
  /** From 0 to 1; NaN if unknown. */
  readonly chance: Float32Array;
}

/** In the order of drawing: the open ones first, so that known ones stay visible. */
export const LABELS = ["unlabeled", "negative", "positive"] as const;

/** Where points stand, in pixels of the page. */
export interface Placed {
  readonly px: Float32Array;
  readonly py: Float32Array;
}

/** Where points stand on a canvas of this size. */
export function placed({ x, y }: Pick<MapView, "x" | "y">, width: number, height: number): Placed {
  const margin = 18;
  const [left, right] = extent(x);
  const [low, high] = extent(y);
  const scale = (from: number, to: number, room: number) => (to > from ? (room - 2 * margin) / (to - from) : 0);
  const [sx, sy] = [scale(left, right, width), scale(low, high, height)];
  return {
    px: x.map((value) => margin + (sx === 0 ? width / 2 - margin : (value - left) * sx)),
    py: y.map((value) => height - margin - (sy === 0 ? height / 2 - margin : (value - low) * sy)),
  };
}

function extent(values: Float32Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Beyond so many points they are squares of pixels. */
export const MANY = 2000;

/** Half the width of a point. */
export function radiusOf(points: number, label: number): number {
  return (points > MANY ? 1.4 : points > 800 ? 2.6 : 4) * (label === 0 ? 1 : 1.3);
}

/** How a point is drawn: the place of its colour in `LABELS`, and how strong. */
export function lookOf({ label, chance }: PointKinds, k: number, isIn: boolean): { colour: number; strength: number } {
  const open = label[k] === 0;
  const likely = Number.isNaN(chance[k]) ? 0 : chance[k];
  return {
    // An open bag takes on the colour of positives if it is likely.
    colour: open && likely >= 0.5 ? 2 : label[k],
    strength: !isIn ? 0.08 : open ? 0.35 + 0.5 * (Math.round(4 * likely) / 4) : 0.95,
  };
}

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Pixels to draw into: red, green, blue and opacity, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Lays a square of one colour over a picture; what lies outside is cut off. */
export function paintSquare(
  { width, height, data }: Picture,
  at: { readonly x: number; readonly y: number; readonly radius: number },
  [red, green, blue]: Colour,
  strength: number,
): void {
  const [left, right] = [Math.max(0, Math.round(at.x - at.radius)), Math.min(width, Math.round(at.x + at.radius))];
  const [top, bottom] = [Math.max(0, Math.round(at.y - at.radius)), Math.min(height, Math.round(at.y + at.radius))];
  for (let y = top; y < bottom; y++)
    for (let p = 4 * (y * width + left); p < 4 * (y * width + right); p += 4) {
      const below = (data[p + 3] / 255) * (1 - strength);
      const opacity = strength + below;
      data[p] = (red * strength + data[p] * below) / opacity;
      data[p + 1] = (green * strength + data[p + 1] * below) / opacity;
      data[p + 2] = (blue * strength + data[p + 2] * below) / opacity;
      data[p + 3] = 255 * opacity;
    }
}

/** Whether a point lies in a polygon: the even-odd rule. */
export function isInside(polygon: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i];
    const [xj, yj] = polygon[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** The point nearest to a place, at most so far away; -1 if none is. */
export function nearest({ px, py }: Placed, x: number, y: number, most: number): number {
  let best = -1;
  let distance = most * most;
  for (let k = 0; k < px.length; k++) {
    const d = (px[k] - x) ** 2 + (py[k] - y) ** 2;
    if (d < distance) {
      distance = d;
      best = k;
    }
  }
  return best;
}
