import type { BagSet } from "@bagwise/core/bags";
import { auto } from "@bagwise/core/learners";
import { readBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { bagDrawing, moleculePictures } from "../../src/model/bag-picture.js";
import { topBagsData } from "../../src/model/top-bags-data.js";

const text = `CCO ethanol
CCCCO butanol
CC(=O)Oc1ccccc1C(=O)O aspirin
CN1CCC[C@H]1c1cccnc1 nicotine
Oc1ccccc1 phenol
Nc1ccccc1 aniline
`;
const labels = { text: "molecule,label\nethanol,1\nbutanol,1\naspirin,1\n" };

async function molecules(): Promise<BagSet> {
  return await readBags({ text }, { name: "a.smi", conformers: 2, labels });
}

describe("pictures of molecules", () => {
  it("show the structure, in the colour of the text around it", async () => {
    const bags = await molecules();
    const pictureOf = await moleculePictures(bags);
    const picture = await pictureOf?.(2, 0);
    if (picture === undefined || !("drawing" in picture)) throw new Error("aspirin can be drawn");
    expect(picture.words).toBe("The structure of aspirin, CC(=O)Oc1ccccc1C(=O)O");
    const svg = bagDrawing(picture).text;
    expect(svg).toMatch(/^<svg class="drawing" /);
    expect(svg.match(/<line /g)?.length).toBeGreaterThan(10);
    expect(svg).not.toMatch(/rgb|#000|id=|<style|<script/);
  });

  it("escape what a name or a letter holds", () => {
    const drawing = { left: 0, top: 0, width: 9, height: 9, lines: [], areas: [] };
    const { text: svg } = bagDrawing({
      drawing: { ...drawing, letters: [{ at: [1, 2], size: 9, text: "<b>" }] },
      words: '"><script>',
    });
    expect(svg).not.toMatch(/<b>|<script>/);
  });

  it("are in the list of the most likely bags, which has no passages", async () => {
    const bags = await molecules();
    const model = await auto({ bootstrap: 0 }).fit(bags);
    const top = await topBagsData(model, bags, { top: 2, pictureOf: await moleculePictures(bags) });
    for (const { picture, passages, texts, witness } of top) {
      expect(picture).toBeDefined();
      expect(passages).toBeNull();
      expect(texts.map(({ name }) => name)).toEqual(["smiles"]);
      expect(witness.name).toMatch(/^conformer \d$/);
    }
  });

  it("are not there for other bags", async () => {
    const other = await readBags({ text: "bag,x,smiles\na,1.5,CCO\nb,2.5,CCN\n" }, { name: "b.csv" });
    expect(await moleculePictures(other)).toBeUndefined();
  });
});
