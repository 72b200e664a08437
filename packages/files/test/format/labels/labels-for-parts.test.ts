import { describe, expect, it } from "vitest";
import { readBags } from "../../../../bagwise/src/index.js";
import type { ReadOptions } from "../../../src/format/format.js";
import { labelsForParts } from "../../../src/format/labels/read-labels.js";
import { openInput } from "../../../src/format/read-bags.js";
import { bagsOf, lettersOf } from "./apart.js";

const LABELS = "id,label\nz,0\nb,1\na,-1\nq,1\nc,\n";

async function opened(text = LABELS, options: ReadOptions = {}) {
  const notes: { code: string; message: string }[] = [];
  const given = { ...options, onNote: (note: { code: string; message: string }) => notes.push(note) };
  return { labels: await labelsForParts({ text, name: "l.csv" }, given, openInput), notes };
}

describe("labelsForParts", () => {
  it("names all ids, those of positive bags first", async () => {
    const { labels } = await opened();
    expect(labels.positive).toEqual(["b", "q"]);
    expect(labels.ids).toEqual(["b", "q", "z", "a", "c"]);
  });

  it("gives each part its labels, and says at the end what was found", async () => {
    const { labels, notes } = await opened();
    expect(labels.part(await bagsOf(["x", "y"])).labels()).toEqual(["unlabeled", "unlabeled"]);
    expect(labels.part(await bagsOf(["b", "a"])).labels()).toEqual(["positive", "negative"]);
    expect(labels.part(await bagsOf(["c", "z"])).labels()).toEqual(["unlabeled", "unlabeled"]);
    notes.length = 0;
    labels.end();
    expect(notes.map(({ code }) => code)).toEqual(["labels-apart", "labels-unknown"]);
    expect(notes[0].message).toMatch(/\b4 bags\b.*\b2 bags\b/);
    expect(notes[1].message).toMatch(/^1 id .*"q"|“q”/);
  });

  it("says nothing of ids that are no bag if each is one", async () => {
    const { labels, notes } = await opened("id,label\na,1\nb,1\n");
    labels.part(await bagsOf(["a"]));
    labels.part(await bagsOf(["b"]));
    notes.length = 0;
    labels.end();
    expect(notes.map(({ code }) => code)).toEqual(["labels-apart"]);
    expect(notes[0].message).not.toMatch(/not known/);
  });

  it("is an error at the end if no label was of a bag, and nothing if there was no part", async () => {
    const { labels, notes } = await opened();
    notes.length = 0;
    labels.end();
    expect(notes).toEqual([]);
    labels.part(await bagsOf(["x"]));
    expect(() => labels.end()).toThrow(expect.objectContaining({ code: "labels-unmatched" }));
    const one = await opened();
    one.labels.part(await bagsOf(["z"]));
    expect(() => one.labels.end()).not.toThrow();
  });

  it("takes an engine at its word which of the ids that it looked up are bags", async () => {
    const { labels, notes } = await opened();
    expect(labels.heard(new Set(["b", "q", "z", "a", "c"]), 5, [])).toEqual([]);
    const [note, ...others] = labels.heard(new Set(["b"]), 3, []);
    expect(others).toEqual([]);
    expect(note.code).toBe("labels-unknown");
    expect(note.message).toMatch(/^2 ids /);
    // A sample need not hold a bag with a label, and what the engine said is not said again.
    labels.part(await bagsOf(["x"]));
    notes.length = 0;
    labels.end();
    expect(notes.map(({ code }) => code)).toEqual(["labels-apart"]);
  });

  it("is an error if the engine knows none of the ids, which says how many were looked up", async () => {
    const { labels } = await opened();
    const unmatched = (asked: number) => {
      try {
        return labels.heard(new Set(), asked, ["x", "y", "v", "w"]);
      } catch (error) {
        return error as { code: string; message: string; where: object };
      }
    };
    expect(unmatched(5)).toMatchObject({ code: "labels-unmatched", where: { file: "l.csv" } });
    expect(unmatched(3)).toMatchObject({ message: expect.stringMatching(/\b3 labels looked up/) });
    expect(unmatched(5)).toMatchObject({ message: expect.not.stringMatching(/looked up/) });
    // Three names are enough.
    expect(unmatched(5)).toMatchObject({ message: expect.stringMatching(/"b", "q", "z" .*"x", "y", "v" …/) });
  });

  it("knows bags whose ids have blanks around them", async () => {
    const { labels, notes } = await opened("id,label\na,1\n");
    const bags = await readBags({ text: '[{"id":" a ","instances":[{"x":1}]}]', name: "t.json" });
    expect(labels.part(bags).labels()).toEqual(["positive"]);
    notes.length = 0;
    labels.end();
    expect(notes.map(({ code }) => code)).toEqual(["labels-apart"]);
    expect(labels.whole(bags).labels()).toEqual(["positive"]);
    expect(notes.map(({ code }) => code)).not.toContain("labels-unknown");
  });
});

describe("a file of labels", () => {
  const labelled = (text: string, options: ReadOptions = {}, name = "l.csv") => lettersOf(text, name, options);

  it("may name a bag again, if it says the same or nothing", async () => {
    expect(await labelled("id,label\na,1\na,\na,1.0\nb,\nb,-1\n")).toEqual("pnuu");
    expect(await labelled("id,label\na,1\na,\na,0\n")).toMatchObject({ code: "two-labels", line: 4 });
    expect(await labelled("id,label\na,0\na,1\n")).toMatchObject({ code: "two-labels", line: 3 });
  });

  it("may have lines without a bag if they hold no label", async () => {
    expect(await labelled("id,label\na,1\n ,\nb,-1\n")).toEqual("pnuu");
    expect(await labelled("id,label\na,1\n ,0\n")).toMatchObject({ code: "empty-bag-id", line: 3 });
  });

  it("with two columns needs one name at the most", async () => {
    expect(await labelled("who,what\na,1\nb,-1\n")).toEqual("pnuu");
    expect(await labelled("what,id\n1,a\n-1,b\n")).toEqual("pnuu");
    expect(await labelled("what,who\n1,a\n-1,b\n", { label: "what" })).toEqual("pnuu");
    expect(await labelled("who,what\na,1\nb,-1\n", { label: "what" })).toEqual("pnuu");
  });

  it("with more columns needs both", async () => {
    expect(await labelled("who,what,why\na,1,2\n")).toMatchObject({ code: "no-bag-column", file: "l.csv" });
    expect(await labelled("who,what,why\na,1,2\n", { label: "what" })).toMatchObject({ code: "no-bag-column" });
    expect(await labelled("id,what,why\na,1,2\n")).toMatchObject({ code: "no-label-column", file: "l.csv" });
    expect(await labelled("id\na\n")).toMatchObject({ code: "no-label-column" });
    const recalled = { recipe: { bag: "who", ignored: [] } as never };
    expect(await labelled("why,who,label\n2,a,1\n2,b,-1\n", recalled)).toEqual("pnuu");
    expect(await labelled("why,id,what\n2,a,1\n2,b,-1\n", { label: "what" })).toEqual("pnuu");
  });

  it("is refused for the reason that is not about names", async () => {
    expect(await labelled("id,label\na,1\n", { bag: "id", label: "id" })).toMatchObject({ code: "two-roles" });
  });
});
