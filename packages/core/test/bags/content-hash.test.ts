import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { contentHash } from "../../src/bags/content-hash.js";
import { synthesise } from "../../src/bags/synthesise.js";
import { anyBags, bagSet, FIXED } from "./make.js";

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

describe("contentHash", () => {
  it("is the hash that its description says", async () => {
    const bags = bagSet([[[1, -2]], [[0.5, 3]]], { labels: ["positive", "unlabeled"], groups: ["x", "é"] });
    const header =
      '{"bagwise":1,"features":["f1","f2"],"ids":["b0","b1"],"labels":[1,0],"groups":["x","é"],"sizes":[1,1]}';
    const values = Buffer.alloc(32);
    for (const [k, x] of [1, -2, 0.5, 3].entries()) values.writeDoubleLE(x, 8 * k);
    expect(await contentHash(bags)).toBe(sha256(Buffer.concat([sha256(header), sha256(values)])).toString("hex"));
  });

  it("hashes more than one piece as described", async () => {
    const { bags } = synthesise({ bags: 10, dimensions: 20_000, bagSize: 3 });
    const { buffer } = bags.toMatrix();
    const { ids, features } = { ids: bags.ids(), features: bags.features };
    const labels = bags.labels().map((label) => (label === "positive" ? 1 : 0));
    const header = JSON.stringify({ bagwise: 1, features, ids, labels, groups: null, sizes: ids.map(() => 3) });
    const pieces = [
      sha256(header),
      sha256(new Uint8Array(buffer, 0, 2 ** 22)),
      sha256(new Uint8Array(buffer, 2 ** 22)),
    ];
    expect(await contentHash(bags)).toBe(sha256(Buffer.concat(pieces)).toString("hex"));
  });

  it("is equal for a view and its copy", async () => {
    await fc.assert(
      fc.asyncProperty(anyBags({ minBags: 2 }), async (bags) => {
        const view = bags.subset([1, 0]);
        expect(await contentHash(view)).toBe(await contentHash(view.withMatrix(view.toMatrix())));
      }),
      FIXED,
    );
  });

  it("changes with every part", async () => {
    const base = { labels: ["positive" as const], groups: ["g"], ids: ["a"], features: ["f"] };
    const sets = [
      bagSet([[[1]]], base),
      bagSet([[[2]]], base),
      bagSet([[[0]]], base),
      bagSet([[[-0]]], base),
      bagSet([[]], base),
      bagSet([[[1]]], { ...base, labels: ["unlabeled"] }),
      bagSet([[[1]]], { ...base, groups: ["h"] }),
      bagSet([[[1]]], { labels: base.labels, ids: base.ids, features: base.features }),
      bagSet([[[1]]], { ...base, ids: ["b"] }),
      bagSet([[[1]]], { ...base, features: ["g"] }),
      bagSet([[[1]]], { ...base, ids: ["\ud800"] }),
      bagSet([[[1]]], { ...base, ids: ["\ud801"] }),
    ];
    const hashes = await Promise.all(sets.map(contentHash));
    expect(new Set(hashes).size).toBe(sets.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("says what to do where there is no Web Crypto", async () => {
    vi.stubGlobal("crypto", {});
    await expect(contentHash(bagSet([[[1]]]))).rejects.toThrow("https");
    vi.unstubAllGlobals();
  });
});
