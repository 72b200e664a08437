import { describe, expect, it } from "vitest";
import { check } from "../../src/bags/check.js";
import type { Label } from "../../src/bags/label.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { bagSet, nested } from "./make.js";

const sound = synthesise({ bags: 30, labeled: 8, dimensions: 6 }).bags;
const labels = sound.labels();
const codes = (bags: Parameters<typeof check>[0], options = {}) => check(bags, options).map(({ code }) => code);

describe("check", () => {
  it("finds nothing wrong with sound bags", () => {
    expect(check(sound)).toEqual([]);
  });

  it("finds values that are not finite, and says where the first is", () => {
    const rows = nested(sound);
    rows[3][1][2] = Number.NaN;
    rows[5][0][2] = Number.NEGATIVE_INFINITY;
    const [finding, ...others] = check(bagSet(rows, { labels }));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      gravity: "error",
      code: "not-finite",
      bags: ["b3", "b5"],
      features: ["f3"],
      count: 2,
    });
    expect(finding.message).toContain('NaN in bag "b3", instance 2, feature "f3"');
  });

  it("finds empty bags", () => {
    const [finding] = check(bagSet([...nested(sound), [], []], { labels: [...labels, "unlabeled", "unlabeled"] }));
    expect(finding).toMatchObject({ gravity: "error", code: "empty-bag", bags: ["b30", "b31"], count: 2 });
  });

  it("finds constant, near-constant and tiny features, each in one list", () => {
    let n = 0;
    const rows = nested(synthesise({ bags: 200, dimensions: 3 }).bags);
    const wider = rows.map((bag) => bag.map((row) => [...row, 7, n++ === 0 ? 1 : 0, row[0] * 1e-5]));
    const found = check(bagSet(wider, { labels: synthesise({ bags: 200 }).bags.labels() }));
    expect(found.map(({ gravity, code, features, count }) => [gravity, code, features, count])).toEqual([
      ["caution", "constant-features", ["f4"], 1],
      ["caution", "near-constant-features", ["f5"], 1],
      ["caution", "tiny-features", ["f6"], 1],
    ]);
  });

  it("calls a feature near-constant from exactly the given share on", () => {
    const rows = Array.from({ length: 10 }, (_, i) => [[i === 0 ? 1 : 0, i]]);
    expect(codes(bagSet(rows), { nearConstant: 0.9 })).toContain("near-constant-features");
    expect(codes(bagSet(rows), { nearConstant: 0.91 })).not.toContain("near-constant-features");
    expect(() => check(bagSet(rows), { nearConstant: 0.5 })).toThrow("the option nearConstant is 0.5");
  });

  it("finds duplicates, and says when they contradict one another", () => {
    const rows = nested(sound);
    const twice = [...rows, rows[0], rows[1]];
    const contrary: Label[] = [...labels.with(0, "positive"), "negative", labels[1]];
    const [finding, ...others] = check(bagSet(twice, { labels: contrary }));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      gravity: "warning",
      code: "duplicate-bags",
      bags: ["b0", "b30", "b1", "b31"],
      count: 4,
    });
    expect(finding.message).toContain("1 set holds positive and negative bags");
  });

  it("tells near-copies apart from duplicates, and does not report a bag as both for the same reason", () => {
    const rows = nested(sound);
    const near = rows[1].map((row) => row.map((x) => x + 0.01));
    const found = check(bagSet([...rows, rows[0], near], { labels: [...labels, labels[0], labels[1]] }));
    expect(found.map(({ code, bags }) => [code, bags])).toEqual([
      ["duplicate-bags", ["b0", "b30"]],
      ["near-duplicate-bags", ["b1", "b31"]],
    ]);
  });

  it("notes the bags that were not looked at for near-copies, unless none were asked for", () => {
    const [note] = check(sound, { mostBags: 10 });
    expect(note).toMatchObject({ gravity: "info", code: "near-duplicates-unseen", count: 20 });
    expect(check(sound, { mostBags: 0 })).toEqual([]);
  });

  it("warns of one-class data and of few positive bags", () => {
    const all = (label: Label) => sound.withLabels(labels.map(() => label));
    expect(codes(all("positive"))).toEqual(["only-positive"]);
    expect(codes(all("unlabeled"))).toEqual(["no-positive-labels"]);
    expect(codes(all("negative"))).toEqual(["no-positive-labels"]);
    const four = sound.withLabels(labels.map((_, i) => (i < 4 ? "positive" : "unlabeled")));
    expect(codes(four)).toEqual(["few-positive-labels"]);
    expect(codes(four, { fewPositive: 4 })).toEqual([]);
    expect(check(all("unlabeled"))[0].gravity).toBe("warning");
  });

  it("names the first 20 and counts all", () => {
    const [finding] = check(
      bagSet(
        Array.from({ length: 50 }, () => []),
        { features: ["f"] },
      ),
    );
    expect([finding.code, finding.bags?.length, finding.count]).toEqual(["empty-bag", 20, 50]);
  });

  it("puts errors first and gives every finding a remedy that is a sentence", () => {
    const found = check(bagSet([[[1, 0]], [[1, Number.NaN]], [[1, 0]], []]));
    const gravities = found.map(({ gravity }) => gravity);
    const order = ["error", "warning", "caution", "info"];
    expect(gravities).toEqual([...gravities].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    for (const { message, remedy } of found) {
      expect(message).toMatch(/[^.]$/);
      expect(remedy).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("says that there is nothing to check", () => {
    expect(codes(bagSet([], { features: ["f"] }))).toEqual(["no-bags"]);
    expect(codes(sound.filter(() => false))).toEqual(["no-bags"]);
    expect(codes(bagSet([[[]], [[]]], { features: [] }))).toContain("no-features");
  });

  it("is plain data", () => {
    const found = check(bagSet([[[1]], [[1]], []]));
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });
});
