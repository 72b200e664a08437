import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSession, sessionText } from "@bagwise/core/review";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reviewBytes, writeReview } from "../../../src/node/files/review-file.js";

let folder: string;
const at = (name: string) => join(folder, name);
const paths = () => ({ data: at("bags.csv"), session: at("bags.review.json"), list: at("bags.next.csv") });
const data = { file: "bags.csv", hash: "0", bags: 3, positive: 1, negative: 0, reading: {} };
const session = newSession({ program: "1.0.0", data });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-review-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the files of a review", () => {
  it("are written as long as they are those that were read", async () => {
    const others = async () => writeFileSync(at("bags.next.csv"), "bag,answer\n");
    expect(await writeReview(paths(), { before: await reviewBytes(paths()), session, others })).toBe(true);
    expect(readFileSync(at("bags.review.json"), "utf8")).toBe(sessionText(session));
    expect(await writeReview(paths(), { before: await reviewBytes(paths()), session, others })).toBe(true);
  });

  it.each(["bags.review.json", "bags.next.csv"])("are left alone when %s came, changed or went since", async (name) => {
    const nothing = async () => expect.fail("it must not be written");
    const none = await reviewBytes(paths());
    writeFileSync(at(name), "of somebody else");
    expect(await writeReview(paths(), { before: none, session, others: nothing })).toBe(false);
    const some = await reviewBytes(paths());
    writeFileSync(at(name), "of somebody elsE");
    expect(await writeReview(paths(), { before: some, session, others: nothing })).toBe(false);
    expect(readFileSync(at(name), "utf8")).toBe("of somebody elsE");
    rmSync(at(name));
    expect(await writeReview(paths(), { before: some, session, others: nothing })).toBe(false);
    expect(existsSync(at(name))).toBe(false);
  });

  it("have one lock by whatever link they are called, and give it back after a failure", async () => {
    await writeReview(paths(), { before: [null, null], session, others: async () => undefined });
    symlinkSync(at("bags.review.json"), at("link.review.json"));
    const linked = { ...paths(), session: at("link.review.json") };
    const failing = async () => {
      expect(existsSync(at(".bags.review.json.lock"))).toBe(true);
      throw new Error("the disk is full");
    };
    const before = await reviewBytes(linked);
    await expect(writeReview(linked, { before, session: undefined, others: failing })).rejects.toThrow("full");
    expect(existsSync(at(".bags.review.json.lock"))).toBe(false);
  });
});
