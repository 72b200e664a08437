import type { Chemistry } from "./chemistry.js";
import { sizeFlaw } from "./size.js";
import { isMolfile, smilesPart } from "./smiles-text.js";

/** A drawing of a molecule: bonds, wedges and letters, for one colour. Plain data, in pixels. */
export interface Drawing {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly { readonly from: Point; readonly to: Point; readonly width: number }[];
  readonly areas: readonly (readonly Point[])[];
  readonly letters: readonly { readonly at: Point; readonly size: number; readonly text: string }[];
}

type Point = readonly [x: number, y: number];

/** The space that a drawing is fitted into. */
const SIZE = { width: 260, height: 170 };
const MARGIN = 6;

/**
 * Draws a molecule in two dimensions. Undefined for a text that is no molecule, or one that is too large. The library
 * writes SVG; only its lines, polygons and letters are taken, as numbers and texts, so that nothing else can get into
 * a page. Costs some ten milliseconds, and two seconds the first time.
 */
export function drawMolecule({ Molecule }: Chemistry, text: string): Drawing | undefined {
  const given = isMolfile(text) ? text : smilesPart(text);
  if (sizeFlaw(given) !== undefined) return undefined;
  let svg: string;
  try {
    const molecule = isMolfile(text) ? Molecule.fromMolfile(given) : Molecule.fromSmiles(given);
    if (molecule.getAllAtoms() === 0) return undefined;
    svg = molecule.toSVG(SIZE.width, SIZE.height, "drawing", {
      autoCrop: true,
      autoCropMargin: MARGIN,
      suppressChiralText: true,
      suppressCIPParity: true,
      suppressESR: true,
      noStereoProblem: true,
    });
  } catch {
    return undefined;
  }
  return drawingIn(svg);
}

/** What is drawn in the SVG of the library. */
export function drawingIn(svg: string): Drawing | undefined {
  const tags = Array.from(svg.matchAll(/<(svg|line|polygon|text)\s([^>]*)>([^<]*)/g), ([, tag, written, content]) => ({
    tag,
    content,
    of: attributesOf(written),
  }));
  const box = tags.find(({ tag }) => tag === "svg")?.of("viewBox");
  const [left, top, width, height] = (box ?? "").split(/\s+/).map(Number);
  if (![left, top, width, height].every(Number.isFinite)) return undefined;
  // Broad lines without a colour are there for the mouse.
  const seen = tags.filter(({ of }) => of("opacity") !== "0");
  const point = (of: Attributes, x: string, y: string): Point => [number(of(x)), number(of(y))];
  return {
    left,
    top,
    width,
    height,
    lines: seen.flatMap(({ tag, of }) =>
      tag === "line"
        ? [{ from: point(of, "x1", "y1"), to: point(of, "x2", "y2"), width: number(of("stroke-width")) || 1 }]
        : [],
    ),
    areas: seen.flatMap(({ tag, of }) => (tag === "polygon" ? [pointsOf(of("points") ?? "")] : [])),
    letters: seen.flatMap(({ tag, of, content }) =>
      tag === "text" ? [{ at: point(of, "x", "y"), size: number(of("font-size")) || 12, text: plain(content) }] : [],
    ),
  };
}

type Attributes = (name: string) => string | undefined;

function attributesOf(written: string): Attributes {
  const found = new Map(Array.from(written.matchAll(/([\w-]+)="([^"]*)"/g), ([, name, value]) => [name, value]));
  return (name) => found.get(name);
}

function number(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}

function pointsOf(text: string): Point[] {
  return text
    .trim()
    .split(/\s+/)
    .map((pair): Point => {
      const [x, y] = pair.split(",");
      return [number(x), number(y)];
    });
}

/** Letters of atoms, with the few entities that SVG has. */
function plain(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&").trim();
}
