import type { Note } from "@bagwise/core/base";
import { auto } from "@bagwise/core/learners";
import { decodeModel, encodeModel } from "@bagwise/core/model";
import { afterEach, describe, expect, it, vi } from "vitest";
import { USRCAT_NAMES } from "../../../src/encode/molecule/usrcat.js";
import { readBags } from "../../../src/format/read-bags.js";
import { KNOWN } from "./structures.js";

const ROWS = Object.entries(KNOWN).map(([name, smiles], k) => `${name},${smiles},${k % 4 === 0 ? 1 : 0}`);
const FILE = ["name,smiles,label", ...ROWS].join("\n");
const OPTIONS = { name: "drugs.csv", bag: "name", smiles: "smiles", conformers: 3 };

async function read(text: string, options = {}) {
  const notes: Note[] = [];
  const bags = await readBags({ text }, { ...OPTIONS, ...options, onNote: (note) => notes.push(note) });
  return { bags, notes, codes: notes.map(({ code }) => code) };
}

describe("a file of molecules", () => {
  it("becomes bags of conformers, with a shape for each and the same fingerprint for all", async () => {
    const { bags } = await read(FILE);
    expect(bags.ids()).toEqual(Object.keys(KNOWN));
    expect(bags.features).toEqual(USRCAT_NAMES);
    const at = bags.ids().indexOf("ibuprofen");
    expect(bags.sizeOf(at)).toBe(3);
    expect(bags.instanceName(at, 1)).toBe("conformer 2");
    expect(bags.shownOf(at, "smiles")).toBe(KNOWN.ibuprofen);
    const [{ name, similarity, offsets, indices, terms, width }] = bags.blocks;
    expect([name, similarity, terms?.length]).toEqual(["fingerprint bits", "cosine", width]);
    const rows = [0, 1, 2].map((k) => bags.startOf(at) + k);
    const [first, second] = rows.map((row) => indices.slice(offsets[row], offsets[row + 1]));
    expect(first.length).toBeGreaterThan(20);
    expect(second).toEqual(first);
    expect(Array.from(first, (k) => terms?.[k])).toEqual(
      expect.arrayContaining(["at least 1 ring", "at least 15 atoms", "O=C"]),
    );
  });

  it("has one instance per molecule, without a shape, if no conformers are wanted", async () => {
    const { bags } = await read(FILE, { conformers: 0 });
    expect(bags.instances).toBe(bags.size);
    expect(bags.dimension).toBe(0);
    expect(bags.blocks).toHaveLength(1);
  });

  it("gives a molecule the same description whatever its spelling and its neighbours", async () => {
    const { bags } = await read("name,smiles,label\na,CC(=O)Oc1ccccc1C(=O)O,1\nb,CCCCO,0\nc,OC(=O)c1ccccc1OC(C)=O,0\n");
    const values = (i: number) => Array.from(bags.bag(i).values);
    expect(values(2)).toEqual(values(0));
    const alone = await read("name,smiles,label\nd,CCCCO,0\n");
    expect(Array.from(alone.bags.bag(0).values)).toEqual(values(1));
  });

  it("is found by itself where a column is called smiles and no column is a measurement", async () => {
    const { bags, notes } = await read(FILE, { smiles: undefined });
    expect(bags.blocks).toHaveLength(1);
    expect(notes).toContainEqual(expect.objectContaining({ code: "molecules-found", columns: ["smiles"] }));
    const measured = await read(
      FILE.split("\n")
        .map((line, k) => `${line},${k === 0 ? "mass" : `${k}.5`}`)
        .join("\n"),
      { smiles: undefined },
    );
    expect(measured.bags.features).toEqual(["mass"]);
    expect(measured.bags.shown.map(({ name }) => name)).toContain("smiles");
  });

  it("says how many salts were stripped", async () => {
    const { notes } = await read("name,smiles\na,[Na+].CC(=O)[O-]\nb,CCO\n");
    expect(notes).toContainEqual({
      code: "salts-stripped",
      message: "1 molecule comes with a counter-ion or a solvent, which is left out (line 2)",
    });
  });

  it("describes a molecule that is too large by its drawing, and says so", async () => {
    const { bags, notes } = await read(`name,smiles\na,CCO\nb,${"C".repeat(220)}\n`);
    expect(bags.sizeOf(1)).toBe(1);
    expect(bags.bag(1).values[0]).toBeGreaterThan(50);
    expect(notes.find(({ code }) => code === "no-conformers")?.message).toMatch(
      /^1 molecule has no conformer .*line 3/,
    );
  });
});

describe("a molecule that cannot be read", () => {
  const broken = "name,smiles\na,CCO\nb,C1CC\nc,CCN\nd,CC(C\n";

  it("is an error with its line", async () => {
    await expect(read(broken)).rejects.toThrow(
      'drugs.csv, line 3, column 2 ("smiles"): "C1CC" is no molecule: dangling ring closure: 1, after 4 characters. Correct it, or set the option invalid to skip to leave out what cannot be read (2 molecules).',
    );
  });

  it("is left out on request, with its line", async () => {
    const { bags, notes } = await read(broken, { invalid: "skip" });
    expect(bags.ids()).toEqual(["a", "c"]);
    expect(notes).toContainEqual({
      code: "molecules-skipped",
      message:
        '2 molecules cannot be read and are left out (lines 3, 5): "C1CC" is no molecule: dangling ring closure: 1, after 4 characters',
    });
  });

  it("may be missing", async () => {
    await expect(read("name,smiles\na,CCO\nb,\n")).rejects.toThrow(/line 3.*the molecule is missing/);
  });

  it("is an error even on request if it is the only one", async () => {
    await expect(read("name,smiles\na,C1CC\nb,xyz\n", { invalid: "skip" })).rejects.toThrow(/no molecule can be read/);
  });
});

describe("a column of molecules", () => {
  it("is an error if it is not there", async () => {
    await expect(read(FILE, { smiles: "structure" })).rejects.toThrow(
      /there is no column "structure" \(the option smiles\)/,
    );
  });

  it("is found under another name when a model reads another file", async () => {
    const { bags } = await read(FILE);
    const { recipe } = bags;
    const other = await readBags(
      { text: FILE.replace("name,smiles", "name,Canonical_Smiles") },
      { name: "other.csv", recipe },
    );
    expect(Array.from(other.data)).toEqual(Array.from(bags.data));
  });
});

describe("a model of molecules", () => {
  it("reads other files like the training file, also after it was saved", async () => {
    const { bags } = await read(FILE);
    const model = await auto({ bootstrap: 0 }).fit(bags);
    const again = decodeModel(encodeModel(model));
    const recipe = again.card.recipe;
    const fresh = await readBags({ text: "name,smiles\nx,CC(=O)Nc1ccc(O)cc1\n" }, { name: "new.csv", recipe });
    expect(fresh.sizeOf(0)).toBeLessThanOrEqual(3);
    const [score] = again.scores(fresh);
    expect(score).toBe(model.scores(fresh)[0]);
    expect(Number.isFinite(score)).toBe(true);
  });
});

describe("without openchemlib", () => {
  afterEach(() => {
    vi.doUnmock("openchemlib");
    vi.resetModules();
  });

  it("one sentence says what to install", async () => {
    vi.resetModules();
    vi.doMock("openchemlib", () => {
      throw new Error("Cannot find package");
    });
    const { readBags: readAgain } = await import("../../../src/format/read-bags.js");
    await expect(readAgain({ text: FILE }, OPTIONS)).rejects.toThrow(
      "reading molecules needs the package openchemlib, which is not installed. Install it with: npm install openchemlib",
    );
  });
});
