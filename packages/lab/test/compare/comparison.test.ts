import { random } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
import {
  type CompareRecord,
  cellsCsv,
  compareData,
  compareMarkdown,
  comparisonTables,
  familyByName,
  familyData,
  parseArm,
  summariseComparison,
} from "../../../bagwise/src/entries/lab.js";
import { originals } from "../make.js";
import { compareRecord } from "./make.js";

const arms = ["pu-skc", "pu-skc@data", "lsdd"].map(parseArm);
const data = ["wolf", "bear"].map((name) => compareData(name, originals()));
const PLACES = [
  { dataset: "wolf", protocol: "leak-free", prior: 0.3 },
  { dataset: "wolf", protocol: "leak-free", prior: 0.7 },
  { dataset: "wolf", protocol: "original", prior: 0.3 },
  { dataset: "bear", protocol: "leak-free", prior: 0.3 },
  { dataset: "family:plain", protocol: "original", prior: 0.3 },
] as const;

/** Invented trials: four of each seed, all arms on the same bags. */
const draw = random(3);
const records: CompareRecord[] = PLACES.flatMap((place) =>
  [1, 2].flatMap((seed) =>
    [0, 1, 2, 3].flatMap((trial) => {
      const constantAccuracy = 0.7 + 0.02 * draw.normal();
      return arms.map(({ method, knowledge }, k) =>
        compareRecord(
          { ...place, seed, trial, method, knowledge },
          {
            constantAccuracy,
            accuracy: constantAccuracy + 0.03 * (1 - k) + 0.02 * draw.normal(),
            auc: 0.8 - 0.02 * k + 0.01 * draw.normal(),
            ...(k === 0 ? {} : k === 2 ? { usedPrior: null, priorLow: null, priorHigh: null } : {}),
            ...(k === 1
              ? { usedPrior: 0.2 + 0.1 * trial, priorLow: [0, 0.1, 0.2, 0.4][trial], priorHigh: 0.35 + 0.1 * trial }
              : {}),
          },
        ),
      );
    }),
  ),
);
const frame = { arms, reference: "pu-skc@true", data };
const comparison = summariseComparison(records, frame);

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const se = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1) / values.length);
const of = (arm: string, place: (typeof PLACES)[number]) =>
  records.filter(
    ({ spec }) =>
      `${spec.method}@${spec.knowledge}` === arm &&
      spec.dataset === place.dataset &&
      spec.protocol === place.protocol &&
      spec.prior === place.prior,
  );
const leakFree = PLACES.filter(({ protocol }) => protocol === "leak-free");

