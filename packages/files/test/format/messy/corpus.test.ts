import { contentHash } from "@bagwise/core/bags";
import { describe, expect, it } from "vitest";
import { readBags } from "../../../src/format/read-bags.js";
import { surveyBags } from "../../../src/format/survey-bags.js";
import { bytesOf, CORPUS } from "./corpus.js";
import { ROWS, values } from "./truth.js";

it("has at least 40 files", () => {
  expect(Object.values(CORPUS).flat().length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.entries(CORPUS))("a messy file (%s)", (_, files) => {
  it.each(files.map((file) => [file.what, file] as const))("with %s", async (_what, file) => {
    const { name, notes = [], problems = [], suggested = {}, features = ["x", "y", "z"], xyz = features } = file;
    const content = await bytesOf(file);
    const survey = await surveyBags(content, { name });
    const found = survey.problems.map(({ code, column }) => (column === undefined ? code : `${code} ${column}`));
    expect(found.sort()).toEqual([...problems].sort());
    expect(survey.error === undefined).toBe(problems.length === 0);
    if (file.hopeless) {
      expect(survey).toMatchObject({ bags: undefined, suggested: undefined });
      return;
    }
    expect(survey.suggested).toEqual(suggested);
    // What is suggested is what is read, also by those who read without a survey.
    const bags = await readBags(content, { name, ...survey.suggested });
    if (survey.error !== undefined && survey.bags !== undefined)
      expect(await contentHash(bags)).toBe(await contentHash(survey.bags));
    expect(survey.notes.map(({ code }) => code)).toEqual(expect.arrayContaining([...notes]));
    expect(bags.features).toEqual(features);
    expect(bags.shown.map(({ name: shown }) => shown)).toEqual(file.shown ?? []);
    const { ids = (number: number) => `m${number}`, single = false } = file;
    const expected = new Map(
      ROWS.map(({ b, k, positive }) => [ids(single ? k : b), positive ? "positive" : "unlabeled"]),
    );
    expect(new Map(bags.ids().map((id, i) => [id, bags.labelOf(i)]))).toEqual(expected);
    expect(bags.ids()).toEqual([...expected.keys()]);
    for (const [k, key] of (["x", "y", "z"] as const).entries()) {
      const feature = xyz[k];
      if (feature !== null && feature !== undefined) expect(values(bags, feature)).toEqual(ROWS.map((row) => row[key]));
    }
  });
});
