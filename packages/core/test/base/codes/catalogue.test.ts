import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packages, sourceFiles } from "../../../../bagwise/test/house/imports.js";
import { codeText, TOPICS } from "../../../src/base/codes/catalogue.js";

const entries = TOPICS.flatMap(({ codes }) => Object.entries(codes));

describe("the catalogue of codes", () => {
  it("has each code in one topic only", () => {
    const codes = entries.map(([code]) => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    expect(codes.filter((code) => codeText(code) === undefined)).toEqual([]);
  });

  it("has no code that nothing raises", () => {
    const texts = sourceFiles()
      .filter((file) => !file.startsWith("core/src/base/codes/"))
      .map((file) => readFileSync(join(packages, file), "utf8"));
    // The kind of bag completes this code, in two places.
    const built = ["no-positive", "no-unlabeled"];
    const raised = (code: string) =>
      built.includes(code) ||
      texts.some((text) => new RegExp(`(code\\b.*|[([?:=])\\s*"${code}"|"${code}"\\)`).test(text));
    expect(entries.map(([code]) => code).filter((code) => !raised(code))).toEqual([]);
  });

  it("says title, cause and remedy of each in sentences", () => {
    for (const [code, { title, cause, remedy }] of entries) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(title, code).toMatch(/^[A-Za-z].*[^.]$/);
      for (const text of [cause, remedy]) expect(text, code).toMatch(/^[A-Z`].*\.$/);
    }
  });

  it("is sure of calm codes: there is nothing to do about info", () => {
    for (const [code, { gravity, remedy }] of entries)
      if (gravity === "info") expect(remedy, code).toMatch(/^Nothing\b/);
  });

  it("does not know a code of a newer version", () => {
    expect(codeText("of a newer version")).toBeUndefined();
    expect(codeText("toString")).toBeUndefined();
  });
});
