import { describe, expect, it } from "vitest";
import { packedFigures, sourceFigures } from "../../../../scripts/budgets.mjs";
import { overBudget } from "./budgets.js";

describe("the size of the house", () => {
  const figures = sourceFigures();

  it("stays within the budgets, of lines by package, imports across packages and words of docs", () => {
    expect(overBudget(figures)).toEqual([]);
  });

  it("is told with by how much it is too large, and without a budget nothing is small enough", () => {
    const [over] = overBudget({ "words of docs": 10_000_000 });
    expect(over).toMatch(/words of docs: 10000000, \d+ more/);
    expect(overBudget({ "lines of nothing": 1 })).toHaveLength(1);
    const packed = [{ name: "bagwise", files: 2, unpackedSize: 3 }];
    expect(Object.values(packedFigures(packed))).toEqual([2, 3, 2, 3]);
  });
});
