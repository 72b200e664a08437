import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeLeftovers, temporaryFor } from "../../src/disk/temporary-files.js";
import { writeAtomically } from "../../src/disk/write-atomically.js";

const root = process.getuid?.() === 0;
const NEW = [new TextEncoder().encode("new")];
const LONG = `${"ü".repeat(120)}.csv`;

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-write-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("writing to what is there", () => {
  it("follows a link, and one to a file that is not there yet: both stay links", async () => {
    mkdirSync(at("far"));
    writeFileSync(at("far/old.txt"), "old");
    symlinkSync("far/old.txt", at("link"));
    symlinkSync("link", at("second"));
    symlinkSync("far/fresh.txt", at("dangling"));
    for (const name of ["second", "dangling"]) await writeAtomically(at(name), NEW);
    for (const name of ["link", "second", "dangling"]) expect(lstatSync(at(name)).isSymbolicLink(), name).toBe(true);
    expect(["far/old.txt", "far/fresh.txt"].map((name) => readFileSync(at(name), "utf8"))).toEqual(["new", "new"]);
    expect(readdirSync(at("far")).sort()).toEqual(["fresh.txt", "old.txt"]);
  });

  it("keeps the mode, and the owner where it may", async () => {
    writeFileSync(at("kept"), "old");
    chmodSync(at("kept"), 0o640);
    if (root) chownSync(at("kept"), 1234, 2345);
    await writeAtomically(at("kept"), NEW);
    const { mode, uid, gid } = statSync(at("kept"));
    expect(mode & 0o777).toBe(0o640);
    if (root) expect([uid, gid]).toEqual([1234, 2345]);
    expect(readFileSync(at("kept"), "utf8")).toBe("new");
  });

  it.skipIf(root)("refuses a file that you may not write", async () => {
    writeFileSync(at("kept"), "old");
    chmodSync(at("kept"), 0o444);
    await expect(writeAtomically(at("kept"), NEW)).rejects.toMatchObject({ code: "no-permission" });
    expect(readFileSync(at("kept"), "utf8")).toBe("old");
  });

  it("writes through to a pipe, which stays a pipe", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const reading = readFile(at("pipe"), "utf8");
    await writeAtomically(at("pipe"), NEW);
    expect(await reading).toBe("new");
    expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(["pipe"]);
  });

  it("writes through to a device, also by a link", async () => {
    symlinkSync("/dev/null", at("null"));
    await writeAtomically(at("null"), NEW);
    expect(lstatSync(at("null")).isSymbolicLink()).toBe(true);
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync("/dev/full"))("says that a disk is full", async () => {
    // By a link: should the device ever be replaced again, only the link is.
    symlinkSync("/dev/full", at("full"));
    await expect(writeAtomically(at("full"), NEW)).rejects.toMatchObject({ name: "InputError", code: "disk-full" });
  });

  it("takes names as long as the file system does", async () => {
    await writeAtomically(at(LONG), NEW);
    expect(readdirSync(folder)).toEqual([LONG]);
  });

  it.each(["EFBIG", "ENOSPC", "EDQUOT", "EROFS", "EBUSY"])(
    "takes %s for the system's word, not for our fault",
    async (code) => {
      const failing = (function* () {
        yield NEW[0];
        throw Object.assign(new Error(code), { code });
      })();
      await expect(writeAtomically(at("x"), failing)).rejects.toMatchObject({
        name: "InputError",
        where: { file: at("x") },
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe("a temporary file", () => {
  const leftBy = (pid: number | string, host?: string) =>
    temporaryFor(at(LONG)).replace(/\.\d+-([0-9a-f]{8})/, (_, own: string) => `.${pid}-${host ?? own}`);

  it("is a leftover if its process is gone, or nobody touched it for a day", async () => {
    const own = leftBy(process.pid);
    const dead = leftBy(2 ** 30);
    const elsewhere = leftBy(2 ** 30, "00000000");
    const forgotten = leftBy(2 ** 30, "11111111");
    const others = [at(".other.csv.1073741824-00000000.0123456789ab.tmp"), at(`.${LONG}.tmp`), at(LONG)];
    for (const path of [own, dead, elsewhere, forgotten, ...others]) writeFileSync(path, "half");
    const yesterday = Date.now() / 1000 - 25 * 3600;
    utimesSync(forgotten, yesterday, yesterday);
    expect((await removeLeftovers(at(LONG))).sort()).toEqual([dead, forgotten].map((path) => basename(path)).sort());
    expect([own, elsewhere, ...others].every((path) => existsSync(path))).toBe(true);
    expect(await removeLeftovers(at("no/such/file"))).toEqual([]);
  });
});
