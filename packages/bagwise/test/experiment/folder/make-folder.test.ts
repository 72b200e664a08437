import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkFolder, makeFolder } from "../../../src/experiment/folder/make-folder.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("makeFolder", () => {
  it("makes all levels that are missing, and is content with what is there", async () => {
    const deep = join(folder, "a", "b", "c");
    await makeFolder(deep);
    writeFileSync(join(deep, "file"), "");
    await makeFolder(deep);
    expect(readdirSync(deep)).toEqual(["file"]);
  });

  it("may be called by several at once", async () => {
    const deep = join(folder, "a", "b");
    await Promise.all([makeFolder(deep), makeFolder(deep), makeFolder(join(deep, "c"))]);
    expect(existsSync(join(deep, "c"))).toBe(true);
  });

  it.each([["f"], [join("f", "below")], [join("f", "far", "below")]])(
    "names the file that is in the way of %s",
    async (name) => {
      const file = join(folder, "f");
      writeFileSync(file, "");
      const expected = { name: "InputError", code: "not-a-folder", where: { file } };
      await expect(makeFolder(join(folder, name))).rejects.toMatchObject(expected);
      await expect(checkFolder(join(folder, name))).rejects.toMatchObject(expected);
    },
  );

  // The recursive mkdir of Node never comes back from there.
  it.skipIf(!existsSync("/proc/self"))("says so where the system makes no folders", { timeout: 5000 }, async () => {
    for (const path of ["/proc/bagwise", "/proc/bagwise/below"])
      await expect(makeFolder(path)).rejects.toMatchObject({
        code: "no-folder",
        where: { file: "/proc/bagwise" },
        message: expect.stringContaining("(ENOENT)"),
      });
  });

  it("answers a name that is empty, too long or not allowed in words", async () => {
    await expect(makeFolder("")).rejects.toMatchObject({ code: "no-folder" });
    const long = join(folder, "x".repeat(300));
    await expect(makeFolder(long)).rejects.toMatchObject({ name: "InputError", where: { file: long } });
  });
});

describe("checkFolder", () => {
  it("makes nothing", async () => {
    mkdirSync(join(folder, "there"));
    await checkFolder(join(folder, "there"));
    await checkFolder(join(folder, "new", "er"));
    expect(readdirSync(folder)).toEqual(["there"]);
  });
});
