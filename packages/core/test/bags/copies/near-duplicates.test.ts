import { describe, expect, it } from "vitest";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { Clusters } from "../../../src/bags/copies/clusters.js";
import { nearDuplicates } from "../../../src/bags/copies/near-duplicates.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { random } from "../../../src/base/random.js";
import { bagSet, nested } from "../make.js";

/** The bags and, behind them, a noisy copy of each. */
function withCopies(bags: BagSet, noise: number): BagSet {
  const generator = random(5);
  const copies = nested(bags).map((rows) => rows.map((row) => row.map((x) => x + noise * generator.normal())));
  return bagSet([...nested(bags), ...copies]);
}

/** The definition, word by word, without any short cut. */
function byDefinition(bags: BagSet, tolerance: number): number[][] {
  const rows = nested(bags);
  const all = rows.flat();
  const width = bags.dimension;
  const columns = Array.from({ length: width }, (_, j) => all.map((row) => row[j]));
  const sds = columns.map((column) => {
    const mean = column.reduce((a, b) => a + b, 0) / column.length;
    return Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / column.length);
  });
  const sorted = [...sds].sort((a, b) => a - b);
  const at = 0.9 * (width - 1);
  const typical = sorted[Math.floor(at)] + (at % 1) * (sorted[Math.ceil(at)] - sorted[Math.floor(at)]);
  const unit = sds.map((sd) => Math.max(sd, typical));
  const v = sds.map((sd, j) => (sd / unit[j]) ** 2);
  const total = v.reduce((a, b) => a + b, 0);
  const k = total ** 2 / v.reduce((sum, x) => sum + x * x, 0);
  const far = (a: number[], b: number[]) => a.reduce((sum, x, j) => sum + ((x - b[j]) / unit[j % width]) ** 2, 0);
  const describe = (bag: number[][]) => [
    ...unit.map((_, j) => Math.min(...bag.map((row) => row[j]))),
    ...unit.map((_, j) => Math.max(...bag.map((row) => row[j]))),
    ...unit.map((_, j) => bag.reduce((sum, row) => sum + row[j], 0) / bag.length),
  ];
  const limit = tolerance ** 2 * 2 * total;
  const covers = (a: number[][], b: number[][]) => a.every((x) => b.some((y) => far(x, y) <= limit));
  const clusters = new Clusters(bags.size);
  for (let i = 0; i < bags.size; i++) {
    for (let j = i + 1; j < bags.size; j++) {
      const [less, more] = [rows[i].length, rows[j].length].sort((a, b) => a - b);
      const chance = Math.log((bags.size * (bags.size - 1)) / 2);
      if (less * (-k * Math.log(Math.sqrt(Math.E) * tolerance) - Math.log(more)) <= chance) continue;
      if (far(describe(rows[i]), describe(rows[j])) > 3 * limit) continue;
      if (covers(rows[i], rows[j]) && covers(rows[j], rows[i])) clusters.join(i, j);
    }
  }
  return clusters.list();
}

const originals = synthesise({ bags: 40, dimensions: 8, seed: 3 }).bags;

describe("nearDuplicates", () => {
  it("finds noisy copies and nothing among the originals", () => {
    expect(nearDuplicates(originals).clusters).toEqual([]);
    const twins = Array.from({ length: 40 }, (_, i) => [i, i + 40]);
    expect(nearDuplicates(withCopies(originals, 0.1)).clusters).toEqual(twins);
  });

  it.each([0.1, 0.2, 0.3, 0.5])("agrees with its definition for tolerance %d", (tolerance) => {
    for (const noise of [0.1, 0.3, 0.5]) {
      const bags = withCopies(originals, noise);
      expect(nearDuplicates(bags, { tolerance }).clusters).toEqual(byDefinition(bags, tolerance));
    }
  });

  it("finds copies although many features hardly vary and are drowned in noise", () => {
    const padded = bagSet(nested(originals).map((rows) => rows.map((row) => [...row, ...row.map(() => 0)])));
    expect(nearDuplicates(withCopies(padded, 0.1)).clusters.length).toBe(40);
  });

  it("is not fooled by the order of the instances, nor by bags with equal ranges but other instances", () => {
    const rows = nested(originals)[0];
    const reversed = bagSet([...nested(originals), [...rows].reverse()]);
    expect(nearDuplicates(reversed).clusters).toEqual([[0, 40]]);
    const wide = [[-9], [9], [0], [0]].map(([x]) => [x, x, x, x, x, x, x, x]);
    const other = [[-9], [9], [-4], [4]].map(([x]) => [x, x, x, x, x, x, x, x]);
    expect(nearDuplicates(bagSet([wide, other, ...nested(originals)])).clusters).toEqual([]);
  });

  it("does not call bags copies that are close by chance", () => {
    for (const dimensions of [1, 2, 3]) {
      const bags = synthesise({ bags: 500, dimensions, bagSize: 1, labeled: 0 }).bags;
      expect(nearDuplicates(bags).clusters).toEqual([]);
    }
  });

  it("leaves out empty bags and bags with values that are not finite", () => {
    const rows = nested(withCopies(originals, 0.05));
    const broken = bagSet([...rows, [], rows[0].map((row) => row.map(() => Number.NaN))]);
    const found = nearDuplicates(broken);
    expect([found.clusters.length, found.compared, found.unseen]).toEqual([40, 80, 0]);
  });

  it("looks at the first bags only when there are too many, and says so", () => {
    const found = nearDuplicates(withCopies(originals, 0.05), { mostBags: 50 });
    expect([found.clusters.length, found.compared, found.unseen]).toEqual([10, 50, 30]);
  });

  it("finds nothing among no bags, one bag or constant features", () => {
    expect(nearDuplicates(bagSet([], { features: ["f"] })).clusters).toEqual([]);
    expect(nearDuplicates(bagSet([[[1]]])).clusters).toEqual([]);
    expect(nearDuplicates(bagSet([[[1]], [[1], [1]]])).clusters).toEqual([]);
  });

  it("refuses options out of range by name", () => {
    expect(() => nearDuplicates(originals, { tolerance: 1 })).toThrow("the option tolerance is 1");
    expect(() => nearDuplicates(originals, { mostBags: 1.5 })).toThrow("the option mostBags is 1.5");
  });
});
