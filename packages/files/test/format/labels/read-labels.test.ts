import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../src/format/format.js";
import { arrow, parquet, xlsx } from "../../../src/format/formats.js";
import { readBags } from "../../../src/format/read-bags.js";
import type { Content } from "../../../src/format/text/source.js";
import { written } from "../reading.js";

const DATA = "id,x\na,1\na,2\nb,3\nc,4\nd,5\n";

async function read(labels: Content, options: ReadOptions = {}, data = DATA) {
  const notes: { code: string; message: string }[] = [];
  const all = { ...options, labels, onNote: (note: { code: string; message: string }) => notes.push(note) };
  const bags = await readBags({ text: data, name: "t.csv" }, all);
  return { bags, codes: notes.map(({ code }) => code), notes };
}

const text = (content: string, name = "labels.csv"): Content => ({ text: content, name });

describe("labels in a file of their own", () => {
  it("are those of the bags they name; others are not known", async () => {
    const { bags, codes } = await read(text("id,label\na,1\nb,-1\n"));
    expect(bags.labels()).toEqual(["positive", "negative", "unlabeled", "unlabeled"]);
    expect(bags.features).toEqual(["x"]);
    expect(codes).toContain("labels-apart");
    expect(codes).not.toContain("no-label");
    expect(bags.recipe).toMatchObject({ label: undefined, labels: "labels.csv" });
  });

  it("may be in any format with named columns", async () => {
    const wanted = ["positive", "unlabeled", "unlabeled", "unlabeled"];
    const files: Content[] = [
      text("a\t1\nb\t0\n", "l.tsv"),
      text("a;active\nb;inactive\n"),
      text("compound,verdict\nb,no\na,yes\n"),
      text('{"id":"a","label":true}\n{"id":"b","label":null}\n', "l.jsonl"),
      text('[{"bag":"a","label":1}]', "l.json"),
      text('{"a":1,"b":0}', "l.json"),
      text("@relation l\n@attribute bag string\n@attribute class {yes,no}\n@data\na,yes\nb,no\n", "l.arff"),
      Uint8Array.from("id,label,note\na,1,M\xfcller\n", (char) => char.charCodeAt(0)),
    ];
    for (const labels of files) expect((await read(labels)).bags.labels()).toEqual(wanted);
    const sample = await readBags({ text: "bag,label,w\na,1,0\nb,0,0\n", name: "t.csv" });
    for (const format of [parquet, xlsx, arrow]) {
      const { bags } = await read(await written(format, sample));
      expect(bags.labels()).toEqual(wanted);
    }
  });

  it("use the words you name, and the columns of the bags if they have them", async () => {
    const options = { bag: "key", positive: ["hit"], negative: ["miss"] };
    const data = DATA.replace("id", "key");
    const { bags } = await read(text("when,key,label\n1,b,hit\n2,a,miss\n"), options, data);
    expect(bags.labels().slice(0, 2)).toEqual(["negative", "positive"]);
  });

  it("come before a column of labels among the bags, and it is said", async () => {
    const data = "id,label,x\na,1,1\na,maybe,2\nb,0,3\n";
    const { bags, codes } = await read(text("id,label\nb,1\n"), {}, data);
    expect(bags.labels()).toEqual(["unlabeled", "positive"]);
    expect(bags.features).toEqual(["x"]);
    expect(codes).toContain("labels-replaced");
    const again = await readBags({ text: data, name: "t.csv" }, { recipe: bags.recipe });
    expect(again.labels()).toEqual(["unlabeled", "unlabeled"]);
    expect(again.features).toEqual(["x"]);
  });

  it("of bags that are not there are counted, and an error if none is there", async () => {
    const { notes } = await read(text("id,label\na,1\nx,1\ny,0\n"));
    expect(notes.find(({ code }) => code === "labels-unknown")?.message).toMatch(/^2 ids/);
    await expect(read(text("id,label\nx,1\n"))).rejects.toMatchObject({ code: "labels-unmatched" });
    await expect(read(text("id,label\n"))).rejects.toMatchObject({ code: "labels-unmatched" });
  });

  it("must be clear", async () => {
    const codeOf = async (labels: Content) => await read(labels).catch(({ code, where }) => ({ code, ...where }));
    expect(await codeOf(text("id,label\na,1\na,-1\n"))).toMatchObject({ code: "two-labels", line: 3 });
    expect(await codeOf(text("id,label\na,perhaps\n"))).toMatchObject({ code: "label-value", file: "labels.csv" });
    expect(await codeOf(text("id,label\n,1\n"))).toMatchObject({ code: "empty-bag-id", line: 2 });
    expect(await codeOf(text("p,q,r\na,1,2\n"))).toMatchObject({ code: "no-bag-column" });
    expect(await codeOf(text("id,q,r\na,1,2\n"))).toMatchObject({ code: "no-label-column" });
    expect(await codeOf(text("i1:a:1 1:2\n", "l.svmlight"))).toMatchObject({ code: "option" });
  });
});
