import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../require-all.js";
import { PACKAGES, type Package, PURE_ENTRIES } from "./house.js";
import { applicationFiles, entriesOf, importsIn, importsOf, manifest, packages, sourceFiles } from "./imports.js";

const packageOf = (file: string) => file.split("/")[0];
const placeOf = (file: string) => PACKAGES.findIndex(({ name }) => name === packageOf(file));
const ENTRY_FILES = new Set(PACKAGES.flatMap(({ name }) => [...entriesOf(name).values()]));
const isOurs = (target: string) => target.endsWith(".ts");

/** The place of a file's room in its package; -1 for a file that is in none. */
function roomOf({ rooms, top }: Package, file: string): number {
  const [, , first, ...rest] = file.split("/");
  return rooms.indexOf(rest.length === 0 && !rooms.includes(first) ? (top ?? first) : first);
}

/** An entry at the top of `src/` gathers what is in any room. */
const isTopEntry = (file: string) => ENTRY_FILES.has(file) && file.split("/").length === 3;

const EDGES = sourceFiles().flatMap((file) => importsOf(file).map((each) => ({ file, ...each })));
/** Types that nobody names, but that declarations of others hold. */
const INFERRED = ["OptionType", "Range"];
const OUR_NAME = /^(bagwise|@bagwise\/[\w-]+)(\/|$)/;

describe("the packages of the house", () => {
  it("are entered only by their doors", () => {
    const inside = EDGES.filter(
      ({ file, name, target }) => name.startsWith(".") && packageOf(target) !== packageOf(file),
    );
    expect(inside.map(({ file, name }) => `${file} -> ${name}`)).toEqual([]);
    const closed = EDGES.filter(({ name, target }) => OUR_NAME.test(name) && !isOurs(target));
    expect(closed.map(({ file, name }) => `${file} -> ${name}`)).toEqual([]);
  });

  it("use only packages before them, and name those in package.json at exactly their version", () => {
    for (const { name, rooms } of PACKAGES) {
      expect(rooms.length).toBeGreaterThan(0);
      const used = EDGES.filter(({ file, name: by }) => packageOf(file) === name && OUR_NAME.test(by));
      for (const { file, target } of used) expect(placeOf(target), `${file} -> ${target}`).toBeLessThan(placeOf(file));
      const { dependencies = {}, version } = manifest(name);
      const named = Object.entries(dependencies)
        .filter(([each]) => OUR_NAME.test(each))
        .sort();
      expect(named, name).toEqual(
        [...new Set(used.map(({ target }) => packageOf(target)))].sort().map((each) => [`@bagwise/${each}`, version]),
      );
    }
  });

  it("contain no circle, of files or through doors", () => {
    const state = new Map<string, "open" | "done">();
    const visit = (file: string, path: readonly string[]) => {
      if (state.get(file) === "done") return;
      expect(state.get(file), [...path, file].join(" -> ")).toBeUndefined();
      state.set(file, "open");
      for (const { target } of importsOf(file, { types: false }))
        if (isOurs(target) && !target.endsWith(".generated.ts")) visit(target, [...path, file]);
      state.set(file, "done");
    };
    for (const file of sourceFiles()) visit(file, []);
  });

  it("reach no Node built-in where they are pure", () => {
    const isPure = (file: string) =>
      PACKAGES[placeOf(file)].pure || PURE_ENTRIES.some((path) => file === path || file.startsWith(`${path}/`));
    const pure = EDGES.filter(({ file }) => isPure(file));
    expect(pure.length).toBeGreaterThan(2000);
    const impure = pure.filter(({ target }) => isBuiltin(target) || (isOurs(target) && !isPure(target)));
    expect(impure.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

describe.each(PACKAGES.map((each) => [each.name, each] as const))("the rooms of %s", (name, house) => {
  const files = sourceFiles(name).filter((file) => !isTopEntry(file) || roomOf(house, file) >= 0);

  it("are all on the list, and there", () => {
    const seen = new Set(files.map((file) => roomOf(house, file)));
    for (const file of files) expect(roomOf(house, file), file).toBeGreaterThanOrEqual(0);
    expect(seen.size).toBe(house.rooms.length);
  });

  it("import only from rooms before them", () => {
    const backwards = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => isOurs(target) && packageOf(target) === name)
        .filter(({ target }) => !target.endsWith(".generated.ts") && roomOf(house, target) > roomOf(house, file))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(backwards).toEqual([]);
  });

  it("open the file that holds the thing, never a door of their own", () => {
    const doors = new Set(name === "bagwise" ? [] : entriesOf(name).values());
    const through = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => doors.has(target))
        .map(({ target }) => `${file} -> ${target}`),
    );
    expect(through).toEqual([]);
  });
});

describe("the doors", () => {
  const users = new Map<string, Set<string>>();
  const note = (by: readonly { name: string; names: readonly string[] }[]) => {
    for (const { name, names } of by)
      if (OUR_NAME.test(name)) users.set(name, new Set([...(users.get(name) ?? []), ...names]));
  };
  note(EDGES);
  const benches = readdirSync(join(root, "bench"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /^(?!.*node_modules).*\.mjs$/.test(file),
  );
  for (const file of benches) note(importsIn(readFileSync(join(root, "bench", file), "utf8"), file));
  // Its settings take the colours of reports.
  for (const file of [...applicationFiles(), "apps/workbench/vite.config.mjs"])
    note(importsIn(readFileSync(join(root, file), "utf8"), file));

  it("say what they are for, and name what they show", () => {
    for (const file of ENTRY_FILES) {
      const text = readFileSync(join(packages, file), "utf8");
      expect(text, file).toMatch(/^\/\*\*/);
      if (file !== "bagwise/src/node/index.ts") expect(text, file).not.toMatch(/^export \*/m);
    }
  });

  it("show only what somebody uses", () => {
    const idle = PACKAGES.filter(({ name }) => name !== "bagwise").flatMap(({ name }) =>
      [...entriesOf(name)].flatMap(([entry, file]) => {
        const text = readFileSync(join(packages, file), "utf8");
        const shown = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
          list
            .replace(/\btype /g, "")
            .split(",")
            .map((each) => each.trim())
            .filter((each) => each !== ""),
        );
        return shown
          .filter((each) => !users.get(entry)?.has(each) && !INFERRED.includes(each))
          .map((each) => `${entry}: ${each}`);
      }),
    );
    expect(idle).toEqual([]);
  });

  it("are the only way into the library for the browser application", () => {
    const outside = applicationFiles().flatMap((file) =>
      importsIn(readFileSync(join(root, file), "utf8"), join("..", file))
        .filter(({ name, target }) => (OUR_NAME.test(name) ? !isOurs(target) : /packages\/.*\.js$/.test(name)))
        .map(({ name }) => `${file} -> ${name}`),
    );
    expect(outside).toEqual([]);
  });
});
