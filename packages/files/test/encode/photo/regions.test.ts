import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labOf } from "../../../src/encode/photo/lab.js";
import { outlineOf } from "../../../src/encode/photo/outline.js";
import { boxText, placeName, placesOf } from "../../../src/encode/photo/places.js";
import { type Regions, regionsOf } from "../../../src/encode/photo/regions.js";
import type { Pixels } from "../../../src/encode/tools.js";
import { discPicture, painted, randomly } from "./pictures.js";

const divide = (pixels: Pixels, kind: "grid" | "superpixels" = "superpixels") => regionsOf(labOf(pixels), kind);

/** The number of connected pieces of each region, by looking from pixel to pixel. */
function piecesOf({ width, height, labels, count }: Regions): number[] {
  const pieces = new Array<number>(count).fill(0);
  const seen = new Set<number>();
  for (let start = 0; start < labels.length; start++) {
    if (seen.has(start)) continue;
    pieces[labels[start]]++;
    const open = [start];
    seen.add(start);
    for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      for (const [u, v] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ]) {
        const next = v * width + u;
        if (u < 0 || v < 0 || u >= width || v >= height || seen.has(next) || labels[next] !== labels[start]) continue;
        seen.add(next);
        open.push(next);
      }
    }
  }
  return pieces;
}

describe("colours in L*a*b*", () => {
  it.each([
    [
      [255, 255, 255],
      [100, 0, 0],
    ],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [
      [255, 0, 0],
      [53.24, 80.09, 67.2],
    ],
    [
      [0, 255, 0],
      [87.73, -86.18, 83.18],
    ],
    [
      [0, 0, 255],
      [32.3, 79.19, -107.86],
    ],
    [
      [128, 128, 128],
      [53.59, 0, 0],
    ],
  ] as const)("of %j are %j, as tables say", (rgb, expected) => {
    const { l, a, b } = labOf(painted(1, 1, () => rgb));
    for (const [k, value] of [l[0], a[0], b[0]].entries()) expect(value).toBeCloseTo(expected[k], 1);
  });
});

describe("the grid", () => {
  it("has sixteen rectangles of the same size", () => {
    const regions = divide(
      painted(40, 20, () => [1, 2, 3]),
      "grid",
    );
    expect(regions.count).toBe(16);
    const boxes = placesOf(regions).map(boxText);
    expect(boxes.slice(0, 5)).toEqual([
      "0,0,0.25,0.25",
      "0.25,0,0.25,0.25",
      "0.5,0,0.25,0.25",
      "0.75,0,0.25,0.25",
      "0,0.25,0.25,0.25",
    ]);
  });

  it("has fewer where there are fewer pixels", () => {
    const one = divide(
      painted(1, 3, () => [9, 9, 9]),
      "grid",
    );
    expect([one.count, ...one.labels]).toEqual([3, 0, 1, 2]);
  });
});

describe("superpixels", () => {
  it("are at most 24 connected regions that cover any picture, numbered by their first pixel", () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.nat(1000), fc.nat(4));
    fc.assert(
      fc.property(sizes, ([width, height, seed, smooth]) => {
        const random = randomly(seed);
        const noise = Float64Array.from({ length: 3 * width * height }, () => 255 * random());
        const picture = painted(width, height, (x, y) => {
          const at = (k: number) => noise[3 * ((y >> smooth) * width + (x >> smooth)) + k];
          return [at(0), at(1), at(2)];
        });
        const regions = divide(picture);
        expect(regions.count).toBeGreaterThan(0);
        expect(regions.count).toBeLessThanOrEqual(24);
        expect([...new Set(regions.labels)]).toEqual(Array.from({ length: regions.count }, (_, k) => k));
        expect(piecesOf(regions)).toEqual(new Array(regions.count).fill(1));
        expect(divide(picture)).toEqual(regions);
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  it("follow the edges of a disc", () => {
    const disc = { x: 70, y: 40, radius: 14 };
    const regions = divide(discPicture({ width: 120, height: 90 }, disc));
    const inside = (pixel: number) =>
      ((pixel % 120) + 0.5 - disc.x) ** 2 + (Math.floor(pixel / 120) + 0.5 - disc.y) ** 2 < disc.radius ** 2;
    const region = regions.labels[40 * 120 + 70];
    let [both, either] = [0, 0];
    for (const [pixel, label] of regions.labels.entries()) {
      if (label === region && inside(pixel)) both++;
      if (label === region || inside(pixel)) either++;
    }
    expect(both / either).toBeGreaterThan(0.9);
  });

  it("do not divide what looks alike", () => {
    expect(divide(painted(64, 48, () => [50, 60, 70])).count).toBe(1);
    expect(divide(painted(64, 48, (x) => (x < 20 ? [50, 60, 70] : [180, 60, 70]))).count).toBe(2);
  });
});

describe("the place of a region", () => {
  it("is said in words", () => {
    const regions = divide(
      painted(8, 8, () => [0, 0, 0]),
      "grid",
    );
    const names = placesOf(regions).map(placeName);
    expect(names.slice(0, 4)).toEqual(["upper left", "upper centre", "upper centre", "upper right"]);
    expect([names[4], names[5], names[15]]).toEqual(["middle left", "centre", "lower right"]);
  });
});

describe("the outline of a region", () => {
  const square = (labels: readonly string[]): Regions => ({
    width: labels[0].length,
    height: labels.length,
    labels: Uint16Array.from(labels.join(""), Number),
    count: 2,
  });

  it("goes around it", () => {
    expect(outlineOf(square(["0000", "0110", "0110", "0000"]), 1)).toBe("M1 1H3V3H1Z");
    expect(outlineOf(square(["11", "10"]), 1)).toBe("M0 0H2V1H1V2H0Z");
  });

  it("also goes around its holes", () => {
    expect(outlineOf(square(["111", "101", "111"]), 1)).toBe("M0 0H3V3H0ZM2 1H1V2H2Z");
  });

  it("encloses as many pixels as the region has, whatever its shape", () => {
    const shapes = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([width, height]) =>
      fc
        .array(fc.integer({ min: 0, max: 1 }), { minLength: width * height, maxLength: width * height })
        .map((cells) => ({
          width,
          height,
          labels: Uint16Array.from(cells),
          count: 2,
        })),
    );
    fc.assert(
      fc.property(shapes, (regions) => {
        // The area of a polygon from its corners (Gauss), holes counted backwards.
        let area = 0;
        for (const [, line] of outlineOf(regions, 1).matchAll(/M([^MZ]*)Z/g)) {
          let [x, y] = line.split(/[HV]/, 1)[0].split(" ").map(Number);
          const [x0, y0] = [x, y];
          const corners: [number, number][] = [[x, y]];
          for (const [, way, to] of line.matchAll(/([HV])(\d+)/g)) {
            if (way === "H") x = Number(to);
            else y = Number(to);
            corners.push([x, y]);
          }
          corners.push([x0, y0]);
          for (let k = 1; k < corners.length; k++)
            area += (corners[k - 1][0] * corners[k][1] - corners[k][0] * corners[k - 1][1]) / 2;
        }
        expect(area).toBe(regions.labels.reduce((sum, label) => sum + label, 0));
      }),
      { seed: 6 },
    );
  });
});
