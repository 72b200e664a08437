import { describe, expect, it } from "vitest";
import { STYLE } from "../../../report/src/page/style.js";
import { METHODS } from "../../src/methods/methods.js";
import { COLOURS, dataSetTitle, looksOf, protocolTitle } from "../../src/report/ink.js";

describe("looksOf", () => {
  it("follows the list of methods, whatever the order asked for; unknown names come last under their own name", () => {
    const looks = looksOf(["mine", "dsdd", "pu-skc", "dsdd"]);
    expect(looks.map(({ name, title }) => [name, title])).toEqual([
      ["pu-skc", "PU-SKC"],
      ["dsdd", "DSDD"],
      ["mine", "mine"],
    ]);
  });

  it("gives no two of fifty methods the same colour and symbol", () => {
    const looks = looksOf(Array.from({ length: 50 }, (_, i) => `method ${i}`));
    expect(new Set(looks.map(({ colour, symbol }) => `${colour} ${symbol}`)).size).toBe(50);
    expect(new Set(looks.map(({ className }) => className)).size).toBe(50);
  });

  it("has a colour in the style sheet for every method", () => {
    for (const { colour } of looksOf(METHODS.map(({ name }) => name))) {
      expect(STYLE).toContain(`${colour.slice(4, -1)}:#`);
    }
  });
});

it("calls data sets and protocols as the paper does", () => {
  expect(["musk1", "other"].map(dataSetTitle)).toEqual(["Musk1", "other"]);
  expect(protocolTitle("paper")).not.toBe(protocolTitle("leak-free"));
});

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const EYES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  typical: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
const luminance = (hex: string) => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
/** CIE L*a*b* of a colour as these eyes see it. */
const lab = (hex: string, eyes: readonly (readonly number[])[]) => {
  const rgb = linear(hex);
  const [r, g, b] = eyes.map((row) => Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]));
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const property = (css: string, name: string) => css.match(new RegExp(`--${name}:(#[0-9a-f]{6})`))?.[1] ?? "";

describe.each([
  ["light", STYLE.slice(0, STYLE.indexOf("@media"))],
  ["dark", STYLE.slice(STYLE.indexOf("@media"))],
])("the %s colours", (_, css) => {
  const colours = Array.from({ length: COLOURS }, (_, i) => property(css, `m${i}`));

  it("stand out from the page, text more than marks", () => {
    const page = property(css, "page");
    for (const colour of [...colours, property(css, "guess")])
      expect(contrast(colour, page), colour).toBeGreaterThan(3);
    for (const name of ["ink", "soft", "link"]) expect(contrast(property(css, name), page), name).toBeGreaterThan(4.5);
  });

  it.each(Object.entries(EYES))("stay apart from each other for %s eyes", (_, eyes) => {
    for (const [i, a] of colours.entries()) {
      for (const b of colours.slice(i + 1)) {
        const [p, q] = [lab(a, eyes), lab(b, eyes)];
        expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), `${a} and ${b}`).toBeGreaterThan(12);
      }
    }
  });
});
