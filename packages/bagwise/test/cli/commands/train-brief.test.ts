import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { FAIR_SAMPLE } from "@bagwise/core/prior";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noise, SHAPES } from "../../../../../bench/right/noise/shapes.mjs";
import { runCli } from "../../../src/cli/run.js";
import { textWidth } from "../../../src/cli/text/width.js";
import { Collected, cliHere, printed } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-brief-"));
  const shape = ["--bags", "120", "--labeled", "30", "--dimensions", "4", "--distance", "4", "--seed", "1"];
  await printed(["synth", at("bags.csv"), ...shape]);
  const bags = noise(SHAPES.usual, 1);
  const rows = Array.from(bags, (bag) =>
    Array.from({ length: bag.size }, (_, j) => [bag.id, bag.label === "positive" ? 1 : 0, ...bag.instance(j)].join()),
  );
  writeFileSync(at("noise.csv"), [["bag", "label", ...bags.features].join(), ...rows.flat()].join("\n"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const train = (file: string, ...flags: readonly string[]) =>
  printed(["train", file, "--out", "m.model", ...flags], { cwd: folder });

/** What the command prints on a screen of so many columns, without its styles. */
async function onScreen(columns: number, ...args: readonly string[]): Promise<string[]> {
  const stdout = Object.assign(new Collected(), { isTTY: true, columns });
  expect(await runCli(args, { stdout, stderr: new Collected(), env: {}, cwd: folder })).toBe(0);
  return stripVTControlCharacters(stdout.text()).trimEnd().split("\n");
}

describe("bagwise train", () => {
  it("prints about twenty lines: the verdict, the likeliest bags, the prior and what to do next", async () => {
    const text = await train("bags.csv");
    const places = [/^Verdict +The positive bags clearly stand out/, /^The most likely/m, /^Prior /m, /^Next: /m].map(
      (part) => text.search(part),
    );
    expect(places[0]).toBe(0);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(27);
    expect(text.replace(/\s+/g, " ")).toContain(FAIR_SAMPLE);
    expect(text).not.toMatch(/Certificate|What was chosen, and why\n/);
    const details = await train("bags.csv", "--details");
    expect(details).toMatch(/^Certificate /m);
    expect(details.length).toBeGreaterThan(1.5 * text.length);
  });

  it("says first that nothing separates, and lists no probabilities", async () => {
    for (const flags of [[], ["--details"]]) {
      const text = await train("noise.csv", ...flags);
      expect(text).toMatch(/^Verdict +Nothing separates the positive bags/);
      expect(text).not.toMatch(/^ +rank +bag +probability/m);
      expect(text).not.toContain("The most likely");
      // The order is shown all the same.
      expect(text).toMatch(/may mean little\n +rank +bag\n +1 /);
    }
    const { telling, separation } = JSON.parse(await train("noise.csv", "--json"));
    expect(separation.apart).toBe(false);
    expect(telling).toMatchObject({ tested: 120, found: 0, rate: 0.05 });
    const ranked = await printed(["rank", "m.model", "noise.csv"], { cwd: folder });
    expect(ranked).toContain("Nothing separates");
  });

  it("promises no more than the lower ends of the intervals, and puts first what would tell more", async () => {
    const shape = ["--bags", "300", "--labeled", "20", "--prior", "0.05", "--distance", "4", "--seed", "3"];
    await printed(["synth", at("rare.csv"), ...shape]);
    const text = await train("rare.csv");
    const { measures } = JSON.parse(await train("rare.csv", "--json", "--force"));
    expect(measures.precision.low).toBeLessThan(0.5);
    const flat = text.replace(/\s+/g, " ");
    expect(flat).toContain(`AUC at least ${measures.auc.low.toFixed(2)}, perhaps ${measures.auc.value.toFixed(2)}`);
    expect(text).toMatch(/^In doubt /m);
    const command = "bagwise audit m.model rare.csv -n 30 --out audit.csv";
    expect(text).toContain(`Next: ${command}`);
    const ranked = await printed(["rank", "m.model", "rare.csv"], { cwd: folder });
    expect(ranked).toMatch(/^ +rank +bag +score +probability +range +known/m);
    expect(ranked).toContain(`Next: ${command}`);
    const evaluated = await printed(["evaluate", "m.model"], { cwd: folder });
    const percent = (share: number) => (100 * share < 0.5 ? "perhaps none" : `at least ${(100 * share).toFixed(0)} %`);
    expect(evaluated.replace(/\s+/g, " ")).toContain(
      `Of the positive calls, ${percent(measures.precision.low)}, perhaps`,
    );
    expect(evaluated).toContain("Next: bagwise audit m.model FILE -n 30 --out audit.csv");
    const without = await printed(["evaluate", "m.model", "--bootstrap", "0"], { cwd: folder });
    expect(without).not.toMatch(/^Verdict|^In doubt|^Next/m);
  });

  it("says that too few are labelled to tell, and shows the list", async () => {
    const shape = ["--bags", "30", "--labeled", "6", "--prior", "0.17", "--distance", "1.5", "--seed", "3"];
    await printed(["synth", at("few.csv"), ...shape]);
    for (const flags of [[], ["--details"]]) {
      const text = await train("few.csv", ...flags);
      expect(text).toMatch(/^Verdict +6 labelled bags are too few/);
      expect(text).toMatch(/may mean little\n +rank +bag\n +1 /);
      expect(text).toContain("bagwise rank m.model few.csv");
      expect(text).toContain("bagwise audit m.model few.csv -n 24");
    }
    const { notes } = JSON.parse(await train("few.csv", "--json"));
    expect(notes.map(({ code }: { code: string }) => code)).toContain("too-few-labels");
    expect(await printed(["rank", "m.model", "few.csv"], { cwd: folder })).toContain("6 labelled bags are too few");
  });

  it.each([60, 80, 120])("fits a screen of %i columns", async (columns) => {
    for (const file of ["bags.csv", "noise.csv"]) {
      const lines = await onScreen(columns, "train", file, "--out", "m.model");
      for (const line of lines) if (!line.includes(" bagwise ")) expect(textWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThanOrEqual(columns < 80 ? 38 : 32);
    }
  });

  it("with --quiet prints nothing, except warnings on stderr", async () => {
    for (const flag of ["--quiet", "-q"]) {
      expect(await cliHere(["train", "bags.csv", "--out", "q.model", flag], { cwd: folder })).toMatchObject({
        status: 0,
        stdout: "",
        stderr: "",
      });
    }
    const noisy = await cliHere(["train", "noise.csv", "--out", "q.model", "-q"], { cwd: folder });
    expect(noisy).toMatchObject({ status: 0, stdout: "" });
    expect(noisy.stderr).toMatch(/^bagwise: nothing separates/m);
  });

  it("prints next commands that work as they are, also for names with blanks", async () => {
    await printed(["convert", "bags.csv", "my bags.csv"], { cwd: folder });
    const text = await printed(["train", "my bags.csv", "--out", "my model"], { cwd: folder });
    expect(text).toContain("bagwise rank 'my model' 'my bags.csv' --top 20");
  });
});

describe("bagwise prior", () => {
  it("states its assumption, unless you gave the prior, and what it read", async () => {
    const prior = async (...flags: string[]) =>
      (await printed(["prior", "bags.csv", ...flags], { cwd: folder })).replace(/\s+/g, " ");
    expect(await prior()).toContain(FAIR_SAMPLE);
    expect(await prior("--details")).toContain("Note: columns guessed");
    expect(await prior("--prior", "0.3")).not.toContain(FAIR_SAMPLE);
  });
});
