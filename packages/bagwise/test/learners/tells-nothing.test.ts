import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BagSet } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";
import { explain } from "@bagwise/core/explain";
import { decodeModel, encodeModel } from "@bagwise/core/model";
import { afterAll, describe, expect, it } from "vitest";
import { tellsNothing } from "../../../core/src/learners/shared/tells-nothing.js";
import { withoutIntervals } from "../../../core/test/learners/make.js";
import { LEARNERS } from "../../src/learners.js";
import { cliHere, printed } from "../cli/run-cli.js";

/** 4 positive and 12 unlabeled bags; `rows` gives the instances of each. */
function bagsOf(rows: (bag: number) => number[][]): BagSet {
  return BagSet.from(
    Array.from({ length: 16 }, (_, i) => ({
      id: `b${i}`,
      label: i < 4 ? ("positive" as const) : ("unlabeled" as const),
      instances: rows(i),
    })),
  );
}

const kinds = [
  [[1, 2]],
  [
    [3, 0.1],
    [0.2, 5],
  ],
];
const USELESS: [string, BagSet][] = [
  ["all features 0", bagsOf((i) => Array.from({ length: 1 + (i % 5) }, () => [0, 0]))],
  ["all features constant", bagsOf((i) => Array.from({ length: 1 + (i % 3) }, () => [0.1, -7]))],
  ["one bag repeated", bagsOf(() => kinds[1])],
  ["positive bags that occur among the unlabeled ones in the same shares", bagsOf((i) => kinds[i % 2])],
];

describe.each(LEARNERS.map((entry) => [entry.description.name, entry] as const))("%s", (_, entry) => {
  const create = withoutIntervals(entry);

  it.each(USELESS)("says that %s tell nothing, and answers with the prior", async (_, bags) => {
    const model = decodeModel(encodeModel(await create({}).fit(bags)));
    const { notes, prior, certificate } = model.card;
    expect(notes[0].code).toBe("tells-nothing");
    expect(["solved", "local"]).toContain(certificate.status);
    expect(new Set(model.scores(bags)).size).toBe(1);
    for (const { probability, predicted } of model.predict(bags)) {
      if (prior === null) expect(probability).toBeNull();
      else expect(probability).toBeCloseTo(prior.value, 12);
      expect(predicted).toBe("negative");
    }
    for (const { contributions, witness } of await explain(model, bags.subset([0, 5]))) {
      expect(new Set(contributions).size).toBe(1);
      expect(witness.tied || contributions.length === 1).toBe(true);
    }
  });

  it("uses the other features if one is constant, and has no such verdict", async () => {
    const generator = random(3);
    const bags = bagsOf((i) => [[5, generator.normal() + (i < 4 ? 4 : 0)]]);
    const model = await create({}).fit(bags);
    expect(model.card.notes.map(({ code }) => code)).not.toContain("tells-nothing");
    expect(new Set(model.scores(bags)).size).toBeGreaterThan(1);
  });
});

it("different shares, other bags or other known negatives tell something", () => {
  expect(tellsNothing(bagsOf((i) => kinds[i < 3 ? 0 : i % 2]))).toBe(false);
  expect(tellsNothing(bagsOf((i) => (i === 15 ? [[9, 9]] : kinds[1])))).toBe(false);
  // Repeated instances move the mean of a bag.
  expect(tellsNothing(bagsOf((i) => (i < 4 ? kinds[1] : [...kinds[1], kinds[1][0]])))).toBe(false);
  const same = bagsOf(() => kinds[0]);
  expect(tellsNothing(same)).toBe(true);
  const known = bagsOf((i) => kinds[i === 15 ? 1 : 0]);
  expect(tellsNothing(known.withLabels(known.labels().map((label, i) => (i === 15 ? "negative" : label))))).toBe(false);
  expect(tellsNothing(same.positive())).toBe(false);
});

describe("on the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-nothing-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const rows = Array.from({ length: 30 }, (_, i) => `b${Math.floor(i / 2)},${i < 8 ? 1 : 0},0,0`);
  const input = ["bag,label,f0,f1", ...rows].join("\n");

  it.each(["auto", "pu-skc", "lsdd"])("%s gives a plain verdict before any list, in every command", async (method) => {
    const model = join(folder, `${method}.model`);
    const trained = await printed(["train", "-", "--method", method, "--out", model], { input });
    expect(trained).toMatch(/^Verdict +Nothing tells/);
    expect(trained).not.toContain("most likely unlabeled bags");
    expect(await printed(["rank", model, "-"], { input })).toContain("Nothing tells the positive bags");
    expect(await printed(["explain", model, "-"], { input })).toMatch(/^Nothing tells the positive bags/);
    const evaluated = await printed(["evaluate", model, "--prior", "0.3"]);
    expect(evaluated).toMatch(/^Verdict +Nothing tells/m);
    const predicted = await printed(["predict", model, "-"], { input });
    expect(predicted.split("\n")).toHaveLength(17);
    expect(predicted).not.toContain("positive");
    const page = join(folder, `${method}.html`);
    expect((await cliHere(["report", model, "--out", page])).status).toBe(0);
  });
});
