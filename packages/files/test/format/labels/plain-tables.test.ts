import { describe, expect, it } from "vitest";
import { lettersOf } from "./apart.js";

describe("the first line of labels in text", () => {
  it("is data if it holds a label and no name", async () => {
    expect(await lettersOf("a,1\nb,-1\n")).toEqual("pnuu");
    expect(await lettersOf("a,active\nb,negative\n")).toEqual("pnuu");
    // A label in the first place is one among ids.
    expect(await lettersOf("1,verdict\na,1\nb,-1\n")).toEqual("pnuu");
    expect(await lettersOf("a,first,1\nb,second,-1\n", "l.csv", { bag: "column1", label: "column3" })).toEqual("pnuu");
  });

  it("is one of names if a name means a bag or a label, or one that you gave is there", async () => {
    expect(await lettersOf("id,active\na,1\nb,-1\n")).toEqual("pnuu");
    expect(await lettersOf("active,id\n1,a\n-1,b\n")).toEqual("pnuu");
    expect(await lettersOf("pos,bag\n1,a\n-1,b\n")).toEqual("pnuu");
    expect(await lettersOf("key,active\na,1\nb,-1\n", "l.csv", { label: "active" })).toEqual("pnuu");
    const reversed = "active,yes,key\n1,2,a\n-1,2,b\n";
    expect(await lettersOf(reversed, "l.csv", { bag: "key" })).toEqual("pnuu");
    expect(await lettersOf(reversed.replace("key", "id"), "l.csv", { label: "active" })).toEqual("pnuu");
    expect(await lettersOf("a,true\na,1\nb,-1\n", "l.csv", { bag: "a" })).toEqual("pnuu");
  });

  it("is what you say", async () => {
    expect(await lettersOf("bag,1\na,1\n", "l.csv", { header: false })).toEqual("puuu");
    expect(await lettersOf("a,1\nb,1\n", "l.csv", { header: true })).toEqual("upuu");
  });

  it("may have fewer fields than other lines, and blanks around names", async () => {
    expect(await lettersOf(" id , label \na,1\nb,-1,why\n")).toEqual("pnuu");
    expect(await lettersOf("a,1\nb,-1,why\n", "l.csv", { bag: "column1", label: "column2" })).toEqual("pnuu");
  });

  it("is there, or no label is of one of the bags", async () => {
    expect(await lettersOf("")).toMatchObject({ code: expect.any(String), file: "l.csv" });
  });
});

describe("labels as text", () => {
  it("are separated by tabs in a file that is called so, whatever separates the bags", async () => {
    expect(await lettersOf("id\tlabel\na\t1\nb\t-1\n", "l.tsv", { delimiter: "," })).toEqual("pnuu");
    expect(await lettersOf("id\tlabel, or not\na\t1\n", "l.tsv", { label: "label, or not" })).toEqual("puuu");
  });

  it("are at a line of their own", async () => {
    expect(await lettersOf("id,label\na,1\n\nb,maybe\n")).toMatchObject({ code: "label-value", line: 4 });
    expect(await lettersOf("a,1\nb,maybe\n")).toMatchObject({ code: "label-value", line: 2 });
  });
});

describe("labels as JSON", () => {
  it("are objects in a list, under bags, or one value for each bag", async () => {
    expect(await lettersOf('[{"bag":"a","label":1},{"label":-1,"bag":"b"}]', "l.json")).toEqual("pnuu");
    expect(await lettersOf('{"bags":[{"bag":"b","label":1}]}', "l.json")).toEqual("upuu");
    expect(await lettersOf('{"a":1,"b":-1}', "l.json")).toEqual("pnuu");
    // No list, so it is a bag of this name.
    expect(await lettersOf('{"bags":1,"a":1}', "l.json")).toEqual("puuu");
  });

  it("may leave out what they do not say, whatever objects know by themselves", async () => {
    expect(await lettersOf('[{"bag":"a","label":1},{"bag":"b"}]', "l.json")).toEqual("puuu");
    expect(await lettersOf('[{"bag":"a","label":1},{"bag":" "},{"label":null}]', "l.json")).toEqual("puuu");
    const inherited = '[{"bag":"a","constructor":1},{"bag":"b"}]';
    expect(await lettersOf(inherited, "l.json", { label: "constructor" })).toEqual("puuu");
  });

  it("are refused if they are no objects, with the place", async () => {
    expect(await lettersOf("[1,2]", "l.json")).toMatchObject({ code: "json-shape", file: "l.json", row: 1 });
    expect(await lettersOf('[{"bag":"a"},2]', "l.json")).toMatchObject({ code: "json-shape", file: "l.json", row: 2 });
    expect(await lettersOf("7", "l.json")).toMatchObject({ code: "json-shape", file: "l.json" });
    const lines = '{"bag":"a","label":1}\n\n 3\n';
    expect(await lettersOf(lines, "l.jsonl")).toMatchObject({ code: "json-shape", file: "l.jsonl", line: 3 });
    expect(await lettersOf('{"a":1,"b":"maybe"}', "l.json")).toMatchObject({ code: "label-value", row: 2 });
    expect(await lettersOf('[{"bag":"a","label":"maybe"}]', "l.json")).toMatchObject({ code: "label-value", row: 1 });
  });

  it("may have blank lines between them", async () => {
    const lines = '\n{"bag":"a","label":1}\n  \n{"bag":"b","label":-1}\n\n';
    expect(await lettersOf(lines, "l.jsonl")).toEqual("pnuu");
    expect(await lettersOf('{"bag":"a","label":1}\n\n{"bag":"b","label":"maybe"}', "l.jsonl")).toMatchObject({
      code: "label-value",
      line: 3,
    });
  });
});
