import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { sourceNamed } from "@bagwise/engines";
import { withoutPassword } from "@bagwise/engines/addresses";
import { formatByEnding } from "@bagwise/files";
import { isPictureName } from "@bagwise/files/photos";
import { tableFormatByEnding } from "@bagwise/files/table";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { literal, patternFrom } from "../../../../engines/src/pattern.js";
import { trainCommandLine } from "../../../src/cli/flags/command-line.js";
import { pathOf } from "../../../src/node/files/path-of.js";
import { bagsOf, nameFrom, reviewPaths } from "../../../src/node/files/review-file.js";
import { decodePhoto } from "../../../src/node/raw/photos/decode-photo.js";

// Paths mean what they mean on Windows. The files are not there.
const own = { ...path };
beforeEach(() => {
  Object.assign(path, path.win32);
  syncBuiltinESMExports();
});
afterEach(() => {
  Object.assign(path, own);
  syncBuiltinESMExports();
});

const PATHS = [
  "C:\\data\\x",
  "c:x",
  "D:/data/x",
  "\\\\server\\share\\x",
  "\\\\?\\C:\\data\\x",
  "data\\x",
  "C:\\a b\\x",
];

describe("a path of Windows", () => {
  it.each(PATHS)("is no address, no engine and no glob: %s", async (path) => {
    for (const ending of [".csv", ".parquet", ".model", ".db"]) {
      expect(withoutPassword(path + ending)).toBe(path + ending);
      expect(withoutPassword(`--data=${path}${ending}`)).toBe(`--data=${path}${ending}`);
      expect(pathOf(path + ending)).toBe(path + ending);
    }
    if (!path.includes("?")) expect(await sourceNamed(`${path}.csv`)).toBeUndefined();
    const file = `${path}.db`;
    await expect(sourceNamed(`duckdb:${file}`)).rejects.toMatchObject({ code: "no-such-file", where: { file } });
  });

  it.each(PATHS)("tells its format by its ending: %s", (path) => {
    expect(formatByEnding(`${path}.CSV.gz`)?.name).toBe("csv");
    expect(formatByEnding(`${path}.parquet`)?.name).toBe("parquet");
    expect(tableFormatByEnding(`${path}.xlsx`)).toBe("xlsx");
    expect(isPictureName(`${path}.JPG`)).toBe(true);
  });

  it("is read by DuckDB as itself, and its folders are when the rest is a pattern", async () => {
    expect(literal("C:\\d[1]\\x.parquet")).toBe("C:\\d[[]1]\\x.parquet");
    expect(literal("\\\\server\\share\\p[2].csv")).toBe("\\\\server\\share\\p[[]2].csv");
    expect(await patternFrom("C:\\none\\part-*.csv")).toBe("C:\\none\\part-*.csv");
    expect(await patternFrom("\\\\server\\share\\part-*.csv")).toBe("\\\\server\\share\\part-*.csv");
    expect((await sourceNamed("C:\\none\\part-*.csv"))?.hasTables).toBe(false);
  });

  it("is the place of a photo, wherever the table of photos is", async () => {
    const place = { folder: "D:\\tables", longest: 10 };
    await expect(decodePhoto("C:\\photos\\a.jpg", place)).rejects.toMatchObject({ code: "no-photo" });
    await expect(decodePhoto("C:\\photos\\a.jpg", place)).rejects.toThrow(/is not there/);
    await expect(decodePhoto("https://example.org/a.jpg", place)).rejects.toThrow(/address on the web/);
  });

  it("names the model that a survey suggests", () => {
    const survey = { suggested: {}, columns: [] };
    const NO_FLAGS = { groups: "none" } as const;
    expect(trainCommandLine("C:\\data\\bags.csv.gz", NO_FLAGS, survey)).toMatch(/--out bags\.model$/);
    expect(trainCommandLine("duckdb:C:\\data\\bags.parquet", NO_FLAGS, survey)).toMatch(/--out bags\.model$/);
  });
});

describe("a review on Windows", () => {
  it("keeps its bags by a path from its own folder, or from their drive", async () => {
    expect(nameFrom("C:\\work\\s.review.json", "C:\\work\\data\\b.csv")).toBe("data/b.csv");
    expect(nameFrom("C:\\work\\s.review.json", "C:\\b.csv")).toBe("../b.csv");
    expect(nameFrom("C:\\work\\s.review.json", "D:\\data\\b.csv")).toBe("D:/data/b.csv");
    expect(bagsOf("C:\\work\\s.review.json", "data/b.csv")).toBe("C:\\work\\data\\b.csv");
    expect(bagsOf("C:\\work\\s.review.json", "D:/data/b.csv")).toBe("D:/data/b.csv");
    expect(await reviewPaths("C:\\data\\b.csv.gz", {})).toEqual({
      data: "C:\\data\\b.csv.gz",
      session: "C:\\data\\b.review.json",
      list: "C:\\data\\b.next.csv",
    });
  });
});
