import { readdirSync, readFileSync } from "node:fs";
import { InputError, type Note } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatByContent, formatToWrite, sdf, smi } from "../../src/format/formats.js";
import { readBags } from "../../src/format/read-bags.js";
import { surveyBags } from "../../src/format/survey-bags.js";
import { encodeBags } from "../../src/format/write-bags.js";

const folder = new URL("./corpus/molecules/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");

async function read(text: string, options = {}) {
  const notes: Note[] = [];
  const bags = await readBags({ text }, { conformers: 2, ...options, onNote: (note) => notes.push(note) });
  return { bags, notes };
}

describe("a file of SMILES", () => {
  it("has a molecule per line, with a name after a blank or tab", async () => {
    const { bags, notes } = await read(textOf("good.smi"), { name: "good.smi" });
    expect(bags.ids()).toEqual(["ethanol", "1-butanol", "acetylsalicylic acid", "sodium acetate"]);
    expect(bags.shownOf(2, "smiles")).toBe("CC(=O)Oc1ccccc1C(=O)O");
    expect(notes.find(({ code }) => code === "salts-stripped")?.message).toMatch(/line 6/);
  });

  it("may name its columns in the first line", async () => {
    const { bags } = await read("SMILES name active\nCCO ethanol 1\nCCN ethylamine 0\n", { name: "a.smi" });
    expect(bags.ids()).toEqual(["ethanol", "ethylamine"]);
    expect(bags.labels()).toEqual(["positive", "unlabeled"]);
    const tabbed = await read("smiles\tmolecule\tmass\nCCO\tethyl alcohol\t46.07\nCCN\tethylamine\t45.08\n", {
      name: "b.smi",
    });
    expect(tabbed.bags.ids()).toEqual(["ethyl alcohol", "ethylamine"]);
    expect(tabbed.bags.features).toContain("mass");
  });

  it("names molecules by their line if it has no names", async () => {
    const { bags } = await read("CCO\nCCN\n", { name: "a.smi" });
    expect(bags.ids()).toEqual(["line 1", "line 2"]);
    const some = await read("CCO ethanol\nCCN\n", { name: "a.smi" });
    expect(some.bags.ids()).toEqual(["ethanol", "line 2"]);
  });

  it("takes lines with the same name for one molecule", async () => {
    const { bags } = await read("CC(=O)C acetone\nCC(O)=C acetone\nCCO ethanol\n", { name: "a.smi" });
    expect(bags.ids()).toEqual(["acetone", "ethanol"]);
    expect(bags.sizeOf(0)).toBe(2);
  });
});

describe("an SDF file", () => {
  it("has a molecule per title; its records in 3D are the conformers, and properties are columns", async () => {
    const { bags } = await read(textOf("good.sdf"), { name: "good.sdf" });
    expect(bags.ids()).toEqual(["ethanol", "butanol", "aspirin"]);
    expect(bags.labels()).toEqual(["positive", "unlabeled", "positive"]);
    // The drawing of ethanol becomes a conformer; the others have coordinates.
    expect(Array.from(bags, ({ size }) => size)).toEqual([1, 3, 2]);
    expect(bags.features[0]).toBe("melting");
    expect(bags.features).toHaveLength(61);
    expect(bags.shownOf(1, "smiles")).toBe("CCCCO");
    expect(bags.instanceName(1, 2)).toBe("conformer 3");
    const [first, second] = [bags.bag(1).instance(0), bags.bag(1).instance(1)];
    expect(first).not.toEqual(second);
  });

  it("is described by its coordinates, whatever the order of its lines", async () => {
    const { bags } = await read(textOf("good.sdf"), { name: "good.sdf" });
    const windows = await read(textOf("good.sdf").replaceAll("\n", "\r\n"), { name: "good.sdf" });
    expect(Array.from(windows.bags.data)).toEqual(Array.from(bags.data));
  });

  it("takes records without a title for one molecule if their atoms and bonds are the same", async () => {
    const untitled = textOf("good.sdf").replaceAll(/^(?:ethanol|butanol|aspirin)$/gm, "");
    const { bags } = await read(untitled, { name: "good.sdf" });
    expect(bags.ids()).toEqual(["molecule 1", "molecule 2", "molecule 3"]);
    expect(Array.from(bags, ({ size }) => size)).toEqual([1, 3, 2]);
  });

  it("may be a single molfile", async () => {
    const [first] = textOf("good.sdf").split("> <active>");
    const { bags } = await read(first, { name: "ethanol.mol" });
    expect(bags.ids()).toEqual(["ethanol"]);
  });

  it("leaves out a record that is cut off on request, with its line", async () => {
    const { bags, notes } = await read(textOf("broken-cut-off.sdf"), { name: "a.sdf", invalid: "skip" });
    expect(bags.ids()).toEqual(["ethanol"]);
    expect(notes.find(({ code }) => code === "molecules-skipped")?.message).toBe(
      '1 molecule cannot be read and is left out (line 18): "aspirin" is no molecule: it ends before the line M  END',
    );
  });
});

