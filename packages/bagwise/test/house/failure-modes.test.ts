import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeBags, synthesise } from "../../src/index.js";
import { WARNINGS, warningOf } from "../../src/report/codes/warning-texts.js";
import { cliHere } from "../cli/run-cli.js";
import { root } from "../require-all.js";
import { codesIn, codesInSources } from "./codes.js";
import { ERROR_TEXTS } from "./error-texts.js";
import { failureModesPage } from "./failure-modes.js";
import { src } from "./imports.js";

const found = codesInSources();
const codesOf = (kind: "note" | "error") =>
  [...new Set(found.flatMap((each) => (each.kind === kind && each.code !== undefined ? [each.code] : [])))].sort();
const listed = WARNINGS.flatMap(({ warnings }) => warnings);

describe("the catalogue of warnings", () => {
  it("has every code of a note or finding in the sources, and no other", () => {
    expect(listed.map(({ code }) => code).sort()).toEqual(codesOf("note"));
  });

  it("misses no code that cannot be read from the sources", () => {
    const unread = found.filter(({ kind, code }) => kind === "note" && code === undefined);
    // The shape of notes in a model file: a check, no note.
    expect(unread.map(({ file }) => file)).toEqual(["model/check-card.ts"]);
  });

  it("has every code that findings may have by their type", () => {
    const text = readFileSync(join(src, "bags", "finding.ts"), "utf8");
    const [, union] = /export type FindingCode =([^;]+);/.exec(text) ?? [];
    const codes = [...(union ?? "").matchAll(/"([^"]+)"/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    for (const code of codes) expect(warningOf(code)?.code).toBe(code);
  });

  it("says title, cause and remedy of each in sentences", () => {
    for (const { code, title, cause, remedy } of listed) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(title, code).toMatch(/^(--)?[A-Za-z].*[^.]$/);
      for (const text of [cause, remedy]) expect(text, code).toMatch(/^[A-Z`].*\.$/);
    }
    expect(warningOf("of a newer version")).toBeUndefined();
  });
});

describe("codesIn", () => {
  it("reads codes of literals, conditions, constants and functions that are given one, and says where it cannot", () => {
    const text = `
      const CODE = "of-a-constant";
      const notes = [{ code: "plain", message: "m" }, { code: CODE, message }];
      const error = { code: a ? "one" : "other", message: "m", remedy: "r" };
      const finding = { level: "note", code: "found", message: "m", remedy: "r" };
      const add = (code: string, message: string) => notes.push({ code, message });
      add("added", "m");
      const no = { code: "no-message" };
      const hidden = { code: elsewhere, message: "m" };
    `;
    expect(codesIn("a.ts", text).map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      "note plain",
      "note of-a-constant",
      "error one",
      "error other",
      "note found",
      "note added",
      "note undefined",
    ]);
  });
});

describe("docs/reference/failure-modes.md", () => {
  it("has every code of an error in the sources, and no other", () => {
    const codes = ERROR_TEXTS.flatMap((each) => Object.keys(each.codes));
    expect(codes.sort()).toEqual(codesOf("error"));
  });

  it("lists every warning of the catalogue, with an example that was printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bagwise-failure-"));
    try {
      const file = join(folder, "twice.csv");
      writeFileSync(file, await doubled());
      const args = ["--prior", "0.3", "--degree", "1", "--lambda", "0.1"];
      const command = ["train", file, "--out", join(folder, "m.model"), "--method", "pu-skc", ...args];
      const { status, stdout } = await cliHere(command);
      expect(status).toBe(0);
      const example = stdout.split("\n").filter((_, i, lines) => isPartOf("different folds", lines, i));
      expect(example.length).toBeGreaterThan(0);
      const page = failureModesPage({ example: example.join("\n") });
      await expect(page).toMatchFileSnapshot(join(root, "docs", "reference", "failure-modes.md"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Whether a line is one of the note that holds these words. */
function isPartOf(words: string, lines: readonly string[], i: number): boolean {
  const starts = lines.map((line) => line.startsWith("Note: ") || line === "");
  const first = starts.lastIndexOf(true, i);
  const next = starts.indexOf(true, i + 1);
  return (
    lines[first] !== "" &&
    lines
      .slice(first, next === -1 ? undefined : next)
      .join(" ")
      .includes(words)
  );
}

/** Forty bags as CSV, and a copy of each with other ids and values that differ by little. */
async function doubled(): Promise<string> {
  const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 5, seed: 6 });
  let text = "";
  for await (const piece of encodeBags(bags, { format: "csv" })) text += new TextDecoder().decode(piece);
  const [header, ...rows] = text.trim().split("\n");
  const at = header.split(",").indexOf("label") + 1;
  const copy = (row: string) =>
    row
      .split(",")
      .map((cell, column) => (column === 0 ? `${cell}-again` : column < at ? cell : String(Number(cell) + 0.001)))
      .join(",");
  return [header, ...rows, ...rows.map(copy)].join("\n");
}
