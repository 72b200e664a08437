import { BagSet } from "@bagwise/core/bags";
import { statisticsOf } from "@bagwise/core/kernels";
import { describe, expect, it } from "vitest";
import { bagMapData } from "../../src/data/bag-map-data.js";
import { smallBags, smallModel } from "../model/make-report-data.js";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function zScores(values: readonly number[]): number[] {
  const centre = mean(values);
  const sd = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  return values.map((value) => (value - centre) / sd);
}

describe("bagMapData", () => {
  it("places every bag with its score and label, in the order of the bags", async () => {
    const [model, bags] = [await smallModel(), smallBags()];
    const { points, bags: size, columns } = await bagMapData(model, bags);
    expect(points.map(({ bag }) => bag)).toEqual(bags.ids());
    expect(points.map(({ known }) => known)).toEqual(bags.labels());
    expect(points.map(({ score }) => score)).toEqual(model.predict(bags, { heldOut: true }).map(({ score }) => score));
    expect([size, columns]).toEqual([60, 12]);
  });

  it("has axes that are not correlated, the first the wider, with their shares of the variance", async () => {
    const { points, explained, columns } = await bagMapData(await smallModel(), smallBags());
    const sum = (of: (point: (typeof points)[number]) => number) =>
      points.reduce((total, point) => total + of(point), 0);
    const [xx, yy, xy] = [sum(({ x }) => x * x), sum(({ y }) => y * y), sum(({ x, y }) => x * y)];
    expect(sum(({ x }) => x)).toBeCloseTo(0, 8);
    expect(xy / Math.sqrt(xx * yy)).toBeCloseTo(0, 8);
    expect(xx).toBeGreaterThan(yy);
    // By hand: z-scores of the columns, cut at 3, and their squared distances from their means.
    const { rows, data } = statisticsOf("min-max-mean", smallBags());
    let total = 0;
    for (let j = 0; j < columns; j++) {
      const column = Array.from({ length: rows }, (_, i) => data[i * columns + j]);
      const cut = zScores(column).map((z) => Math.min(3, Math.max(-3, z)));
      total += cut.reduce((sumOf, z) => sumOf + (z - mean(cut)) ** 2, 0);
    }
    expect(explained[0]).toBeCloseTo(xx / total, 10);
    expect(explained[1]).toBeCloseTo(yy / total, 10);
  });

  it("is not taken up by one bag that is far from all others", async () => {
    const bags = smallBags();
    const data = bags.toMatrix();
    data[0] = 1e6;
    const { points } = await bagMapData(await smallModel(), bags.withMatrix(data));
    const xs = points.map(({ x }) => x);
    const middle = [...xs].sort((a, b) => a - b).slice(6, 54);
    expect(middle[47] - middle[0]).toBeGreaterThan(0.3 * (Math.max(...xs) - Math.min(...xs)));
  });

  it("does not change when a feature is measured in another unit", async () => {
    const bags = smallBags();
    const model = await smallModel();
    const data = bags.toMatrix().map((value, at) => (at % 4 === 2 ? 1000 * value + 5 : value));
    const same = await bagMapData(model, bags);
    const other = await bagMapData(model, bags.withMatrix(data));
    for (const [k, { x, y }] of other.points.entries()) {
      expect(x).toBeCloseTo(same.points[k].x, 6);
      expect(y).toBeCloseTo(same.points[k].y, 6);
    }
  });

  it("puts bags that are all equal on one point, and says that nothing is explained", async () => {
    const data = Array.from({ length: 8 }, (_, at) => at % 4);
    const labels = ["unlabeled", "unlabeled"] as const;
    const bags = BagSet.from({ data, offsets: [0, 1, 2], ids: ["a", "b"], labels, features: smallBags().features });
    const { points, explained } = await bagMapData(await smallModel(), bags);
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(explained).toEqual([0, 0]);
  });

  it("draws a sample of many bags with the seed, keeping labelled ones up to half of it", async () => {
    const [model, bags] = [await smallModel(), smallBags(2, 200)];
    const run = (seed: number) => bagMapData(model, bags, { seed, most: 40 });
    const first = await run(1);
    expect(first.points).toHaveLength(40);
    expect(first.bags).toBe(200);
    expect(first.points.filter(({ known }) => known === "positive")).toHaveLength(12);
    expect(await run(1)).toEqual(first);
    expect((await run(2)).points.map(({ bag }) => bag)).not.toEqual(first.points.map(({ bag }) => bag));
    const few = await bagMapData(model, bags, { most: 10 });
    expect(few.points.filter(({ known }) => known === "positive")).toHaveLength(5);
  });

  it("has every bag of a labelled set in the sample it has room for", async () => {
    const bags = smallBags(3).positive();
    expect((await bagMapData(await smallModel(), bags, { most: 8 })).points).toHaveLength(8);
  });

  it("gives the same map by UMAP for the same seed, and another for another", async () => {
    const [model, bags] = [await smallModel(), smallBags()];
    const run = (seed: number) => bagMapData(model, bags, { map: "umap", seed });
    const first = await run(1);
    expect(first.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
    expect(first.explained).toHaveLength(1);
    expect(first.explained[0]).toBeCloseTo(1, 8);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
  });

  it("throws an InputError that names features the model does not know", async () => {
    const bags = smallBags();
    const renamed = BagSet.from({
      data: bags.toMatrix(),
      offsets: Array.from({ length: bags.size + 1 }, (_, i) => (i === bags.size ? bags.instances : bags.startOf(i))),
      ids: bags.ids(),
      labels: bags.labels(),
      features: ["a", "b", "c", "d"],
    });
    await expect(bagMapData(await smallModel(), renamed)).rejects.toThrow(/features are missing/);
  });
});
