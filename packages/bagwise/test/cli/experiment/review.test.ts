import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "@bagwise/core/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedReview, planReviews, runReviewTrial, summariseReviews } from "../../../src/entries/lab.js";
import { readBags } from "../../../src/node/files/read-bags.js";
import { cliBuilt as cli } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);
const BAGS = 50;
const POSITIVE = 15;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-reviews-"));
  const generator = random(8);
  const rows = Array.from({ length: BAGS }, (_, k) => {
    const label = k < POSITIVE ? 1 : 0;
    return `b${k},${label},${generator.normal() + 3 * label},${generator.normal()}`;
  });
  writeFileSync(at("bags.csv"), `bag,label,x,y\n${rows.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (out: string, ...more: string[]) => [
  ...["experiment", "review", "--data", at("bags.csv"), "--starts", "3", "--out", at(out), ...more],
];
const resultsOf = (out: string) => readFileSync(join(at(out), "results.jsonl"), "utf8");

describe("bagwise experiment review", () => {
  it("simulates reviews, and tells the work saved and whether the promise was kept", async () => {
    const { status, stdout, stderr } = await cli(call("plain", "--workers", "1"));
    expect(status).toBe(0);
    expect(stderr).toContain("taken for negative");
    expect(stdout).toContain(`bags: ${BAGS} bags, ${POSITIVE} positive; 3 reviews`);
    expect(stdout).toMatch(/work saved at 95 % +0\.\d{3} \(0\.\d{3}\)/);
    expect(stdout).toMatch(/promise kept +\d of 3/);
    const report = readFileSync(join(at("plain"), "report.html"), "utf8");
    for (const part of ["<svg", "Recall by work", "promise", "bagwise experiment review --starts 3"])
      expect(report).toContain(part);
    expect(
      readFileSync(join(at("plain"), "table.csv"), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(4);
  });

  it("gives what the pure functions give", async () => {
    const printed = JSON.parse((await cli([...call("plain", "--workers", "1"), "--json"])).stdout);
    const grid = checkedReview({ starts: 3 });
    const bags = await readBags(at("bags.csv"));
    const records = [];
    for (const spec of planReviews("bags", grid))
      records.push({ id: "", spec, result: (await runReviewTrial(bags, spec)).result });
    const summary = summariseReviews(records, { grid, data: { name: "bags", bags: BAGS, positive: POSITIVE } });
    expect(printed.summary).toEqual(JSON.parse(JSON.stringify(summary)));
    for (const { result } of records) {
      expect(result.positives).toBe(POSITIVE - 1);
      expect(result.pool).toBe(BAGS - 2);
      expect(result.finds).toHaveLength(POSITIVE - 1);
      // Positives stand out, so a review by the ranking is far better than by chance.
      expect(result.wss95).toBeGreaterThan(0.2);
    }
    expect(summary.curve[0].mean).toBe(0);
    expect(summary.curve[summary.curve.length - 1].mean).toBe(1);
  });

  it("gives the same bytes for any number of workers, and goes on where it was", async () => {
    await cli(call("two", "--workers", "2"));
    expect(resultsOf("two")).toBe(resultsOf("plain"));
    const { stderr } = await cli([
      "experiment",
      "review",
      "--data",
      at("bags.csv"),
      "--starts",
      "4",
      "--out",
      at("two"),
    ]);
    expect(stderr).toContain("3 of them done before");
  });

  it("begins with a positive bag alone if asked, and refuses what does not fit", async () => {
    const one = planReviews("bags", checkedReview({ starts: 1, start: "positive" }));
    const { result } = await runReviewTrial(await readBags(at("bags.csv")), one[0]);
    expect(result.pool).toBe(BAGS - 1);
    expect((await cli(["experiment", "review"])).stderr).toContain("--data is missing");
    expect((await cli(call("bad", "--target", "1"))).stderr).toContain("target");
    writeFileSync(at("none.csv"), "bag,label,x\na,1,1\nb,0,2\n");
    const few = await cli(["experiment", "review", "--data", at("none.csv"), "--out", at("bad")]);
    expect(few).toMatchObject({ status: 2 });
    expect(few.stderr).toContain("1 positive bags of 2");
  });
});
