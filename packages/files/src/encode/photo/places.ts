import type { Regions } from "./regions.js";

/** Where a region lies, in shares of the width and the height of the picture. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The mean of its pixels. */
  readonly centre: readonly [x: number, y: number];
}

/** The bounding boxes and centres of all regions. Costs one pass. */
export function placesOf({ width, height, labels, count }: Regions): Place[] {
  const found = Array.from({ length: count }, () => ({
    left: width,
    right: 0,
    top: height,
    bottom: 0,
    x: 0,
    y: 0,
    size: 0,
  }));
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      const box = found[labels[pixel]];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      box.x += x + 0.5;
      box.y += y + 0.5;
      box.size++;
    }
  return found.map(({ left, right, top, bottom, x, y, size }) => ({
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
    centre: [x / size / width, y / size / height],
  }));
}

/** Where a region lies in words: `upper left`, `lower centre`, `centre`. */
export function placeName({ centre: [x, y] }: Pick<Place, "centre">): string {
  const across = x < 1 / 3 ? "left" : x > 2 / 3 ? "right" : "centre";
  const down = y < 1 / 3 ? "upper" : y > 2 / 3 ? "lower" : "middle";
  return down === "middle" && across === "centre" ? "centre" : `${down} ${across}`;
}

/** A box as text for programs: left, top, width and height in shares of the picture, `0.25,0.5,0.25,0.25`. */
export function boxText({ x, y, width, height }: Place): string {
  return [x, y, width, height].map((share) => Number(share.toFixed(3))).join(",");
}
