import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeLock } from "../../src/disk/lock.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-lock-"));
  path = join(folder, ".lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("a lock", () => {
  it("is held by one, and free again when it is given back", async () => {
    const unlock = await takeLock(path);
    await expect(takeLock(path)).rejects.toMatchObject({ name: "InputError", code: "locked", where: { file: path } });
    await expect(takeLock(path)).rejects.toThrow(`process ${process.pid} `);
    unlock();
    expect(existsSync(path)).toBe(false);
    (await takeLock(path))();
  });

  it("of a dead process is taken over, and nothing is left behind", async () => {
    writeFileSync(path, JSON.stringify({ pid: deadPid(), host: hostname(), start: "1" }));
    const unlock = await takeLock(path);
    expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
    expect(readdirSync(folder)).toEqual([".lock"]);
    unlock();
  });

  it("of a process whose number another one has now is taken over", async () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), start: "another start" }));
    (await takeLock(path))();
  });

  it("of a process on another machine is left alone", async () => {
    writeFileSync(path, JSON.stringify({ pid: 1, host: "elsewhere.example", start: "" }));
    await expect(takeLock(path)).rejects.toThrow("process 1 on elsewhere.example");
  });

  it("that was never filled is taken over, whatever the clocks say", async () => {
    writeFileSync(path, "");
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000);
    utimesSync(path, tomorrow, tomorrow);
    (await takeLock(path))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that is held for a moment is waited for", async () => {
    let held = 0;
    const take = async () => {
      const unlock = await takeLock(path, { patience: 20_000 });
      expect(held++).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 5));
      held--;
      unlock();
    };
    await Promise.all(Array.from({ length: 8 }, take));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of a living process is waited for so long and no longer, and stays", async () => {
    const unlock = await takeLock(path);
    await expect(takeLock(path, { patience: 100, work: "is writing" })).rejects.toThrow(/is writing/);
    expect(existsSync(path)).toBe(true);
    unlock();
  });

  it("that is held for a moment is taken over where its holder cannot be asked, and does not change", async () => {
    for (const host of ["elsewhere.example", hostname()]) {
      // A living process, of which nobody knows when it began.
      writeFileSync(path, JSON.stringify({ pid: process.pid, host, start: "" }));
      await expect(takeLock(path)).rejects.toMatchObject({ code: "locked" });
      (await takeLock(path, { patience: 300 }))();
      expect(existsSync(path)).toBe(false);
    }
  });

  it("is taken by one alone when many find it dead", async () => {
    writeFileSync(path, JSON.stringify({ pid: deadPid(), host: hostname(), start: "1" }));
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is given up when another one stands in its place before it has settled", async () => {
    const taking = takeLock(path);
    // As if a process that saw a dead lock here had taken ours away, and a third one had come
    // first.
    writeFileSync(path, JSON.stringify({ pid: 1, host: "elsewhere.example", start: "", token: "t" }));
    await expect(taking).rejects.toThrow("process 1 on elsewhere.example");
    expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(1);
  });

  it("is taken anew when it is gone before it has settled", async () => {
    const taking = takeLock(path);
    rmSync(path);
    const unlock = await taking;
    expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
    unlock();
    expect(existsSync(path)).toBe(false);
  });

  it("of somebody else is not removed when ours is given back", async () => {
    const unlock = await takeLock(path);
    const other = JSON.stringify({ pid: 1, host: "elsewhere.example", start: "", token: "t" });
    writeFileSync(path, other);
    unlock();
    expect(readFileSync(path, "utf8")).toBe(other);
  });

  it("that cannot be taken in many tries is not said to be our own", async () => {
    // A broken link: it cannot be made, since it is there, and it cannot be read, since it is not.
    symlinkSync(join(folder, "nowhere"), path);
    const error = await takeLock(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "InputError", code: "locked", where: { file: path } });
    expect(String(error)).not.toContain(String(process.pid));
  });

  it("is one sentence where the folder is missing", async () => {
    await expect(takeLock(join(folder, "no", ".lock"))).rejects.toMatchObject({ name: "InputError" });
  });
});
