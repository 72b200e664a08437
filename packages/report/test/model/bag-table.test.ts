import { BagSet, type Origin } from "@bagwise/core/bags";
import { explain } from "@bagwise/core/explain";
import { describe, expect, it } from "vitest";
import { bagTableData, LONGEST_TEXT } from "../../src/model/bag-table.js";
import { topBagsData } from "../../src/model/top-bags-data.js";
import { smallBags, smallModel } from "./make-report-data.js";

/** The bags as if read from a file, with a text for each bag and one for each instance. */
function withTexts(bags: BagSet, textOf = (row: number) => `passage ${row}`): BagSet {
  const offsets = new Uint32Array(bags.size + 1);
  const [bagTexts, texts]: string[][] = [[], []];
  for (let i = 0; i < bags.size; i++) {
    offsets[i + 1] = offsets[i] + bags.sizeOf(i);
    for (let row = offsets[i]; row < offsets[i + 1]; row++) {
      bagTexts.push(`about ${bags.idOf(i)}`);
      texts.push(textOf(row));
    }
  }
  const origin: Origin = {
    noun: "line",
    numbers: Uint32Array.from(texts, (_, row) => row + 2),
    shown: [
      { name: "about", perBag: true, texts: bagTexts },
      { name: "passage", perBag: false, texts },
    ],
  };
  const labels = Int8Array.from(bags.labels(), (label) => ({ negative: -1, unlabeled: 0, positive: 1 })[label]);
  return BagSet.own({
    data: bags.toMatrix(),
    offsets,
    ids: bags.ids(),
    labels,
    features: bags.features,
    groups: undefined,
    origin,
  });
}

async function columnsOf(bags: BagSet, options = { probabilities: true }) {
  const { columns } = await bagTableData(await smallModel(), bags, options);
  return Object.fromEntries(columns.map(({ name, values }) => [name, values]));
}

describe("the table of all bags", () => {
  it("has every bag once: unlabeled ones in the order of rank, then the others without a rank", async () => {
    const [model, bags] = [await smallModel(), smallBags()];
    const { bag, rank, score, known } = await columnsOf(bags);
    const open = model.rank(bags, { among: (i) => bags.labelOf(i) === "unlabeled", heldOut: true });
    expect(open.some(({ heldOut }) => heldOut)).toBe(true);
    expect(bag.slice(0, open.length)).toEqual(open.map((each) => each.bag));
    expect(rank.slice(0, open.length)).toEqual(open.map((each) => each.rank));
    expect(score.slice(0, open.length)).toEqual(open.map((each) => each.score));
    expect(new Set(bag).size).toBe(bags.size);
    expect(rank.slice(open.length).every((value) => value === null)).toBe(true);
    expect(known.slice(open.length).every((value) => value === "positive")).toBe(true);
  });

  it("leaves probabilities out when told so", async () => {
    expect(await columnsOf(smallBags())).toHaveProperty("probability");
    expect(await columnsOf(smallBags(), { probabilities: false })).not.toHaveProperty("probability");
  });

  it("names witnesses by their line and shows what they say, and what the bag says", async () => {
    const [model, bags] = [await smallModel(), withTexts(smallBags())];
    const { bag, witness, about, passage, known } = await columnsOf(bags);
    const [first] = await explain(
      model,
      bags.filter((i) => bags.idOf(i) === bag[0]),
      { features: 0 },
    );
    expect(witness[0]).toBe(`line ${first.witness.row + 2}`);
    expect(passage[0]).toBe(`passage ${first.witness.row}`);
    expect(about).toEqual(bag.map((id) => `about ${id}`));
    // Labelled bags have no witness, so none of their instances is chosen to speak for them.
    expect([witness.at(-1), passage.at(-1), known.at(-1)]).toEqual(["", "", "positive"]);
    const [top] = await topBagsData(model, bags, { top: 1 });
    expect(top.witness.name).toBe(witness[0]);
    expect(top.texts).toEqual([
      { name: "about", text: about[0] },
      { name: "passage", text: passage[0] },
    ]);
  });

  it("cuts long texts between characters, and writes them in one line", async () => {
    const long = withTexts(smallBags(), () => `a\n\t${"😀".repeat(LONGEST_TEXT)}`);
    const { passage } = await columnsOf(long);
    expect(passage[0]).toBe(`a ${"😀".repeat(LONGEST_TEXT - 3)}…`);
  });
});
