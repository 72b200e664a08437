import { dot, lineY } from "@observablehq/plot";
import { plotSvg } from "../../../report/figures/plot-svg.js";
import type { Html } from "../../../report/page/html.js";
import { dataSetTitle, type Look, looksOf } from "../looks.js";

/**
 * What every figure of a page shares: where elements are made, and how methods and data sets look
 * and are called.
 */
export interface Ink {
  readonly document: Document;
  /** The looks of the methods, in the order of legends. */
  readonly looks: readonly Look[];
  look(method: string): Look;
  titleOf(dataset: string): string;
}

/** The ink of a page that shows these methods. */
export function inkFor(document: Document, methods: Iterable<string>): Ink {
  const looks = looksOf(methods);
  const byName = new Map(looks.map((look) => [look.name, look]));
  return {
    document,
    looks,
    look: (method) => byName.get(method) ?? looksOf([method])[0],
    titleOf: dataSetTitle,
  };
}

/** A small picture of a line with its symbol, for legends and tables. */
export function glyph(
  { document }: Ink,
  look: Pick<Look, "colour" | "symbol">,
  { hollow = false, line = true } = {},
): Html {
  const paint = hollow ? { stroke: look.colour, fill: "none", strokeWidth: 1.4 } : { fill: look.colour };
  return plotSvg(document, "", {
    width: 26,
    height: 14,
    margin: 0,
    axis: null,
    x: { domain: [0, 26], range: [0, 26] },
    y: { domain: [0, 14], range: [0, 14] },
    marks: [
      line ? lineY([7, 7], { x: [1, 25], stroke: look.colour, strokeWidth: 1.6 }) : null,
      dot([0], { x: [13], y: [7], symbol: look.symbol, r: 4, ...paint }),
    ],
  });
}
