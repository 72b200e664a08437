import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { decodePacked, encodePacked } from "../../src/base/packed-file.js";
import { matrix } from "../../src/linalg/matrix.js";
import { decodeProblem, encodeProblem, isMachine } from "../../src/solver/dump.js";
import { prepare } from "../../src/solver/prepare.js";
import type { Problem } from "../../src/solver/problem.js";
import { solve } from "../../src/solver/solve.js";
import { extreme, ordinary } from "./support.js";

const name = "bug.problem";

describe("a dumped problem", () => {
  it("comes back as it was, and has the same solution", () => {
    const weights = Float64Array.from({ length: 30 }, (_, i) => 1 + (i % 3));
    const others = [
      { ...extreme(3), loss: "squared" as const },
      { ...ordinary(1), weights },
    ];
    for (const problem of [ordinary(1), extreme(2), ...others]) {
      const again = decodeProblem(encodeProblem(problem), { name });
      expect(again).toEqual(problem);
      const run = ({ phiP, phiU, prior, weights, ...options }: Problem) =>
        solve(prepare(phiP, phiU, { prior, weights }), options);
      if (isMachine(again)) throw new Error("it is no machine");
      expect(run(again)).toEqual(run(problem));
    }
  });

  it("keeps a hinge-loss machine", () => {
    const gram = matrix(2, 2, Float64Array.of(2, 1, 1, 2));
    const machine = { gram, signs: Int8Array.of(1, -1), costs: Float64Array.of(1, 3) };
    for (const problem of [machine, { ...machine, margins: Float64Array.of(-0.5, 1) }])
      expect(decodeProblem(encodeProblem(problem), { name })).toEqual(problem);
  });

  it("keeps numbers that JSON does not have", () => {
    const problem = { ...ordinary(1), lambda: Number.NaN, prior: Infinity };
    problem.phiU.data[3] = -0;
    problem.phiU.data[4] = Number.NaN;
    expect(decodeProblem(encodeProblem(problem))).toEqual(problem);
  });

  it("has another layout with weights, which an older bagwise refuses instead of overlooking them", () => {
    const weights = new Float64Array(30).fill(1);
    const layout = (problem: Problem) =>
      decodePacked(encodeProblem(problem), { kind: "problem", newest: 2, file: name }).formatVersion;
    expect([layout(ordinary(1)), layout({ ...ordinary(1), weights })]).toEqual([1, 2]);
  });

  it("is refused with a sentence when it is truncated, at any length", () => {
    const bytes = encodeProblem(ordinary(1));
    for (const length of [0, 5, 8, 15, 40, 200, bytes.length - 1]) {
      expect(() => decodeProblem(bytes.slice(0, length), { name })).toThrow(InputError);
    }
    expect(() => decodeProblem(bytes.slice(0, -8), { name })).toThrow(/^bug\.problem: .*bytes.*\. [A-Z]/);
  });

  it("is refused when any byte was changed", () => {
    const bytes = encodeProblem(ordinary(1, { bags: 3, features: 2, positives: 1 }));
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] ^= 0x20;
      expect(() => decodeProblem(changed, { name }), `byte ${at}`).toThrow(InputError);
    }
  });

  it("is refused when it is newer, of another kind, or lacks a part", () => {
    const packed = decodePacked(encodeProblem(ordinary(1)), { kind: "problem", newest: 1, file: name });
    const refused = (change: object) => () =>
      decodeProblem(encodePacked({ ...packed, ...change }, { form: "binary" }), { name });
    expect(refused({ formatVersion: 4 })).toThrow(/newer bagwise/);
    expect(refused({ kind: "model" })).toThrow(/not a problem/);
    const damaged = expect.objectContaining({ code: "damaged" });
    expect(refused({ tables: packed.tables.slice(1) })).toThrow(damaged);
    expect(refused({ header: { prior: "0.3", lambda: "1", loss: "hinge" } })).toThrow(damaged);
  });
});
