import { describe, expect, it } from "vitest";
import { withAudit } from "../../../src/prior/belief/audit.js";
import { flatBelief, pointBelief, withRange } from "../../../src/prior/belief/belief.js";
import { sketchBelief } from "../../../src/prior/belief/sketch.js";

const drawn = (...args: Parameters<typeof sketchBelief>) => `\n${sketchBelief(...args).join("\n")}\n`;

describe("the picture of a belief", () => {
  it("of an audit is a hill over its interval", () => {
    expect(drawn(withAudit(flatBelief(), { positive: 7, reviewed: 30 }))).toMatchInlineSnapshot(`
      "
             ▄▇█▆▃
           ▁▇█████▇▃
        ▁▁▄██████████▅▃▂▁▁▁▁▁
           ├────●────┤
      0                   0.5                1
      "
    `);
  });

  it("of nothing known is a plain", () => {
    expect(drawn(flatBelief(), { height: 1 })).toMatchInlineSnapshot(`
      "
      ████████████████████████████████████████
       ├──────────────────●────────────────┤
      0                   0.5                1
      "
    `);
  });

  it("of a point is one column", () => {
    expect(drawn(pointBelief(0.3), { height: 2, width: 30 })).toMatchInlineSnapshot(`
      "
               █
               █
               ●
      0              0.5           1
      "
    `);
  });

  it("of a range ends where the range does", () => {
    expect(drawn(withRange(flatBelief(), { high: 0.5 }), { height: 1 })).toMatchInlineSnapshot(`
      "
      ████████████████████
       ├───────●────────┤
      0                   0.5                1
      "
    `);
  });

  it("never is wider or higher than asked", () => {
    for (const width of [10, 33, 77])
      for (const height of [1, 5]) {
        const lines = sketchBelief(withAudit(flatBelief(), { positive: 1, reviewed: 9 }), { width, height });
        expect(lines).toHaveLength(height + 2);
        expect(Math.max(...lines.map((line) => line.length))).toBe(width);
        expect(lines[0]).toContain("█");
      }
    expect(() => sketchBelief(flatBelief(), { width: 3 })).toThrow(/width is 3/);
    expect(() => sketchBelief(flatBelief(), { height: 0 })).toThrow(/height is 0/);
  });
});