describe("summariseComparison", () => {
  it("has a cell for each setting and arm, over all seeds", () => {
    expect(comparison.cells).toHaveLength(PLACES.length * 3);
    expect(comparison).toMatchObject({ trials: 8, seeds: [1, 2], groups: ["leak-free", "original", "families"] });
    const [cell] = comparison.cells;
    const own = of("pu-skc@true", PLACES[0]);
    const gains = own.map(({ result }) => result.accuracy - result.constantAccuracy);
    expect(cell).toMatchObject({
      dataset: "wolf",
      group: "leak-free",
      arm: "pu-skc@true",
      trials: 8,
      constantGuess: 0.7,
    });
    expect(cell.accuracy.mean).toBeCloseTo(mean(own.map(({ result }) => result.accuracy)), 12);
    expect(cell.gain.mean).toBeCloseTo(mean(gains), 12);
    expect(cell.gain.se).toBeCloseTo(se(gains), 12);
  });

  it("does not depend on the order of the records, but for that of the settings", () => {
    const shuffled = PLACES.flatMap((place) =>
      records
        .filter(
          ({ spec }) =>
            spec.dataset === place.dataset && spec.protocol === place.protocol && spec.prior === place.prior,
        )
        .reverse(),
    );
    expect(summariseComparison(shuffled, frame)).toEqual(comparison);
  });

  it("counts cells below the constant guess by the standard error of the paired difference", () => {
    const facts = comparison.facts.find(({ arm, group }) => arm === "lsdd@true" && group === "leak-free");
    const gains = leakFree.map((place) =>
      of("lsdd@true", place).map(({ result }) => result.accuracy - result.constantAccuracy),
    );
    expect(facts?.cells).toBe(3);
    expect(facts?.gain).toBeCloseTo(mean(gains.map(mean)), 12);
    expect(facts?.gainSe).toBeCloseTo(Math.sqrt(gains.reduce((sum, each) => sum + se(each) ** 2, 0)) / 3, 12);
    expect(facts?.belowOneSe).toBe(gains.filter((each) => mean(each) < -se(each)).length);
    expect(facts?.belowOneSe).toBeGreaterThan(0);
    expect(facts?.belowMargin).toBe(gains.filter((each) => mean(each) < -0.03).length);
    expect(facts?.worst.gain.mean).toBeCloseTo(Math.min(...gains.map(mean)), 12);
  });

  it("knows how far the prior is off and how often intervals hold it", () => {
    const facts = comparison.facts.find(({ arm, group }) => arm === "pu-skc@data" && group === "original");
    // Used 0.2, 0.3, 0.4, 0.5 where 0.3 is true; intervals 0..0.35, 0.1..0.45, 0.2..0.55,
    // 0.4..0.65.
    expect(facts?.prior?.error).toBeCloseTo(0.1, 12);
    expect(facts?.prior?.intervals).toMatchObject({ trials: 8, coverage: 0.75 });
    expect(facts?.prior?.intervals?.width).toBeCloseTo(0.325, 12);
    // A prior that was told has no interval to judge; a method without one has nothing.
    expect(comparison.facts[0].prior).toEqual({ error: expect.closeTo(0.4 / 3, 10), intervals: null });
    expect(comparison.facts.find(({ arm }) => arm === "lsdd@true")?.prior).toBeNull();
  });

  it("compares every arm with the reference on the same bags", () => {
    const found = comparison.toReference.find(({ arm, group }) => arm === "pu-skc@data" && group === "leak-free");
    const differences = leakFree.map((place) => {
      const reference = of("pu-skc@true", place);
      return of("pu-skc@data", place).map(({ result }, k) => result.auc - reference[k].result.auc);
    });
    expect(comparison.toReference.map(({ arm }) => arm)).not.toContain("pu-skc@true");
    expect(found?.auc.mean).toBeCloseTo(mean(differences.map(mean)), 12);
    expect(found?.auc.belowOneSe).toBe(differences.filter((each) => mean(each) < -se(each)).length);
    expect(found?.auc.worst).toBeCloseTo(Math.min(...differences.map(mean)), 12);
  });

  it("has wins of one as losses of the other, and every cell in every duel", () => {
    for (const { duels, ranking } of comparison.contests) {
      expect(duels).toHaveLength(6);
      for (const { arm, other, wins, ties, losses, difference } of duels) {
        const back = duels.find((each) => each.arm === other && each.other === arm);
        expect(back).toMatchObject({ wins: losses, ties, losses: wins });
        expect(back?.difference).toBeCloseTo(-difference, 12);
        expect(wins + ties + losses).toBe(ranking.cells);
      }
    }
    const all = comparison.contests.find(({ group, measure }) => group === "all" && measure === "accuracy");
    expect(all?.ranking.cells).toBe(PLACES.length);
    expect(all?.ranking.means).toEqual([1, 2, 3]);
    expect(all?.duels.find(({ arm, other }) => arm === "pu-skc@true" && other === "lsdd@true")?.wins).toBeGreaterThan(
      3,
    );
  });

  it("compares with the printed table in the paper's protocol and sizes alone", () => {
    const sizes = { dataset: "fox", protocol: "paper", prior: 0.1, labeled: 20, unlabeled: 180, test: 200 } as const;
    const targetOf = (changes: object) =>
      summariseComparison(
        [0.9, 0.91].map((accuracy, trial) =>
          compareRecord({ ...sizes, eta: 1e4, trial, method: "lsdd", ...changes }, { accuracy }),
        ),
        { ...frame, arms: [parseArm("lsdd")], reference: "lsdd@true" },
      ).facts[0].target;
    // The constant guess has 0.9 there, the best of the paper 0.84.
    expect(targetOf({})).toEqual({
      cells: 1,
      reached: 1,
      margin: expect.closeTo(0.005, 12),
      worst: expect.closeTo(0.005, 12),
    });
    expect(targetOf({ eta: null })).toBeNull();
    expect(targetOf({ test: 100 })).toBeNull();
    expect(targetOf({ protocol: "leak-free" })).toBeNull();
  });
});

