import { isBuiltin } from "node:module";
import { describe, expect, it } from "vitest";
import { importsOf, sourceFiles } from "./imports.js";

/** The rooms in the order in which data flows; a room may use those before it. */
const ROOMS = [
  "base",
  "linalg",
  "bags",
  "encode",
  "format",
  "statistics",
  "kernels",
  "solver",
  "scores",
  "prior",
  "model",
  "learners",
  "evaluation",
  "explain",
  "export",
  "report",
  "index.ts",
  "node",
  "cli",
  "lab",
];

/** A learner, a kernel or a solver knows no file. */
const NO_FILES = ["statistics", "kernels", "solver", "prior", "scores", "learners", "evaluation", "explain", "export"];

/** The one import of the lab from outside: where its commands are registered. */
const REGISTERS_THE_LAB = "cli/run.ts -> lab/commands/index.ts";

const room = (file: string) => file.split("/")[0];

describe("the rooms of the house", () => {
  it("are all on the list", () => {
    for (const file of sourceFiles()) expect(ROOMS, file).toContain(room(file));
  });

  it("import only from rooms before them", () => {
    const backwards = sourceFiles().flatMap((file) =>
      importsOf(file)
        .filter((target) => target.endsWith(".ts") && ROOMS.indexOf(room(target)) > ROOMS.indexOf(room(file)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(backwards.filter((each) => each !== REGISTERS_THE_LAB)).toEqual([]);
  });

  it("do not import the lab, but for the one line that registers its commands", () => {
    const entering = sourceFiles()
      .filter((file) => room(file) !== "lab")
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => target.startsWith("lab/"));
    expect(entering.map(({ file, target }) => `${file} -> ${target}`)).toEqual([REGISTERS_THE_LAB]);
  });

  it("know no file where they do mathematics", () => {
    const offenders = sourceFiles()
      .filter((file) => NO_FILES.includes(room(file)))
      .filter((file) => importsOf(file).some((target) => room(target) === "format"));
    expect(offenders).toEqual([]);
  });

  it("contain no circle", () => {
    const state = new Map<string, "open" | "done">();
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === "done") return;
      expect(state.get(file), [...path, file].join(" -> ")).toBeUndefined();
      state.set(file, "open");
      for (const target of importsOf(file, { types: false }))
        if (target.endsWith(".ts") && !target.endsWith(".generated.ts")) visit(target, [...path, file]);
      state.set(file, "done");
    };
    for (const file of sourceFiles()) visit(file, []);
  });
});

describe("the pure entry", () => {
  it("reaches no Node built-in", () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of importsOf(file)) {
        if (target.endsWith(".ts")) visit(target);
        else expect(isBuiltin(target), `${file} imports ${target}`).toBe(false);
      }
    };
    visit("index.ts");
    expect(reached.size).toBeGreaterThan(20);
    expect([...reached].filter((file) => ["node", "cli"].includes(room(file)))).toEqual([]);
  });
});
