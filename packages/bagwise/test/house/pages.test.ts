import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../require-all.js";
import { PACKAGES } from "./house.js";

const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");

/**
 * The paths in backticks of a page: those with a folder and an ending, or with a slash at the end.
 */
const pathsOf = (page: string): string[] =>
  [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path]) => path)
    .filter((path) => path.includes("/") && /(\.(ts|mjs|js)|\/)$/.test(path) && !path.includes("NAME"));

describe.each([
  ["architecture.md", "packages"],
  ["mathematics.md", "packages/core/src"],
])("docs/%s", (name, base) => {
  const page = read("docs", name);

  it("names only files and folders that are there", () => {
    const paths = pathsOf(page);
    expect(paths.length).toBeGreaterThan(30);
    const gone = paths.filter((path) => ![root, join(root, base)].some((folder) => existsSync(join(folder, path))));
    expect(gone).toEqual([]);
  });
});

it("the page on the architecture lists the packages and their rooms in the order of imports", () => {
  const [, section] = /^## The packages and their rooms$([\s\S]*?)^## /m.exec(read("docs", "architecture.md")) ?? [];
  const listed = (section ?? "").split(/^### /m).slice(1);
  const rooms = listed.map((text) => ({
    name: text.split("\n")[0],
    rooms: [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, room]) => room),
  }));
  expect(rooms).toEqual(PACKAGES.map(({ name, rooms }) => ({ name, rooms: [...rooms] })));
});

it("the page on the mathematics names a file in every section with an equation", () => {
  const sections = read("docs", "mathematics.md").split(/^## /m).slice(1);
  for (const section of sections) expect(pathsOf(section).length, section.split("\n")[0]).toBeGreaterThan(0);
});

it("comments and texts name only pages of the docs that are there", () => {
  const folders = [
    ...PACKAGES.flatMap(({ name }) => [`packages/${name}/src`, `packages/${name}/test`]),
    ...["scripts", "bench", "examples"],
  ];
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
