import type { MapView } from "../worker/types.js";
import {
  type Colour,
  isInside,
  LABELS,
  lookOf,
  MANY,
  type Placed,
  type PointKinds,
  paintSquare,
  placed,
  radiusOf,
} from "./map-picture.js";
import { inSlices } from "./slices.js";

/** What is known of a bag of the map, by its number in the file. */
export type KindOf = (bag: number) => { readonly label: (typeof LABELS)[number]; readonly chance: number | undefined };

/** What a map shows now. */
export interface Painted {
  readonly at: Placed;
  readonly kinds: PointKinds;
  /** 1 for points in the lasso; null without one. */
  readonly inside: Uint8Array | null;
}

/**
 * Draws a map of any number of points without holding the page: everything that takes a step for each point is
 * done in slices, and the picture appears when it is whole. Resolves to undefined if `isOver` ended it.
 */
export async function paintMap(
  canvas: HTMLCanvasElement,
  map: MapView,
  { kindOf, lasso }: { kindOf: KindOf; lasso: readonly (readonly [number, number])[] },
  isOver: () => boolean,
): Promise<Painted | undefined> {
  const n = map.index.length;
  const { clientWidth: width, clientHeight: height } = canvas;
  const at = placed(map, width, height);
  const kinds = { label: new Uint8Array(n), chance: new Float32Array(n) };
  const known = (k: number) => {
    const { label, chance } = kindOf(map.index[k]);
    kinds.label[k] = LABELS.indexOf(label);
    kinds.chance[k] = chance ?? Number.NaN;
  };
  if (!(await inSlices(n, known, isOver))) return undefined;
  const inside = lasso.length < 3 ? null : new Uint8Array(n);
  const within = (k: number) => {
    if (inside !== null) inside[k] = Number(isInside(lasso, at.px[k], at.py[k]));
  };
  if (inside !== null && !(await inSlices(n, within, isOver))) return undefined;
  const painted = { at, kinds, inside };
  const drawn = n > MANY ? await paintPixels(canvas, painted, isOver) : paintCircles(canvas, painted);
  return drawn ? painted : undefined;
}

/** Gives a canvas as many pixels as the screen has there, which clears it. Returns how many those are for one. */
export function sized(canvas: HTMLCanvasElement): number {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return ratio;
}

/** The colours of the labels, as the style sheet has them. */
function coloursOf(canvas: HTMLCanvasElement): string[] {
  const style = getComputedStyle(canvas);
  return ["--guess", "--m2", "--m1"].map((name) => style.getPropertyValue(name).trim());
}

function paintCircles(canvas: HTMLCanvasElement, { at, kinds, inside }: Painted): boolean {
  const context = canvas.getContext("2d");
  if (context === null) return false;
  sized(canvas);
  const colours = coloursOf(canvas);
  for (const label of LABELS.keys())
    for (let k = 0; k < kinds.label.length; k++) {
      if (kinds.label[k] !== label) continue;
      const { colour, strength } = lookOf(kinds, k, inside === null || inside[k] === 1);
      context.globalAlpha = strength;
      context.fillStyle = colours[colour];
      context.beginPath();
      context.arc(at.px[k], at.py[k], radiusOf(kinds.label.length, label), 0, 2 * Math.PI);
      context.fill();
    }
  context.globalAlpha = 1;
  return true;
}

async function paintPixels(
  canvas: HTMLCanvasElement,
  { at, kinds, inside }: Painted,
  isOver: () => boolean,
): Promise<boolean> {
  const n = kinds.label.length;
  const ratio = devicePixelRatio || 1;
  const size = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.max(1, Math.round(side * ratio)));
  const picture = new ImageData(size[0], size[1]);
  const colours = coloursOf(canvas).map(rgbOf);
  for (const label of LABELS.keys()) {
    const radius = radiusOf(n, label) * ratio;
    const paint = (k: number) => {
      if (kinds.label[k] !== label) return;
      const { colour, strength } = lookOf(kinds, k, inside === null || inside[k] === 1);
      paintSquare(picture, { x: at.px[k] * ratio, y: at.py[k] * ratio, radius }, colours[colour], strength);
    };
    if (!(await inSlices(n, paint, isOver))) return false;
  }
  sized(canvas);
  canvas.getContext("2d")?.putImageData(picture, 0, 0);
  return true;
}

/** A colour of CSS in numbers: the browser knows them all. */
function rgbOf(colour: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) return [128, 128, 128];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
