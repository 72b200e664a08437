import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { random } from "@bagwise/core/base";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { LEARNERS } from "../../../src/learners.js";
import { cliHere, printed } from "../run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "bagwise-company-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Bags that can be told apart, with a gap here and there. */
function trainingText(): string {
  const generator = random(5);
  const rows = ["bag,label,f1,f2,f3"];
  for (let bag = 0; bag < 16; bag++) {
    for (let k = 0; k < 3; k++) {
      const values = [0, 1, 2].map((j) => (generator.normal() + (bag < 6 && j === 0 ? 3 : 0)).toFixed(3));
      if (k === 1) values[bag % 3] = "";
      rows.push(`b${bag},${bag < 6 ? 1 : 0},${values.join(",")}`);
    }
  }
  return rows.join("\n");
}
const training = file("training.csv", trainingText());

const cell = fc.option(fc.integer({ min: -50, max: 50 }), { nil: null, freq: 3 });
const row = fc.tuple(cell, cell, cell);
/** Rows of other bags; the first is whole, so that no column is text or empty. */
const company = fc.array(row, { maxLength: 4 });
const textOf = (rows: readonly (readonly [string, readonly (number | null)[]])[]) =>
  ["bag,f1,f2,f3", ...rows.map(([bag, values]) => [bag, ...values.map((value) => value ?? "")].join(","))].join("\n");

describe.each(LEARNERS.map(({ description }, k) => [description.name, k] as const))("%s", (method, k) => {
  it("gives a bag the same answer alone and in any company, whatever becomes of gaps", async () => {
    const model = join(folder, `${method}.model`);
    await printed(["train", training, "--missing", "median", "--method", method, "--out", model]);
    await fc.assert(
      fc.asyncProperty(row, company, fc.constantFrom("median", "drop"), async (own, others, missing) => {
        // Without a gap the other two rows of x are always there, so that the bag is never lost.
        const x = [own, [1, 5, 2], [0, 0, 0]].map((values) => ["x", values] as const);
        const alone = file("alone.csv", textOf(x));
        const neighbours = others.map((values, k) => [`n${k % 2}`, values] as const);
        const among = file("among.csv", textOf([...neighbours, ["n", [7, 7, 7]], ...x]));
        const answers = await Promise.all(
          [alone, among].map(async (path) => {
            const text = await printed(["predict", model, path, "--missing", missing]);
            const { bags } = JSON.parse(await printed(["rank", model, path, "--missing", missing, "--json"]));
            const ranked = bags.find(({ bag }: { bag: string }) => bag === "x");
            return [text.split("\n").find((line) => line.startsWith("x,")), ranked.score, ranked.probability];
          }),
        );
        expect(answers[1]).toEqual(answers[0]);
      }),
      // Other files for each learner.
      { seed: 7 + k, numRuns: 3 },
    );
  });
});

it("fills a gap with the median of the training bags in every command that scores", async () => {
  const model = join(folder, "auto.model");
  const one = file("q1.csv", "bag,f1,f2,f3\nx,1,,2\ny,1,5,2\n");
  const other = file("q2.csv", "bag,f1,f2,f3\nx,1,,2\ny,1,-5,2\n");
  const filled = (path: string) => printed(["predict", model, path, "--missing", "median"]);
  expect((await filled(one)).split("\n")[1]).toBe((await filled(other)).split("\n")[1]);
  const explained = (path: string) =>
    printed(["explain", model, path, "--missing", "median", "--bag-id", "x", "--json"]).then(
      (text) => JSON.parse(text).bags,
    );
  expect(await explained(one)).toEqual(await explained(other));
  // The training bags are still recognised.
  const evaluated = JSON.parse(await printed(["evaluate", model, training, "--missing", "median", "--json"]));
  expect(evaluated.source).toBe("held-out");
});

it("refuses to fill a gap for a model that keeps no medians", async () => {
  const golden = new URL("../../golden/learner-auto.model", import.meta.url);
  const old = join(folder, "old.model");
  writeFileSync(old, readFileSync(golden));
  const gap = file("gap.csv", "bag,f1,f2,f3\nx,1,,2\ny,2,1,0\n");
  expect(await cliHere(["rank", old, gap, "--missing", "median"])).toMatchObject({ status: 2, code: "no-median" });
});
