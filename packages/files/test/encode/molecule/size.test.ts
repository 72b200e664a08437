import { describe, expect, it } from "vitest";
import { drawMolecule } from "../../../src/encode/molecule/draw.js";
import { LARGEST, sizeFlaw } from "../../../src/encode/molecule/size.js";
import { readStructure } from "../../../src/encode/molecule/structure.js";
import { readBags } from "../../../src/format/read-bags.js";
import { library, structureOf } from "./structures.js";

const pad = (value: number | string) => String(value).padStart(3);

/** A chain as a molfile in 3D, with hydrogens at its first atoms. */
function molfile(atoms: number, hydrogens = 0): string {
  const all = [...Array(atoms).fill("C"), ...Array(hydrogens).fill("H")];
  const from = (k: number) => (k < atoms ? k : Math.floor((k - atoms) / 2) + 1);
  return [
    "",
    "  test              3D",
    "",
    `${pad(all.length)}${pad(all.length - 1)}  0  0  0  0            999 V2000`,
    ...all.map((element, k) => `${`${k}.0000`.padStart(10)}${"0.0000".padStart(10).repeat(2)} ${element}   0  0`),
    ...all.slice(1).map((_, k) => `${pad(from(k + 1))}${pad(k + 2)}  1  0`),
    "M  END",
    "",
  ].join("\n");
}

function molfile3(atoms: number, bonds = atoms - 1): string {
  const line = (text: string) => `M  V30 ${text}`;
  return [
    "\n  test\n\n  0  0  0     0  0            999 V3000",
    line("BEGIN CTAB"),
    line(`COUNTS ${atoms} ${bonds} 0 0 0`),
    line("BEGIN ATOM"),
    ...Array.from({ length: atoms }, (_, k) => line(`${k + 1} C ${k} 0 0 0`)),
    line("END ATOM"),
    line("BEGIN BOND"),
    ...Array.from({ length: atoms - 1 }, (_, k) => line(`${k + 1} 1 ${k + 1} ${k + 2}`)),
    line("END BOND"),
    line("END CTAB"),
    "M  END\n",
  ].join("\n");
}

/** What would take from a minute to days. */
const HUGE: Readonly<Record<string, string>> = {
  "a chain": "C".repeat(2000),
  "a longer chain": "C".repeat(50_000),
  "a chain of bracket atoms": "[C@@H](F)".repeat(3000),
  "branches in branches": `${"C(".repeat(20_000)}C${")".repeat(20_000)}`,
  "parentheses without atoms": `C${"(".repeat(200_000)}C${")".repeat(200_000)}`,
  fragments: Array(5000).fill("C").join("."),
  "small rings": "C1CC1".repeat(4000),
  "rings at one atom": `C${"1".repeat(4000)}C`,
  hydrogens: `C${".[H][H]".repeat(600)}`,
  charges: `[C${"+".repeat(100_000)}]`,
  "a molfile": molfile(999),
  "a molfile with hydrogens": molfile3(50_000),
  "a molfile of rings": molfile3(400, 2000),
};

describe("a molecule that is too large", () => {
  it.each(Object.keys(HUGE))("is refused before the work: %s", (name) => {
    expect(sizeFlaw(HUGE[name])).toMatch(/at most \d+ are read$/);
    expect(readStructure(library, HUGE[name])).toEqual({ flaw: sizeFlaw(HUGE[name]) });
    expect(drawMolecule(library, HUGE[name])).toBeUndefined();
  });

  it("stops reading with its line, or is left out with a note", async () => {
    const text = `CCO a\n${HUGE["a longer chain"]} b\nCCN c\n`;
    const reading = async (options = {}) => await readBags({ text }, { name: "a.smi", ...options });
    await expect(reading()).rejects.toMatchObject({ code: "bad-molecule", where: { line: 2 } });
    const codes: string[] = [];
    const bags = await reading({ invalid: "skip", onNote: ({ code }: { code: string }) => codes.push(code) });
    expect(bags.ids()).toEqual(["a", "c"]);
    expect(codes).toContain("molecules-skipped");
  });
});

describe("a molecule up to the limit", () => {
  it("is read: a chain of glucose, and a molfile with all its hydrogens", () => {
    expect(structureOf("C1OC(CO)C(O)C(O)C1".repeat(21)).graph.atoms).toHaveLength(210);
    const read = structureOf(molfile(300, 300));
    expect(read.graph.atoms).toHaveLength(300);
    expect(read.coordinates).toHaveLength(3 * 300);
  });

  it("is counted as it is written", () => {
    const { atoms, rings, characters } = LARGEST;
    expect(sizeFlaw("C".repeat(atoms))).toBeUndefined();
    expect(sizeFlaw("C".repeat(atoms + 1))).toMatch(/501 atoms/);
    expect(sizeFlaw(`${"Cl.".repeat(atoms - 1)}[Br]`)).toBeUndefined();
    expect(sizeFlaw(`[H]${"C".repeat(atoms)}[H]`)).toBeUndefined();
    expect(sizeFlaw(`C${"11".repeat(rings)}`)).toBeUndefined();
    expect(sizeFlaw(`C${"%10%11".repeat(rings + 1)}`)).toMatch(/501 rings/);
    expect(sizeFlaw("=".repeat(characters))).toBeUndefined();
    expect(sizeFlaw(molfile(500, 499))).toBeUndefined();
    expect(sizeFlaw(molfile3(501))).toMatch(/501 atoms/);
  });
});
