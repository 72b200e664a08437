import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../require-all.js";

const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");

/**
 * The paths in backticks of a page: those with a folder and an ending, or with a slash at the end.
 */
const pathsOf = (page: string): string[] =>
  [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path]) => path)
    .filter((path) => path.includes("/") && /(\.(ts|mjs|js)|\/)$/.test(path) && !path.includes("NAME"));

describe.each(["architecture.md", "mathematics.md"])("docs/%s", (name) => {
  const page = read("docs", name);

  it("names only files and folders that are there", () => {
    const paths = pathsOf(page);
    expect(paths.length).toBeGreaterThan(30);
    const gone = paths.filter(
      (path) => ![root, join(root, "packages", "bagwise", "src")].some((folder) => existsSync(join(folder, path))),
    );
    expect(gone).toEqual([]);
  });
});

it("the page on the architecture lists the rooms in the order of the import test", () => {
  const test = read("packages", "bagwise", "test", "house", "import-direction.test.ts");
  const [, list] = /const ROOMS = \[([^\]]*)\]/.exec(test) ?? [];
  const rooms = [...(list ?? "").matchAll(/"([^"]+)"/g)].map(([, room]) => room);
  expect(rooms.length).toBeGreaterThan(10);
  const [, section] = /^## The rooms$([\s\S]*?)^## /m.exec(read("docs", "architecture.md")) ?? [];
  expect([...(section ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, room]) => room)).toEqual(rooms);
});

it("the page on the mathematics names a file in every section with an equation", () => {
  const sections = read("docs", "mathematics.md").split(/^## /m).slice(1);
  for (const section of sections) expect(pathsOf(section).length, section.split("\n")[0]).toBeGreaterThan(0);
});

it("comments and texts name only pages of the docs that are there", () => {
  const folders = ["packages/bagwise/src", "packages/bagwise/test", "scripts", "bench", "examples"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|mjs|js)$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  );
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.(?:md|svg)/g)].map(([page]) => ({ file, page })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ page }) => !existsSync(join(root, page)))).toEqual([]);
});