describe("the tables", () => {
  const tables = comparisonTables(comparison);

  it("have rows as long as their heads, and one table at a glance for each group", () => {
    for (const { head, rows } of tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(head.length);
    }
    expect(tables.filter(({ id }) => id === "glance").map(({ title }) => title)).toEqual([
      "Protocol leak-free",
      "Protocol original",
      "Families",
    ]);
    expect(tables.map(({ id }) => id)).not.toContain("target");
    const [prior] = tables.filter(({ id }) => id === "prior");
    expect(prior.rows.map(([arm]) => arm)).toEqual(["pu-skc@data", "pu-skc@data", "pu-skc@data"]);
  });

  it("do without comparisons where there is one method", () => {
    const one = [parseArm("pu-skc")];
    const alone = summariseComparison(
      records.filter(({ spec }) => spec.method === "pu-skc" && spec.knowledge === "true"),
      { ...frame, arms: one },
    );
    expect([...new Set(comparisonTables(alone).map(({ id }) => id))]).toEqual(["glance", "cells"]);
  });

  it("have no standard error of one trial, count no cell by it, and say how many trials are needed", () => {
    const single = summariseComparison(
      records.filter(({ spec }) => spec.trial === 0 && spec.seed === 1),
      frame,
    );
    for (const { gainSe, belowOneSe } of single.facts) expect([gainSe, belowOneSe]).toEqual([null, null]);
    for (const { accuracy } of single.toReference) expect([accuracy.se, accuracy.belowOneSe]).toEqual([null, null]);
    const [first] = comparisonTables(single);
    const captionOf = (of: typeof single) => comparisonTables(of)[0].caption;
    expect(captionOf(single).length).toBeGreaterThan(captionOf(comparison).length);
    expect(first.rows[0].slice(2, 5)).toEqual([expect.stringMatching(/^[+-]\d\.\d{3} ± –$/), expect.anything(), ""]);
    const [head, line] = cellsCsv(single, { version: "1", noise: "reference", hashes: {} }).split("\n");
    const at = (name: string) => line.split(",")[head.split(",").indexOf(name)];
    for (const name of ["gain_se", "gain_p", "accuracy_sd", "auc_sd"]) expect(at(name)).toBe("");
    expect(at("accuracy_mean")).not.toBe("");
  });

  it("call families so, by their titles, in every table and in the CSV", () => {
    const plain = familyData(familyByName("plain"));
    const own = records.filter(({ spec }) => spec.dataset === "family:plain");
    const families = summariseComparison(own, { ...frame, data: [plain] });
    const fields = comparisonTables(families).flatMap(({ rows, head }) => [...head, ...rows.flat()]);
    expect(fields.some((field) => field.includes("family:"))).toBe(false);
    expect(fields).toContain("Plain at 0.3");
    const csv = cellsCsv(families, { version: "1", noise: "reference", hashes: {} });
    expect(csv.split("\n")[1]).toMatch(/^family:plain,families,/);
    const hashes = { "family:plain": "drawn" };
    const text = compareMarkdown(families, { version: "1", command: "bagwise", hashes, notes: [] });
    // Bags that are drawn have no content to name.
    expect(text).not.toContain("| drawn |");
  });

  it("are Markdown with the version, the command and the hashes", () => {
    const text = compareMarkdown(comparison, {
      version: "9.9.9",
      command: "bagwise experiment compare --x",
      hashes: { wolf: "abc" },
      notes: [{ message: "a note" }],
    });
    for (const part of [
      "bagwise 9.9.9",
      "bagwise experiment compare --x",
      "| wolf | abc |",
      "Note: a note.",
      "## Mean ranks",
    ])
      expect(text).toContain(part);
    // Every line of a table has as many bars as the rule under its head.
    for (const block of text
      .trimEnd()
      .split("\n\n")
      .filter((part) => part.startsWith("|"))) {
      const bars = block.split("\n").map((line) => line.replaceAll("\\|", "").split("|").length);
      expect(new Set(bars).size).toBe(1);
    }
  });

  it("are a CSV whose rows say where they come from, in full precision", () => {
    const text = cellsCsv(comparison, { version: "9.9.9", noise: "reference", hashes: { wolf: "abc", bear: "def" } });
    const [head, ...lines] = text.trimEnd().split("\n");
    const column = (name: string) => head.split(",").indexOf(name);
    expect(lines).toHaveLength(comparison.cells.length);
    for (const [k, line] of lines.entries()) {
      const fields = line.split(",");
      expect(fields).toHaveLength(head.split(",").length);
      expect(Number(fields[column("accuracy_mean")])).toBe(comparison.cells[k].accuracy.mean);
      expect(Number(fields[column("gain_se")])).toBe(comparison.cells[k].gain.se);
      expect(fields[column("bagwise")]).toBe("9.9.9");
      expect(fields[column("seeds")]).toBe("1 2");
    }
    expect(lines[0].endsWith(",abc")).toBe(true);
  });
});
