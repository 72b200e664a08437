import type { MapView } from "../worker/types.js";

/** What a point is: what is known of it, and how likely it is. */
export interface PointKind {
  readonly label: "positive" | "negative" | "unlabeled";
  /** From 0 to 1; undefined if unknown. */
  readonly chance: number | undefined;
}

/** Where points stand on a canvas of this size. */
export function placed({ x, y }: MapView, width: number, height: number): { px: Float32Array; py: Float32Array } {
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

/** Beyond so many points they are squares, which are drawn ten times as fast. */
const MANY = 5000;

/** Draws all points: the open ones first, so that known ones stay visible. */
export function drawMap(
  context: CanvasRenderingContext2D,
  at: { px: Float32Array; py: Float32Array },
  kinds: readonly PointKind[],
  { colours, isIn }: { colours: Readonly<Record<PointKind["label"], string>>; isIn: (k: number) => boolean },
): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const radius = kinds.length > MANY ? 1.4 : kinds.length > 800 ? 2.6 : 4;
  for (const label of ["unlabeled", "negative", "positive"] as const) {
    const size = label === "unlabeled" ? radius : radius * 1.3;
    for (let k = 0; k < kinds.length; k++) {
      if (kinds[k].label !== label) continue;
      const chance = kinds[k].chance ?? 0;
      context.globalAlpha = isIn(k) ? (label === "unlabeled" ? 0.35 + 0.5 * chance : 0.95) : 0.08;
      // An open bag takes on the colour of positives if it is likely.
      context.fillStyle = label === "unlabeled" && chance >= 0.5 ? colours.positive : colours[label];
      if (kinds.length > MANY) context.fillRect(at.px[k] - size, at.py[k] - size, 2 * size, 2 * size);
      else {
        context.beginPath();
        context.arc(at.px[k], at.py[k], size, 0, 2 * Math.PI);
        context.fill();
      }
    }
  }
  context.globalAlpha = 1;
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
export function nearest(at: { px: Float32Array; py: Float32Array }, x: number, y: number, most: number): number {
  let best = -1;
  let distance = most * most;
  for (let k = 0; k < at.px.length; k++) {
    const d = (at.px[k] - x) ** 2 + (at.py[k] - y) ** 2;
    if (d < distance) {
      distance = d;
      best = k;
    }
  }
  return best;
}
