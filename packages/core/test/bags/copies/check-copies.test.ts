import { describe, expect, it } from "vitest";
import { check } from "../../../src/bags/check.js";
import type { Label } from "../../../src/bags/label.js";
import { synthesise } from "../../../src/bags/synthesise.js";
import { bagSet, nested } from "../make.js";

const rows = nested(synthesise({ bags: 30, dimensions: 6 }).bags);
const nearly = (i: number, by = 0.01) => rows[i].map((row) => row.map((x) => x + by));

/** The original bags, ten of them positive, and more. */
function withMore(more: readonly { readonly rows: number[][]; readonly label: Label }[]) {
  const labels = rows.map((_, i): Label => (i < 10 ? "positive" : "unlabeled"));
  return bagSet([...rows, ...more.map((each) => each.rows)], {
    labels: [...labels, ...more.map(({ label }) => label)],
  });
}

describe("check, of copies", () => {
  it("says which unlabeled bags are copies of positive ones, once each, equal or nearly so", () => {
    const bags = withMore([
      { rows: rows[0], label: "unlabeled" },
      { rows: nearly(0), label: "unlabeled" },
      { rows: nearly(1), label: "unlabeled" },
      { rows: rows[20], label: "positive" },
      { rows: rows[2], label: "positive" },
      { rows: nearly(25), label: "unlabeled" },
    ]);
    const found = check(bags).find(({ code }) => code === "copies-across-labels");
    // b30 equals b0 and b31 is near it; b32 is near b1; b20 is the unlabeled twin of b33. Neither
    // b34 nor b35 has a twin of the other kind.
    expect(found).toMatchObject({ gravity: "warning", count: 4 });
    expect([...(found?.bags ?? [])].sort()).toEqual(["b20", "b30", "b31", "b32"]);
    expect(found?.message).toContain("4 unlabeled bags are copies of a positive one, in 3 sets");
    expect(found?.remedy).toContain("option groups");
  });

  it("says so of near-copies that contradict one another, too", () => {
    const found = check(withMore([{ rows: nearly(3), label: "negative" }]));
    expect(found.map(({ code }) => code)).toEqual(["near-duplicate-bags"]);
    expect(found[0].message).toContain("1 set holds positive and negative bags");
  });

  it("names the remedy of copies that agree in their labels", () => {
    const found = check(withMore([{ rows: nearly(3), label: "positive" }]));
    expect(found.map(({ code }) => code)).toEqual(["near-duplicate-bags"]);
    expect(found[0].remedy).toContain("option groups");
  });
});
