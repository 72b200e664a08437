import { describe, expect, it } from "vitest";
import { fromCsv } from "../../../src/format/from-csv.js";
import { assignRoles } from "../../../src/format/rows/roles.js";
import { toSource } from "../../../src/format/text/source.js";

const groupOf = (names: readonly string[], group?: string) => assignRoles(names, { group }, "t.csv").group;

describe("the group column", () => {
  it("is the one called group, wherever it stands", () => {
    expect(groupOf(["bag", "label", "x1", "x2", "x3", "group"])).toBe(5);
    expect(groupOf(["bag", "label", "x1", "x2", " Group "])).toBe(4);
    expect(groupOf(["bag", "label", "group", "x1", "group_"])).toBe(2);
  });

  it("may have another name beside bag and label only", () => {
    expect(groupOf(["bag", "label", "group_id", "x"])).toBe(2);
    expect(groupOf(["bag", "label", "x", "group_id", "groups"])).toBeUndefined();
  });

  it("is none where the user says so, unless a column is called none", () => {
    expect(groupOf(["bag", "label", "group", "x"], "none")).toBeUndefined();
    expect(groupOf(["bag", "group", "none", "x"], "none")).toBe(2);
  });

  it.each([
    ["text", "g1", "g2"],
    ["numbers", "1", "2"],
  ])("at the end of a CSV file keeps bags together, be it %s, and the guess is noted", async (_, one, two) => {
    const text = `bag,label,x1,x2,x3,group\na,1,1,2,3,${one}\nb,0,1,2,3,${two}\nc,0,1,2,3,${one}\n`;
    const notes: string[] = [];
    const options = { onNote: ({ message }: { message: string }) => notes.push(message) };
    const bags = await fromCsv(toSource({ text }, { name: "t.csv" }), options);
    expect([...bags].map(({ group }) => group)).toEqual([one, two, one]);
    expect(bags.features).toEqual(["x1", "x2", "x3"]);
    expect(notes[0]).toBe('columns guessed: bag = "bag", label = "label", group = "group"');
  });

  it("that is called none leaves the group a feature", async () => {
    const bags = await fromCsv(toSource({ text: "bag,group,x\na,1,2\na,3,4\n" }, { name: "t.csv" }), { group: "none" });
    expect(bags.features).toEqual(["group", "x"]);
  });
});
