import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "@bagwise/core/base";
import {
  parseSession,
  type ReviewSession,
  reviewState,
  sessionText,
  standingOf,
  withEvent,
} from "@bagwise/core/review";
import { readBags } from "@bagwise/files";
import { checkedReview, planReviews, runReviewTrial } from "@bagwise/lab";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere } from "../../../packages/bagwise/test/cli/run-cli.js";
import { startSeed } from "../../../packages/lab/src/review/trial.js";
import { WorkbenchEngine } from "../src/worker/engine.js";

const AT = "2026-01-02T03:04:05.000Z";
const sample = new URL("../../../packages/bagwise/samples/", import.meta.url);
let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-same-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Documents with texts, and what is true of each. */
function documents(): readonly [string, (bag: string) => boolean] {
  const rows = readFileSync(new URL("letters-truth.csv", sample), "utf8").trim().split("\n").slice(1);
  const truth = new Map(rows.map((row) => row.split(",") as [string, string]));
  return [readFileSync(new URL("letters.csv", sample), "utf8"), (bag) => truth.get(bag) === "1"];
}

/** A plain table of bags with some rows each; some bags are copies of others, and some are labelled. */
function table(): readonly [string, (bag: string) => boolean] {
  const draw = random(4);
  const rows: string[] = [];
  const isPositive = (k: number) => k % 4 === 0;
  for (let k = 0; k < 120; k++) {
    const label = k < 12 ? (isPositive(k) ? "1" : k === 1 ? "-1" : "") : "";
    const own = [0, 1, 2].map(() =>
      [0, 1, 2, 3].map((j) => draw.normal() + (isPositive(k) && j === 0 ? 1.5 : 0)).join(","),
    );
    for (const bag of k % 15 === 7 ? [`b${k}`, `b${k}-again`] : [`b${k}`])
      rows.push(...own.map((values) => `${bag},${label},${values}`));
  }
  return [`bag,label,x,y,z,w\n${rows.join("\n")}\n`, (bag) => isPositive(Number.parseInt(bag.slice(1), 10))];
}

describe.each([
  ["documents", documents],
  ["a table with copies", table],
])("reviews of %s", (name, make) => {
  it.each([
    ["probability", "0"],
    ["uncertainty", "3"],
    ["teaching", "3"],
  ])("have the same lists in the command line and in the workbench, by %s", async (by, seed) => {
    const [text, isPositive] = make();
    const stem = `${name.replaceAll(" ", "-")}-${by}`;
    writeFileSync(at(`${stem}.csv`), text);
    const engine = new WorkbenchEngine();
    await engine.open({ blob: new Blob([text]), name: `${stem}.csv`, reading: {} });
    const flags = ["--by", by, "--seed", seed, "-n", "7", "--random", "0.3"];
    let [lists, copies] = [0, 0];
    for (let round = 0; round < 6; round++) {
      const { status, stderr } = await cliHere(["review", `${stem}.csv`, ...(round === 0 ? flags : [])], {
        cwd: folder,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const session = parseSession(readFileSync(at(`${stem}.review.json`), "utf8"));
      const last = session.events.at(-1);
      if (last?.type !== "round") throw new Error("there is no round");
      const before: ReviewSession = { ...session, events: session.events.slice(0, -1) };
      const { list, open, checking } = await engine.rank(standingOf(before), []);
      expect({ shown: list, open, checking }).toEqual({ shown: last.shown, open: last.open, checking: last.checking });
      lists++;
      copies += list.filter(({ why }) => why === "copy").length;
      // Some are put aside, as people do.
      const answers = last.shown.map(({ bag }, k) => ({
        bag,
        answer: k === 5 ? "skipped" : k === 6 ? "cannot tell" : isPositive(bag) ? "positive" : "negative",
      })) as { bag: string; answer: "positive" | "negative" | "cannot tell" | "skipped" }[];
      writeFileSync(at(`${stem}.review.json`), sessionText(withEvent(session, { type: "answers", at: AT, answers })));
    }
    expect(lists).toBe(6);
    if (name !== "documents" && by !== "teaching") expect(copies).toBeGreaterThan(0);
    const { counts } = reviewState(parseSession(readFileSync(at(`${stem}.review.json`), "utf8")));
    expect(counts.positive).toBeGreaterThan(0);
  });
});

it("simulates the review that an experiment simulates, by the same seed", async () => {
  const draw = random(11);
  const rows = Array.from({ length: 60 }, (_, k) => {
    const positive = k % 5 === 0 ? 1 : 0;
    return `b${k},${positive || -1},${draw.normal() + 2 * positive},${draw.normal()}`;
  });
  const blob = new Blob([`bag,label,x,y\n${rows.join("\n")}\n`]);
  const [spec] = planReviews("bags", checkedReview({ starts: 1 }));
  const { result } = await runReviewTrial(await readBags(blob), spec);
  const told: number[] = [];
  const file = { blob, name: "bags.csv", reading: {} };
  const found = await new WorkbenchEngine().simulate(file, null, startSeed(spec), (reviewed) => told.push(reviewed));
  const { pool, positives, wss95, wss100, recall } = result;
  expect(found).toMatchObject({ pool, positives, wss95, wss100, promised: { recall } });
  expect(found.finds.flatMap((find, k) => (find ? [k + 1] : []))).toEqual(result.finds);
  expect(found.promised.order.length / pool).toBe(result.work);
  expect(told.at(-1)).toBe(found.promised.order.length);
});
