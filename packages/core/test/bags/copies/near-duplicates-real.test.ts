import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataFolder, missing } from "../../../../bagwise/test/require-all.js";
import type { BagSet } from "../../../src/bags/bag-set.js";
import { nearDuplicates } from "../../../src/bags/copies/near-duplicates.js";
import { applyScaling, fitScaling } from "../../../src/bags/scaling.js";
import { random } from "../../../src/base/random.js";
import { bagSet, nested } from "../make.js";

const data = dataFolder();

function read(name: string): BagSet {
  const byBag = new Map<string, number[][]>();
  for (const line of readFileSync(join(data ?? "", `${name}.csv`), "utf8")
    .trim()
    .split("\n")
    .slice(1)) {
    const [bag, , ...values] = line.split(",");
    byBag.set(bag, [...(byBag.get(bag) ?? []), values.map(Number)]);
  }
  return bagSet([...byBag.values()], { ids: [...byBag.keys()] });
}

/**
 * Two noisy copies of each bag, as in the paper's experiment: as printed, or as the authors'
 * program does.
 */
function copies(bags: BagSet, noise: "printed" | "program"): BagSet {
  const generator = random(1);
  const copy = (rows: number[][]) => {
    const sd = rows[0].map((_, j) => (noise === "printed" ? 0.1 : 0.01 * Math.max(...rows.map((row) => row[j]))));
    return rows.map((row) => row.map((x, j) => x + sd[j] * generator.normal()));
  };
  return bagSet(nested(bags).flatMap((rows) => [copy(rows), copy(rows)]));
}

describe.skipIf(missing("the paper's data sets (a folder named by BAGWISE_DATA)", data))(
  "nearDuplicates on the paper's data",
  () => {
    it.each(["musk1", "elephant", "fox", "tiger"])(
      "finds the noisy copies in %s and next to nothing in the originals",
      (name) => {
        const raw = read(name);
        const bags = name === "musk1" ? applyScaling(fitScaling(raw, { method: "z-score" }), raw) : raw;
        expect(nearDuplicates(bags).clusters.length).toBe(name === "elephant" ? 1 : 0);
        for (const noise of ["printed", "program"] as const) {
          const together = new Map(
            nearDuplicates(copies(bags, noise)).clusters.flatMap((c, k) => c.map((i) => [i, k])),
          );
          for (let i = 0; i < bags.size; i++) {
            expect(together.get(2 * i)).toBeDefined();
            expect(together.get(2 * i)).toBe(together.get(2 * i + 1));
          }
        }
      },
      30_000,
    );
  },
);
