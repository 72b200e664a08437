import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../require-all.js";

interface ClusterScript {
  isDownloading(folder: string): boolean;
  beginOf(pid: number): string;
}
const { isDownloading, beginOf }: ClusterScript = await import(join(root, "scripts", "cluster.mjs"));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-download-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = (text: string) => writeFileSync(join(folder, "process"), text);

describe("the download of the cluster", () => {
  it("waits for another process that downloads", () => {
    lock(`${process.ppid} ${beginOf(process.ppid)}`);
    expect(isDownloading(folder)).toBe(true);
  });

  it("does not wait for one that crashed, also if another program has its number by now", () => {
    expect(isDownloading(folder)).toBe(false);
    lock(`${process.ppid} 1`);
    // Where the system does not tell when a process began, the age of the lock decides.
    utimesSync(join(folder, "process"), new Date(0), new Date(0));
    expect(isDownloading(folder)).toBe(false);
    lock(String(process.ppid));
    utimesSync(join(folder, "process"), new Date(0), new Date(0));
    expect(isDownloading(folder)).toBe(false);
    lock("4194304 1");
    expect(isDownloading(folder)).toBe(false);
  });
});
