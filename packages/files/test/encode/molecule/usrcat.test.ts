import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conformersOf } from "../../../src/encode/molecule/conformers/conformers.js";
import { USRCAT_NAMES, usrcat } from "../../../src/encode/molecule/usrcat.js";
import { KNOWN, structureOf } from "./structures.js";

/** Coordinates and descriptions that RDKit made, see the field `rdkit` for its version. */
const oracle: { molecules: { name: string; molfile: string; usrcat: number[] }[] } = JSON.parse(
  readFileSync(new URL("./usrcat-rdkit.json", import.meta.url), "utf8"),
);

describe("usrcat", () => {
  it.each(oracle.molecules)("agrees with RDKit about $name", ({ molfile, usrcat: theirs }) => {
    const { graph, coordinates } = structureOf(molfile);
    const ours = usrcat(graph, coordinates ?? new Float64Array(0));
    expect(ours).toHaveLength(60);
    // RDKit divides the third moment by the cube of the deviation; ours keeps its unit.
    const expected = theirs.map((value, k) => (k % 3 === 2 ? value * theirs[k - 1] : value));
    for (const [k, value] of expected.entries()) expect(ours[k], USRCAT_NAMES[k]).toBeCloseTo(value, 4);
  });

  it("does not change when a conformer is moved, turned or mirrored", () => {
    const { graph } = structureOf(KNOWN.penicillin);
    const [conformer] = conformersOf(graph, { count: 1, seed: 1 });
    const before = usrcat(graph, conformer);
    const angle = fc.double({ min: -3, max: 3, noNaN: true });
    const shift = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(angle, angle, shift, shift, fc.boolean(), (a, b, dx, dy, mirrored) => {
        const moved = conformer.slice();
        for (let i = 0; i < moved.length; i += 3) {
          const [x, y, z] = moved.subarray(i, i + 3);
          const [u, v] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
          const [p, q] = [v * Math.cos(b) - z * Math.sin(b), v * Math.sin(b) + z * Math.cos(b)];
          moved.set([(mirrored ? -u : u) + dx, p + dy, q], i);
        }
        const after = usrcat(graph, moved);
        for (const [k, value] of before.entries()) expect(after[k]).toBeCloseTo(value, 6);
      }),
      { seed: 4, numRuns: 50 },
    );
  });

  it("gives 0 for kinds of atoms that a molecule lacks", () => {
    const { graph } = structureOf("CCCC");
    const [conformer] = conformersOf(graph, { count: 1, seed: 1 });
    const values = usrcat(graph, conformer);
    for (const [k, name] of USRCAT_NAMES.entries())
      if (/aromatic|acceptor|donor/.test(name)) expect(values[k], name).toBe(0);
    expect(values[0]).toBeGreaterThan(1);
  });

  it("has 60 different names", () => {
    expect(new Set(USRCAT_NAMES).size).toBe(60);
    expect(USRCAT_NAMES[0]).toBe("usrcat all centre mean");
  });
});
