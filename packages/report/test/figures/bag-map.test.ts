import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BagMapData } from "../../src/data/bag-map-data.js";
import { bagMap, shadeLimits, shadeOf } from "../../src/figures/bag-map.js";
import { emptyDocument } from "../empty-document.js";

const LABELS = ["positive", "unlabeled", "unlabeled", "unlabeled", "negative"] as const;

function mapOf(size: number, changes: Partial<BagMapData> = {}): BagMapData {
  const points = Array.from({ length: size }, (_, k) => ({
    bag: `b${k}`,
    known: LABELS[k % 5],
    score: (k % 7) - 3 + k / 100,
    x: (k * 7) % 11,
    y: (k * 5) % 13,
  }));
  return { method: "pca", points, heldOut: false, bags: size, explained: [0.41, 0.17], columns: 12, ...changes };
}

describe("the shades of scores", () => {
  it("cover every score by one shade on its own side of the threshold", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.double({ min: -10, max: 10, noNaN: true }),
        (scores, threshold) => {
          const limits = shadeLimits(
            scores.map((score) => ({ score })),
            threshold,
          );
          for (const score of scores)
            expect(limits[shadeOf(score, limits)].side).toBe(score >= threshold ? "above" : "below");
        },
      ),
      { seed: 6, numRuns: 200 },
    );
  });

  it("are four on each side, deeper with the distance from the threshold", () => {
    const limits = shadeLimits(
      Array.from({ length: 201 }, (_, k) => ({ score: (k - 100) / 10 })),
      0,
    );
    expect(limits.map(({ side, step }) => `${side}${step}`)).toEqual([
      "below4",
      "below3",
      "below2",
      "below1",
      "above1",
      "above2",
      "above3",
      "above4",
    ]);
    expect(shadeOf(0.1, limits)).toBe(4);
    expect(shadeOf(-0.1, limits)).toBe(3);
    expect(shadeOf(1e9, limits)).toBe(7);
  });

  it("have one far score in the outermost shade and do not spend the others on it", () => {
    const scores = [...Array.from({ length: 99 }, (_, k) => k / 100), 1000];
    const limits = shadeLimits(
      scores.map((score) => ({ score })),
      0,
    );
    const used = new Set(scores.map((score) => shadeOf(score, limits)));
    expect(used.size).toBe(4);
  });

  it("are one where all scores are the threshold, and none without scores", () => {
    expect(shadeLimits([{ score: 2 }, { score: 2 }], 2)).toEqual([
      { side: "above", step: 4, from: 2, to: Number.POSITIVE_INFINITY },
    ]);
    expect(shadeLimits([], 0)).toEqual([]);
  });
});

describe("the map of bags", () => {
  const draw = (data: BagMapData, numbered: string[] = []) =>
    bagMap(data, { document: emptyDocument(), threshold: 0, numbered }).text;

  it("is as stored", async () => {
    await expect(draw(mapOf(30), ["b2", "b6"])).toMatchFileSnapshot("../snapshots/bag-map.svg.txt");
  });

  it("says in words what it shows: how many bags of which kind, the variance, and how many are above the threshold", () => {
    const data = mapOf(30);
    const above = data.points.filter(({ score }) => score >= 0).length;
    expect(draw(data).replaceAll("\u00a0", " ")).toContain(
      `Map of 30 bags (18 unlabeled, 6 negative, 6 positive) on the two principal axes, which explain 41 % and 17 % of the variance. ${above} of them score at or above the threshold 0.`,
    );
  });

  it("has a table of at most 200 bags, the highest scores first, and says so", () => {
    const text = draw(mapOf(300));
    expect(text.match(/<th scope="row">/g)).toHaveLength(200);
    expect(text).toMatch(/200 .* 300 bags/);
    expect(draw(mapOf(30)).match(/<th scope="row">/g)).toHaveLength(30);
  });

  it("says how many were drawn, and that the axes of UMAP mean nothing", () => {
    expect(draw(mapOf(30, { bags: 5000 }))).toContain("30 of 5,000 bags");
    expect(draw(mapOf(30))).not.toMatch(/30 of [\d,]+ bags/);
    expect(draw(mapOf(30, { method: "umap", explained: [0.9] }))).toContain("no meaning");
  });

  it("escapes the names of bags and drops them where points are many", () => {
    const data = mapOf(3);
    const bad = { ...data, points: data.points.map((point) => ({ ...point, bag: "<script>x" })) };
    expect(draw(bad)).not.toContain("<script>");
    expect(draw(mapOf(30))).toContain("<title>b3");
    expect(draw(mapOf(700))).not.toContain("<title>");
  });

  it("stands for a single bag", () => {
    expect(draw(mapOf(1))).not.toContain("NaN");
  });
});
