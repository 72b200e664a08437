import { auto } from "@bagwise/core/learners";
import { decodeModel, encodeModel } from "@bagwise/core/model";
import { describe, expect, it } from "vitest";
import { piecesOf, wordsOf, wordTerms } from "../../../src/encode/text/terms.js";
import { readBags } from "../../../src/format/read-bags.js";

const HEAD = "key,title,abstract,label\n";
const ROWS = [
  "a,Bread and butter,The baker sells bread. The butter is fresh today.,1",
  "b,Rivers,The river runs slowly. Boats go down the river.,0",
  'c,Fresh bread,"Bread, again and again. The baker is tired.",0',
  "d,Empty,,",
];
const FILE = HEAD + ROWS.join("\n");

const read = (text: string, options = {}) =>
  readBags({ text }, { name: "papers.csv", text: "title,abstract", bag: "key", ...options });

describe("terms", () => {
  it("are words in lower case and pairs of neighbours, without single letters", () => {
    expect([...wordTerms(wordsOf("A Nudge isn't a PUSH"))]).toEqual([
      "nudge",
      "isn't",
      "nudge isn't",
      "push",
      "isn't push",
    ]);
  });

  it("are pieces of words with a blank on either side", () => {
    expect(piecesOf("nudge")).toEqual([
      " nu",
      "nud",
      "udg",
      "dge",
      "ge ",
      " nud",
      "nudg",
      "udge",
      "dge ",
      " nudg",
      "nudge",
      "udge ",
    ]);
    expect(piecesOf("a")).toEqual([" a "]);
  });

  it("are the same for the same letters in another form of Unicode", () => {
    expect(wordsOf("Caf\u00e9")).toEqual(wordsOf("Cafe\u0301"));
  });
});

describe("a file of texts", () => {
  it("becomes bags of passages, with the counts of the words that documents share", async () => {
    const bags = await read(FILE);
    expect(bags.ids()).toEqual(["a", "b", "c", "d"]);
    expect(Array.from(bags, ({ size }) => size)).toEqual([3, 3, 3, 1]);
    expect(bags.dimension).toBe(0);
    expect(bags.shownOf(1, "passage", 2)).toBe("Boats go down the river.");
    const [words] = bags.blocks;
    const row = bags.startOf(2) + 2;
    const found = Array.from(
      words.indices.subarray(words.offsets[row], words.offsets[row + 1]),
      (k) => words.terms?.[k],
    );
    expect(found.sort()).toEqual(["baker", "is", "the", "the baker"]);
  });

  it("says which documents have no text, and keeps them", async () => {
    const notes: string[] = [];
    await read(`${FILE}\ne,,,0`, { onNote: ({ message }: { message: string }) => notes.push(message) });
    expect(notes.join("\n")).toContain("1 document has no text (line 6)");
  });

  it("takes each row for a bag if no column names the bag", async () => {
    const notes: string[] = [];
    const bags = await readBags(
      {
        text: "text,label\nOne long text about bread and butter and more of it.,1\nAnother long text on rivers, boats and fish.,0\n".replace(
          "rivers,",
          "rivers",
        ),
      },
      { name: "t.csv", text: ["text"], onNote: ({ message }) => notes.push(message) },
    );
    expect(bags.ids()).toEqual(["line 2", "line 3"]);
    expect(notes.join("\n")).toContain("each row is a bag, named by its line");
  });

  it("is recognised without a word if it has nothing but long texts", async () => {
    const long = "It says quite a lot about bread and butter, and how a baker lives. It goes on.";
    const bags = await readBags({ text: `id,text,label\n1,"${long}",1\n2,"${long} Still.",0\n` }, { name: "t.csv" });
    expect(bags.blocks.map(({ name }) => name)).toEqual(["words", "pieces"]);
  });

  it("is not recognised where there are numbers to learn from", async () => {
    const long = "It says quite a lot about bread and butter, and how a baker lives. It goes on.";
    const bags = await readBags(
      { text: `bag,text,x,label\n1,"${long}",1.5,1\n2,"${long} Still.",0.5,0\n` },
      { name: "t.csv" },
    );
    expect(bags.blocks).toEqual([]);
    expect(bags.features).toEqual(["x"]);
  });

  it("can hold numbers beside texts, and both are used", async () => {
    const bags = await readBags(
      { text: "id,text,year,label\n1,bread and butter,1.5,1\n2,boats on rivers and bread,2.5,0\n" },
      { name: "t.csv", text: "text" },
    );
    expect(bags.features).toEqual(["year"]);
    expect(bags.blocks).toHaveLength(2);
  });

  it("is read from JSON Lines, too", async () => {
    const lines = ['{"id":"x","text":"bread and butter","label":1}', '{"id":"y","text":"butter and boats","label":0}'];
    const bags = await readBags({ text: lines.join("\n") }, { name: "t.jsonl", text: "text" });
    expect(bags.ids()).toEqual(["x", "y"]);
    expect(bags.blocks[0].terms).toContain("butter");
  });

  it.each([
    [{ text: "nothing" }, /no column "nothing" \(the option text\)/],
    [{ passage: 2 }, /the option passage is 2/],
  ])("is refused with a plain sentence for %j", async (options, message) => {
    await expect(read(FILE, options)).rejects.toThrow(message);
  });

  it("is refused if no text has a word", async () => {
    await expect(
      readBags({ text: "id,text,label\n1,...,1\n2,!!!,0\n" }, { name: "t.csv", text: "text" }),
    ).rejects.toThrow(/no text has a word in it/);
  });
});

describe("a model of texts", () => {
  const texts = Array.from({ length: 30 }, (_, i) => {
    const topic = i < 12 ? "the baker sells fresh bread and butter" : "slow boats go down the long river";
    return `${i},"A note on day ${i}. Today ${topic}. That was number ${i % 7}.",${i < 6 ? 1 : 0}`;
  });
  const file = `id,text,label\n${texts.join("\n")}\n`;

  it("carries its encoder, so that other files are read alike", async () => {
    const bags = await readBags({ text: file }, { name: "t.csv", text: "text" });
    const model = decodeModel(encodeModel(await auto({ seed: 1 }).fit(bags)));
    const again = await readBags(
      { text: 'id,text\nnew,"We had fresh bread from the baker."\nold,"The boats were slow on the river."\n' },
      { name: "u.csv", recipe: model.card.recipe },
    );
    const [bread, boats] = model.scores(again);
    expect(bread).toBeGreaterThan(boats);
    const [first] = model.rank(again);
    expect(again.shownOf(first.index, "passage", first.witness.instance)).toBe("We had fresh bread from the baker.");
  });
});
