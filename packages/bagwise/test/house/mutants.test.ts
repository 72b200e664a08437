import { afterEach, describe, expect, it } from "vitest";
import { mutantsOf, parse, withBranches, withMutants } from "../../../../scripts/mutants/instrument.mjs";

const PROGRAM = `
export const LIMIT: number = 2 * 3;
export const TENTHS: readonly number[] = Array.from({ length: 3 }, (_, k) => k / 10);
export function clipped(values: readonly number[], { most = LIMIT } = {}): number[] {
  const kept: number[] = [];
  for (const value of values) {
    if (value > most) continue;
    else if (value < 0 || Number.isNaN(value)) throw new Error("no");
    kept.push(Math.min(value, 5));
  }
  return kept.length === 0 ? [-1] : kept.slice(1);
}
export const endless = (n: number): number => {
  let left = n;
  while (left > 0) left -= 1;
  return left;
};
`;

/** What the changed programs read and write, as in the worker. */
const own = {
  at: -1,
  hits: [] as number[],
  files: [] as number[],
  branches: [] as number[],
  again: {} as Record<number, () => void>,
  fuel: 1e4,
  spend,
};

function spend(): void {
  if (--own.fuel < 0) throw new Error("no end");
}

interface Program {
  readonly LIMIT: number;
  readonly TENTHS: readonly number[];
  clipped(values: readonly number[], options?: { most?: number }): number[];
  endless(n: number): number;
}

async function load(code: string): Promise<Program> {
  Object.assign(globalThis, { __bagwise: own });
  return await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

const source = parse("program.ts", PROGRAM);
const all = mutantsOf(source);

/** The program with one mutant, alive or not. */
async function withOne(code: string, what: string): Promise<{ program: Program; alive: (is: boolean) => void }> {
  const found = all.filter((mutant) => mutant.code === code && mutant.what === what);
  expect([code, what, found.length]).toEqual([code, what, 1]);
  const program = await load(withMutants(source, new Map([[found[0].index, 7]]), 0));
  return {
    program,
    alive(is) {
      own.at = is ? 7 : -1;
      own.again[0]?.();
    },
  };
}

afterEach(() => {
  Object.assign(own, { at: -1, hits: [], files: [], branches: [], again: {}, fuel: 1e4 });
});

describe("small mistakes in a program", () => {
  it("are found once each, at their places", () => {
    const whats = (code: string) => all.filter((mutant) => mutant.code === code).map(({ what }) => what);
    expect(whats("value > most")).toEqual(["> -> >=", "> -> <=", "condition -> true", "condition -> false"]);
    expect(whats("2 * 3")).toEqual(["* -> /"]);
    expect(whats("2")).toEqual(["2 -> 3", "2 -> 1"]);
    expect(whats("continue;")).toEqual(["removed"]);
    expect(whats("left > 0")).toEqual(["> -> >=", "> -> <=", "condition -> false"]);
    expect(whats("Math.min(value, 5)")).toEqual(["min -> max"]);
    expect(whats("kept.slice(1)")).toEqual(["slice removed"]);
    expect(all.every(({ index }, k) => index === k)).toBe(true);
    expect(all.find(({ code }) => code === "2 * 3")).toMatchObject({ line: 2, fixed: true });
    // Nothing in a type, and nothing twice.
    expect(new Set(all.map(({ line, column, what, code }) => `${line} ${column} ${what} ${code}`)).size).toBe(
      all.length,
    );
  });

  it("leave the program as it is until they are alive", async () => {
    const ids = new Map(all.map(({ index }) => [index, index]));
    const program = await load(withMutants(source, ids, 0));
    expect(program.clipped([9, 1, 2, 8, 6, 3])).toEqual([2, 5, 3]);
    expect(program.clipped([])).toEqual([-1]);
    expect(() => program.clipped([-1])).toThrow("no");
    expect(program.endless(3)).toBe(0);
    expect(own.files[0]).toBe(1);
  });

  it("are noticed one at a time", async () => {
    const edge = await withOne("value > most", "> -> >=");
    expect(edge.program.clipped([0, 6, 7])).toEqual([5]);
    expect(own.hits[7]).toBe(1);
    edge.alive(true);
    expect(edge.program.clipped([0, 6, 7])).toEqual([]);
    const skipped = await withOne("continue;", "removed");
    skipped.alive(true);
    expect(skipped.program.clipped([0, 9])).toEqual([5]);
    // The branch that follows is still the other one.
    expect(() => skipped.program.clipped([-2])).toThrow("no");
    const lost = await withOne("kept.push(Math.min(value, 5));", "removed");
    lost.alive(true);
    expect(lost.program.clipped([1, 2])).toEqual([-1]);
  });

  it("reach what was computed when the file was loaded", async () => {
    const { program, alive } = await withOne("2 * 3", "* -> /");
    alive(true);
    expect(program.LIMIT).toBeCloseTo(2 / 3, 12);
    expect(program.clipped([0, 0.5, 1])).toEqual([0.5]);
    alive(false);
    expect(program.LIMIT).toBe(6);
    // Also by a function that is called there and then.
    const tenths = await withOne("k / 10", "/ -> *");
    tenths.alive(true);
    expect(tenths.program.TENTHS).toEqual([0, 10, 20]);
    tenths.alive(false);
    expect(tenths.program.TENTHS).toEqual([0, 0.1, 0.2]);
  });

  it("that never end are stopped", async () => {
    const { program, alive } = await withOne("left -= 1;", "removed");
    alive(true);
    expect(() => program.endless(3)).toThrow("no end");
  });
});

describe("branches of a program", () => {
  it("are counted when they are taken", async () => {
    const { code, branches } = withBranches(source, 10);
    const program = await load(code);
    const taken = () =>
      branches.filter((_, k) => own.branches[10 + k] === 1).map(({ line, what }) => `${line} ${what}`);
    expect(taken()).toEqual([]);
    expect(program.clipped([])).toEqual([-1]);
    expect(taken()).toEqual(["11 ?"]);
    expect(program.clipped([1, 2])).toEqual([2]);
    expect(new Set(taken())).toEqual(new Set(["6 loop", "8 else", "8 ||", "11 ?", "11 :"]));
    expect(program.endless(1)).toBe(0);
    expect(taken()).toHaveLength(7);
  });
});
