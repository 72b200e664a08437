import type { Regions } from "./regions.js";

/**
 * The outline of a region as an SVG path in pixels of the picture, with the region on its right hand side:
 * one closed line around it, and one around each hole. Costs one pass and the length of the outline.
 */
export function outlineOf({ width, height, labels }: Regions, region: number): string {
  const inside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === region;
  const corner = (x: number, y: number) => y * (width + 1) + x;
  // From each corner, the steps along the border that start there: at most two, where pixels touch by a corner.
  const steps = new Map<number, number[]>();
  const step = (from: number, to: number) => steps.set(from, [...(steps.get(from) ?? []), to]);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1)) step(corner(x, y), corner(x + 1, y));
      if (!inside(x + 1, y)) step(corner(x + 1, y), corner(x + 1, y + 1));
      if (!inside(x, y + 1)) step(corner(x + 1, y + 1), corner(x, y + 1));
      if (!inside(x - 1, y)) step(corner(x, y + 1), corner(x, y));
    }
  const lines: string[] = [];
  for (const start of steps.keys()) {
    const line: number[] = [];
    for (let at: number | undefined = start; at !== undefined; at = steps.get(at)?.pop()) line.push(at);
    if (line.length > 1) lines.push(pathOf(line, width + 1));
  }
  return lines.join("");
}

/** A closed line, with straight stretches as one step. */
function pathOf(corners: readonly number[], stride: number): string {
  const points = corners.map((corner) => [corner % stride, Math.floor(corner / stride)] as const);
  const [[x0, y0]] = points;
  let text = `M${x0} ${y0}`;
  for (let k = 1; k < points.length; ) {
    const [x, y] = points[k - 1];
    const across = points[k][1] === y;
    let end = k;
    while (end + 1 < points.length && (across ? points[end + 1][1] === y : points[end + 1][0] === x)) end++;
    if (end < points.length - 1 || points[end][0] !== x0 || points[end][1] !== y0)
      text += across ? `H${points[end][0]}` : `V${points[end][1]}`;
    k = end + 1;
  }
  return `${text}Z`;
}
