import { glyphSvg } from "@bagwise/report/figures";
import type { Html } from "@bagwise/report/page";
import { dot, lineY } from "@observablehq/plot";
import { DATA_SETS } from "../datasets/data-sets.js";
import type { AnyProtocol } from "../draws/draw-spec.js";
import { METHODS } from "../methods/methods.js";

/** How many colours the style sheet has; later methods take them again, with another symbol. */
export const COLOURS = 8;

/** They stay apart when small. Their number shares no factor with that of the colours. */
const SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "cross", "wye"] as const;

/** How a method looks in every figure of a page. */
export interface Look {
  readonly name: string;
  readonly title: string;
  /** One sentence, empty for a method that is not in the list. */
  readonly help: string;
  /** The column of the paper's table it is compared with. */
  readonly column: string;
  /** A custom property of the style sheet, so that a page can be light or dark. */
  readonly colour: string;
  readonly symbol: (typeof SYMBOLS)[number];
  /** The class of its marks, for hiding them. */
  readonly className: string;
}

/** Looks in the order of the list of methods; others come last, under their own name. */
export function looksOf(methods: Iterable<string>): Look[] {
  const order = METHODS.map(({ name }) => name);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const names = [...new Set(methods)].sort((a, b) => rank(a) - rank(b));
  return names.map((name, i) => {
    const info = METHODS.find((method) => method.name === name);
    return {
      name,
      title: info?.title ?? name,
      help: info?.help ?? "",
      column: info?.column ?? name,
      colour: `var(--m${i % COLOURS})`,
      symbol: SYMBOLS[i % SYMBOLS.length],
      className: `m${i}`,
    };
  });
}

/** The title of a data set; its name when it is not one of the paper's. */
export function dataSetTitle(name: string): string {
  return DATA_SETS.find((each) => each.name === name)?.title ?? name;
}

const PROTOCOL_TITLES: Readonly<Record<AnyProtocol, string>> = {
  paper: "paper’s protocol",
  "leak-free": "leak-free",
  disjoint: "disjoint",
  original: "original bags",
};

/** A protocol as a figure names it. */
export function protocolTitle(protocol: AnyProtocol): string {
  return PROTOCOL_TITLES[protocol];
}

/** What every figure of a page shares. */
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

/** The ink of a page that shows these methods under their names, in their order, on any data sets. */
export function inkOf(
  document: Document,
  methods: readonly { readonly name: string }[],
  data: readonly { readonly name: string; readonly title: string }[],
): Ink {
  const names = methods.map(({ name }) => name);
  const ink = inkFor(document, names);
  const look = (name: string) => ({ ...ink.look(name), title: name });
  const titles = new Map(data.map(({ name, title }) => [name, title]));
  return { document, looks: names.map(look), look, titleOf: (name) => titles.get(name) ?? name };
}

/** A small picture of a line with its symbol, for legends and tables. */
export function glyph(
  { document }: Ink,
  look: Pick<Look, "colour" | "symbol">,
  { hollow = false, line = true } = {},
): Html {
  const paint = hollow ? { stroke: look.colour, fill: "none", strokeWidth: 1.4 } : { fill: look.colour };
  return glyphSvg(document, 26, [
    line ? lineY([7, 7], { x: [1, 25], stroke: look.colour, strokeWidth: 1.6 }) : null,
    dot([0], { x: [13], y: [7], symbol: look.symbol, r: 4, ...paint }),
  ]);
}
