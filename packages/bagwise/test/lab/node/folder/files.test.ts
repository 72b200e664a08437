import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeLeftovers } from "../../../../src/lab/node/folder/files.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("removeLeftovers", () => {
  it("removes what our own writing left half-made, and nothing else", () => {
    // A lock that was moved aside may be a living one that is about to be put back.
    const aside = ".lock.0123456789ab.tmp";
    const kept = ["results.jsonl", "table.md", ".notes.md.0123456789ab.tmp", "a.tmp", ".report.html.tmp", aside];
    for (const name of [...kept, ".results.jsonl.0123456789ab.tmp", ".report.html.abcdefabcdef.tmp"])
      writeFileSync(join(folder, name), "");
    removeLeftovers(folder);
    expect(readdirSync(folder).sort()).toEqual([...kept].sort());
  });
});