describe("a model of molecules", () => {
  it("reads SMILES, SDF and CSV alike", async () => {
    const { bags } = await read("CCO ethanol\nCCCCO butanol\nCC(=O)Oc1ccccc1C(=O)O aspirin\n", { name: "a.smi" });
    const { recipe } = bags;
    const drawn = textOf("good.sdf").replaceAll(/^> <(?:active|melting)>\n.*\n\n/gm, "");
    const fromSdf = await readBags({ text: drawn }, { name: "b.sdf", recipe });
    const fromCsv = await readBags({ text: "molecule,smiles\nethanol,OCC\n" }, { name: "c.csv", recipe });
    for (const other of [fromSdf, fromCsv]) {
      expect(other.features).toEqual(bags.features);
      expect(Array.from(other.bag(0).values)).toEqual(Array.from(bags.bag(0).values));
    }
  });
});

describe("files of molecules", () => {
  it("are recognised by their content", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(formatByContent(bytes(textOf("good.smi")))).toBe(smi);
    expect(formatByContent(bytes(textOf("good.sdf")))).toBe(sdf);
    expect(formatByContent(bytes("bag\tx\nC\t1\nC\t2\n"))?.name).toBe("tsv");
  });

  it("are not written: an error says what to write instead", async () => {
    const { bags } = await read("CCO ethanol\n", { name: "a.smi" });
    const refused = /bagwise reads sdf, but does not write it.* Write one of parquet, xlsx/;
    expect(() => formatToWrite("out.sdf", undefined)).toThrow(refused);
    expect(() => encodeBags(bags, { format: "sdf" })).toThrow(refused);
  });

  it.each([
    ["broken-smiles.smi", /line 2.*"C1CC" is no molecule: dangling ring closure/],
    ["broken-empty.smi", /there is no data row\. Give a file with a SMILES on each line/],
    ["broken-cut-off.sdf", /line 18.*"aspirin" is no molecule: it ends before the line M {2}END/],
    ["broken-empty.sdf", /there is no data row\. Give a file with at least one molecule/],
    ["broken-no-molecule.sdf", /"this is a letter" is no molecule/],
    ["broken-bond-to-nowhere.sdf", /line 1.*"ethanol" is no molecule/],
    ["broken-atom.csv", /line 3, column 2 \("smiles"\).*unknown atom label/],
    ["broken-five-bonds.csv", /line 3.*atom 2, C, has 5 bonds/],
    ["broken-names.csv", /no molecule can be read; "ethanol" is no molecule/],
  ])("say what is wrong: %s", async (name, message) => {
    const smiles = name.endsWith(".csv") ? { smiles: "smiles" } : {};
    const error = await readBags({ text: textOf(name) }, { name, ...smiles }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(message);
    expect(String(error)).toMatch(/^InputError: [^\n]+\. [^\n]+\.$/);
  });

  it("are all in the list above", () => {
    expect(readdirSync(folder).filter((name) => name.startsWith("broken"))).toHaveLength(9);
  });

  it("are read or refused when they are damaged, never a crash", async () => {
    const good = new TextEncoder().encode(textOf("good.sdf"));
    const change = fc.record({
      at: fc.nat({ max: good.length }),
      gone: fc.nat({ max: 40 }),
      put: fc.uint8Array({ maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, gone, put }) => {
        const bytes = Uint8Array.from([...good.subarray(0, at), ...put, ...good.subarray(at + gone)]);
        const outcome = await readBags(bytes, { name: "a.sdf", conformers: 1 }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(InputError);
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});

describe("a survey of molecules with a broken one", () => {
  it("suggests to leave it out", async () => {
    const survey = await surveyBags({ text: textOf("broken-smiles.smi") }, { name: "a.smi", conformers: 1 });
    expect(survey.error?.code).toBe("bad-molecule");
    expect(survey.suggested).toEqual({ invalid: "skip" });
    expect(survey.bags?.ids()).toEqual(["ethanol"]);
  });
});
