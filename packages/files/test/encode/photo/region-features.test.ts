import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCrop } from "../../../src/encode/photo/crops.js";
import { describePhoto } from "../../../src/encode/photo/describe-photo.js";
import { regionFeatureNames } from "../../../src/encode/photo/region-features.js";
import type { Pixels } from "../../../src/encode/tools.js";
import { type Colour, painted, randomly } from "./pictures.js";

/** The features of the regions of a grid, by name. */
function featuresOf(pixels: Pixels): Record<string, number>[] {
  const { places, features, width } = describePhoto(pixels, "grid");
  const names = regionFeatureNames("grid");
  expect(width).toBe(names.length);
  return places.map((_, k) => Object.fromEntries(names.map((name, j) => [name, features[k * width + j]])));
}

const plain = (colour: Colour) => featuresOf(painted(16, 16, () => colour))[5];

describe("the features of a region", () => {
  it("are between 30 and 50 with names of their own", () => {
    for (const kind of ["grid", "superpixels"] as const) {
      const names = regionFeatureNames(kind);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThanOrEqual(30);
      expect(names.length).toBeLessThanOrEqual(50);
    }
  });

  it.each([
    ["red", [255, 0, 0]],
    ["yellow", [200, 200, 0]],
    ["green", [10, 210, 10]],
    ["cyan", [0, 128, 128]],
    ["blue", [20, 20, 220]],
    ["magenta", [250, 50, 250]],
  ] as const)("name the colour %s", (name, colour) => {
    const found = plain(colour);
    const expected = (Math.max(...colour) - Math.min(...colour)) / 255;
    for (const hue of ["red", "yellow", "green", "cyan", "blue", "magenta"])
      expect(found[hue]).toBeCloseTo(hue === name ? expected : 0, 12);
    expect(found.saturation).toBeCloseTo(expected, 12);
  });

  it("tell nothing of edges where there are none", () => {
    const found = plain([90, 90, 90]);
    for (const name of ["edges mean", "edges sd", "strong edges", "edges at 0", "grain", "lightness sd"])
      expect(found[name]).toBeCloseTo(0, 10);
    expect(found["pattern 0"]).toBe(1);
    expect(found.saturation).toBe(0);
    expect(found["darkest tenth"]).toBe(found["lightest tenth"]);
  });

  it("tell the direction in which lightness changes", () => {
    const stripes = (across: number, down: number) =>
      featuresOf(
        painted(64, 64, (x, y) => {
          const level = 128 + 100 * Math.sin((across * x + down * y) / 2);
          return [level, level, level];
        }),
      )[5];
    const directions = [0, 30, 60, 90, 120, 150];
    for (const degrees of directions) {
      const found = stripes(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));
      const most = Math.max(...directions.map((each) => found[`edges at ${each}`]));
      expect(found[`edges at ${degrees}`], `${degrees}`).toBe(most);
    }
  });

  it("compare a region with the picture", () => {
    const cells = featuresOf(painted(16, 16, (x, y) => (x < 4 && y < 4 ? [200, 0, 0] : [100, 100, 100])));
    expect(cells[0]["redness against picture"]).toBeGreaterThan(30);
    expect(cells[9]["redness against picture"]).toBeLessThan(0);
    const sum = cells.reduce((total, cell) => total + cell["redness against picture"], 0);
    expect(sum).toBeCloseTo(0, 8);
  });

  it("are finite for every picture", () => {
    const pictures = fc.record({
      width: fc.integer({ min: 1, max: 20 }),
      height: fc.integer({ min: 1, max: 20 }),
      seed: fc.nat(100),
      kind: fc.constantFrom("grid" as const, "superpixels" as const),
      depth: fc.constantFrom(2, 256),
    });
    fc.assert(
      fc.property(pictures, ({ width, height, seed, kind, depth }) => {
        const random = randomly(seed);
        const level = () => (Math.floor(depth * random()) * 255) / (depth - 1);
        const { features, places } = describePhoto(
          painted(width, height, () => [level(), level(), level()]),
          kind,
        );
        expect(features.length).toBe(places.length * regionFeatureNames(kind).length);
        expect(features.every((value) => Number.isFinite(value))).toBe(true);
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});

describe("a crop for a model", () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  const normalised = (byte: number, channel: number) =>
    (byte / 255 - [0.485, 0.456, 0.406][channel]) / [0.229, 0.224, 0.225][channel];

  it("has the colour of a plain picture everywhere, in planes, normalised as ImageNet", () => {
    const out = new Float32Array(3 * 5 * 4);
    writeCrop(
      painted(9, 7, () => [10, 100, 200]),
      { x: 0.2, y: 0.3, width: 0.5, height: 0.4 },
      { width: 5, height: 4 },
      out,
      0,
    );
    for (const [at, value] of out.entries()) {
      const channel = Math.floor(at / 20);
      expect(value).toBeCloseTo(normalised([10, 100, 200][channel], channel), 5);
    }
  });

  it("is the picture itself where nothing changes", () => {
    const random = randomly(4);
    const picture = painted(6, 5, () => [255 * random(), 255 * random(), 255 * random()]);
    const out = new Float32Array(3 * 30);
    writeCrop(picture, whole, { width: 6, height: 5 }, out, 0);
    for (let pixel = 0; pixel < 30; pixel++)
      for (let channel = 0; channel < 3; channel++)
        expect(out[channel * 30 + pixel]).toBeCloseTo(normalised(picture.data[3 * pixel + channel], channel), 5);
  });

  it("keeps the mean when it is made smaller", () => {
    const picture = painted(8, 8, (x) => (x % 2 === 0 ? [0, 0, 0] : [255, 255, 255]));
    const out = new Float32Array(3);
    writeCrop(picture, whole, { width: 1, height: 1 }, out, 0);
    expect(out[0]).toBeCloseTo(normalised(127.5, 0), 1);
  });
});
