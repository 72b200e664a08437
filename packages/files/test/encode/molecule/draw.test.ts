import { describe, expect, it } from "vitest";
import { drawingIn, drawMolecule } from "../../../src/encode/molecule/draw.js";
import { KNOWN, library } from "./structures.js";

describe("drawMolecule", () => {
  it("draws bonds as lines, wedges as areas, and the letters of atoms that are not carbon", () => {
    const drawing = drawMolecule(library, "C[C@H](N)C(=O)O");
    expect(drawing?.letters.map(({ text }) => text).sort()).toEqual(["2", "H", "H", "N", "O", "O"]);
    expect(drawing?.lines.length).toBeGreaterThanOrEqual(5);
    expect((drawing?.areas.length ?? 0) + (drawing?.lines.length ?? 0)).toBeGreaterThan(6);
  });

  it.each(Object.values(KNOWN))("fits %s into its frame", (smiles) => {
    const drawing = drawMolecule(library, smiles);
    if (drawing === undefined) throw new Error("it can be drawn");
    const { left, top, width, height, lines } = drawing;
    expect(width).toBeLessThanOrEqual(260 + 2 * 6);
    expect(height).toBeLessThanOrEqual(170 + 2 * 6);
    for (const { from, to } of lines)
      for (const [x, y] of [from, to]) {
        expect(x).toBeGreaterThanOrEqual(left);
        expect(x).toBeLessThanOrEqual(left + width);
        expect(y).toBeGreaterThanOrEqual(top);
        expect(y).toBeLessThanOrEqual(top + height);
      }
  });

  it("draws nothing for a text that is no molecule", () => {
    for (const text of ["", "ethanol", "C1CC"]) expect(drawMolecule(library, text)).toBeUndefined();
  });

  it("draws the same molecule in the same way", () => {
    expect(drawMolecule(library, KNOWN.morphine)).toEqual(drawMolecule(library, KNOWN.morphine));
  });
});

describe("drawingIn", () => {
  it("takes numbers and letters alone, whatever else an SVG holds", () => {
    const svg = `<svg id="x" viewBox="0 0 10 10" onload="alert(1)"><script>alert(2)</script>
      <style>* { color: red }</style><line x1="1" y1="javascript:3" x2="4" y2="5" stroke-width="2" onclick="a()"/>
      <line x1="1" y1="2" x2="3" y2="4" stroke-width="8" opacity="0" /><image href="http://example.org/a.png"/>
      <text x="1" y="2" font-size="9">N&lt;b&gt;</text><polygon points="1,2 3,4 x,y "/></svg>`;
    expect(drawingIn(svg)).toEqual({
      left: 0,
      top: 0,
      width: 10,
      height: 10,
      lines: [{ from: [1, 0], to: [4, 5], width: 2 }],
      areas: [
        [
          [1, 2],
          [3, 4],
          [0, 0],
        ],
      ],
      letters: [{ at: [1, 2], size: 9, text: "N<b>" }],
    });
  });

  it("is undefined without a frame", () => {
    expect(drawingIn("<svg></svg>")).toBeUndefined();
  });
});
