import { describe, expect, it } from "vitest";
import { looksLikeSmiles, smilesPart, syntaxFlaw } from "../../../src/encode/molecule/smiles-text.js";
import { KNOWN } from "./structures.js";

describe("looksLikeSmiles", () => {
  it.each(Object.values(KNOWN))("takes %s", (smiles) => {
    expect(looksLikeSmiles(smiles)).toBe(true);
  });

  it.each(["ethanol", "Hello world", "yes", "12.5", "", "123", "CC(C", "C[", "A-17"])("does not take %j", (text) => {
    expect(looksLikeSmiles(text)).toBe(false);
  });
});

describe("smilesPart", () => {
  it("is what stands before the first blank", () => {
    expect(smilesPart("  CCO ethanol")).toBe("CCO");
    expect(smilesPart("CCO |c:1|")).toBe("CCO");
    expect(smilesPart("")).toBe("");
  });
});

describe("syntaxFlaw", () => {
  it.each([
    ["CC(C", "a parenthesis is not closed"],
    ["CC)C", "a parenthesis is closed that was not opened"],
    ["C[NH", "a square bracket is not closed"],
    ["C[N[H]]", "its square brackets do not match"],
    ["C*C", "an asterisk may be any atom"],
    ["CC>>C", '">" is no part of a SMILES'],
    ["Cé", '"é" is no part of a SMILES'],
  ])("of %s is that %s", (smiles, flaw) => {
    expect(syntaxFlaw(smiles)).toBe(flaw);
  });
});
