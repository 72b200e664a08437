import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeFolderLeftovers } from "../../../src/experiment/folder/files.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("removeFolderLeftovers", () => {
  it("removes what our own writing left half-made, and nothing else", () => {
    // A lock that was moved aside may be a living one that is about to be put back.
    const aside = ".lock.0123456789ab.tmp";
    const mark = "4711-89abcdef.0123456789ab.tmp";
    const kept = ["results.jsonl", "table.md", `.notes.md.${mark}`, "a.tmp", ".report.html.tmp", aside];
    const left = [`.report.html.${mark}`, `.results.jsonl.${mark}`];
    for (const name of [...kept, ...left]) writeFileSync(join(folder, name), "");
    expect(removeFolderLeftovers(folder).sort()).toEqual(left);
    expect(readdirSync(folder).sort()).toEqual([...kept].sort());
  });
});
