import type { Label } from "@bagwise/core/bags";
import { count } from "@bagwise/core/base";
import { dot, frame, link, text } from "@observablehq/plot";
import type { BagMapData, MapPoint } from "../data/bag-map-data.js";
import { dataTable } from "../page/data-table.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { percent, short } from "../page/numbers.js";
import { figure } from "./figure.js";
import { placeLabels } from "./place-labels.js";
import { bothWidths, glyphSvg, plotSvg } from "./plot-svg.js";

/** The maximum number of bags in the table behind the map. */
const MOST_ROWS = 200;
/** With more points than this, their hover labels would be most of the file. */
const MOST_NAMES = 600;
/** The room around the points, and the width of a digit beside one, in pixels. */
const [MARGIN, DIGIT] = [16, 7];
/** The number of shades on each side of the threshold. */
const STEPS = 4;

const LOOKS: Readonly<Record<Label, { readonly symbol: "circle" | "triangle" | "square"; readonly r: number }>> = {
  unlabeled: { symbol: "circle", r: 3.1 },
  negative: { symbol: "square", r: 3.4 },
  positive: { symbol: "triangle", r: 4.4 },
};
const ORDER: readonly Label[] = ["unlabeled", "negative", "positive"];

interface BagMapFigureOptions {
  readonly document: Document;
  /** The score at which the colour changes. */
  readonly threshold: number;
  /** The ids of bags to number, starting with 1. Default none. */
  readonly numbered?: readonly string[];
}

/**
 * Bags in the plane: colour for score, shape for label, numbers for the most likely bags. Shades
 * are CSS classes, so that one file works in light mode, dark mode and print.
 */
export function bagMap(data: BagMapData, { document, threshold, numbered = [] }: BagMapFigureOptions): Html {
  const { points, method } = data;
  const limits = shadeLimits(points, threshold);
  const names = points.length <= MOST_NAMES;
  const labels = ORDER.filter((label) => points.some((point) => point.known === label));
  const ranks = new Map(numbered.map((bag, k) => [bag, k + 1]));
  const marked = points.filter(({ bag }) => ranks.has(bag));
  const alternative = alternativeOf(data, threshold);
  const across = domainOf(points.map(({ x }) => x));
  const up = domainOf(points.map(({ y }) => y));
  const picture = (width: number) => {
    const height = width > 500 ? 540 : 380;
    const [x, y] = [pixels(across, [MARGIN, width - MARGIN]), pixels(up, [height - MARGIN, MARGIN])];
    const wanted = marked.map((point) => ({
      text: String(ranks.get(point.bag)),
      x: x.of(point.x),
      y: y.of(point.y),
      width: DIGIT * String(ranks.get(point.bag)).length,
    }));
    const others = points.flatMap((point) => (ranks.has(point.bag) ? [] : [{ x: x.of(point.x), y: y.of(point.y) }]));
    const numbers = placeLabels(wanted, { width, height, points: others }).flatMap((place, k) =>
      place === null
        ? []
        : [{ ...marked[k], text: wanted[k].text, far: place.far, tx: x.at(place.x), ty: y.at(place.y) }],
    );
    return plotSvg(document, alternative, {
      width,
      height,
      margin: MARGIN,
      axis: null,
      x: { domain: across },
      y: { domain: up },
      marks: [
        frame({ stroke: "var(--line)", rx: 6, inset: -8 }),
        labels.flatMap((label) =>
          limits.map((limit, k) =>
            dot(
              points.filter((point) => point.known === label && shadeOf(point.score, limits) === k),
              {
                x: "x",
                y: "y",
                ...LOOKS[label],
                fill: shade(limit.side, limit.step),
                stroke: label === "unlabeled" ? "var(--page)" : "var(--ink)",
                strokeWidth: label === "unlabeled" ? 0.6 : 1,
                ...(names ? { title: ({ bag, score }: MapPoint) => `${bag}: ${short(score)}` } : {}),
              },
            ),
          ),
        ),
        link(
          numbers.filter(({ far }) => far),
          { x1: "x", y1: "y", x2: "tx", y2: "ty", stroke: "var(--soft)", strokeWidth: 0.8 },
        ),
        text(numbers, {
          x: "tx",
          y: "ty",
          text: "text",
          fontWeight: 600,
          fontSize: 11,
          fill: "var(--ink)",
          stroke: "var(--page)",
          strokeWidth: 3,
        }),
      ],
    });
  };
  return figure({
    id: "bag-map",
    title: method === "pca" ? "The bags along their two main directions" : "Similar bags near each other",
    caption: captionOf(data, marked.length),
    legend: legendOf(document, labels, limits),
    panels: [bothWidths(picture)],
    layout: "whole",
    numbers: tableOf(points),
  });
}

/** From values to pixels and back, as the plot has them. */
function pixels([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  const unit = (to - from) / (high - low);
  return { of: (value: number) => from + (value - low) * unit, at: (pixel: number) => low + (pixel - from) / unit };
}

/** One shade: scores from `from` up to `to`. */
interface Shade {
  readonly side: "below" | "above";
  /** From 1 next to the threshold to 4. */
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The shades from the lowest scores to the highest: up to four steps of equal width on each side of
 * the threshold, the outermost open-ended. One score in twenty falls in the open ones, so a single
 * extreme score does not use up all colours. A side without scores has no shades.
 */
export function shadeLimits(points: readonly Pick<MapPoint, "score">[], threshold: number): Shade[] {
  const side = (name: Shade["side"], away: readonly number[]): Shade[] => {
    if (away.length === 0) return [];
    const sorted = [...away].sort((a, b) => a - b);
    const far = sorted[Math.floor(0.95 * (sorted.length - 1))];
    const width = far / STEPS;
    const steps = width > 0 ? STEPS : 1;
    return Array.from({ length: steps }, (_, k) => {
      const [near, end] = [width * k, k === steps - 1 ? Number.POSITIVE_INFINITY : width * (k + 1)];
      return name === "above"
        ? { side: name, step: steps === 1 ? STEPS : k + 1, from: threshold + near, to: threshold + end }
        : { side: name, step: steps === 1 ? STEPS : k + 1, from: threshold - end, to: threshold - near };
    });
  };
  const below = points.flatMap(({ score }) => (score < threshold ? [threshold - score] : []));
  const above = points.flatMap(({ score }) => (score >= threshold ? [score - threshold] : []));
  return [...side("below", below).reverse(), ...side("above", above)];
}

export function shadeOf(score: number, limits: readonly Shade[]): number {
  // Rounding may leave a tiny gap between two shades. Use the last one that starts at or below the
  // score.
  let place = 0;
  for (const [k, { from }] of limits.entries()) if (score >= from) place = k;
  return place;
}

function shade(side: Shade["side"], step: number): string {
  return `var(--${side}${step})`;
}

function legendOf(document: Document, labels: readonly Label[], limits: readonly Shade[]): Html {
  const shapes = labels.map((label) => {
    const stroke = label === "unlabeled" ? "none" : "var(--ink)";
    const symbol = dot([0], { x: [7], y: [7], ...LOOKS[label], fill: "var(--guess)", stroke });
    return html`<li>${glyphSvg(document, 14, [symbol])}${label}</li>`;
  });
  const first = limits.find(({ side }) => side === "above");
  const swatches = limits.map(
    (limit) =>
      html`<i style="background:${shade(limit.side, limit.step)}"${limit === first && limits[0] !== first ? html` class="at"` : NOTHING}></i>`,
  );
  const low = limits[0]?.side === "below" ? html`<span>below ${short(limits[0].to)}</span>` : NOTHING;
  const last = limits.at(-1);
  const high = last?.side === "above" ? html`<span>${short(last.from)} and more</span>` : NOTHING;
  return html`<ul class="legend map-legend"><li class="shades" aria-hidden="true">score ${low}${swatches}${high}</li>${shapes}</ul>`;
}

function captionOf({ method, points, bags, explained, columns }: BagMapData, marked: number): string {
  const how =
    method === "pca"
      ? `Each point is a bag, described by ${count(columns, "number")}: the minimum, maximum and mean of each feature, clipped at three standard deviations. The two axes explain ${percent(explained[0])} and ${percent(explained[1])} of the variance. Bags that are far apart here are different. Bags that are close may still differ in other ways.`
      : `Each point is a bag, described by ${count(columns, "number")}: the minimum, maximum and mean of each feature. UMAP places similar bags next to each other. It compares them along principal axes that explain ${percent(explained[0])} of the variance. The axes and the distances between groups have no meaning.`;
  const sample =
    points.length < bags
      ? ` The map shows a random sample of ${points.length.toLocaleString("en-US")} of ${count(bags, "bag")}, with labelled bags first.`
      : "";
  return `${how} The colour changes at the threshold.${marked > 0 ? " Numbers are ranks in the list of the most likely bags, where there is room for them." : ""}${sample}`;
}

/** Describes the picture for people who cannot see it. */
function alternativeOf({ method, points, explained }: BagMapData, threshold: number): string {
  const above = points.filter(({ score }) => score >= threshold).length;
  const kinds = ORDER.map((label) => [points.filter((point) => point.known === label).length, label] as const);
  const axes =
    method === "pca"
      ? `the two principal axes, which explain ${percent(explained[0])} and ${percent(explained[1])} of the variance`
      : "a UMAP plane";
  return `Map of ${count(points.length, "bag")} (${kinds
    .filter(([number]) => number > 0)
    .map(([number, label]) => `${number} ${label}`)
    .join(", ")}) on ${axes}. ${above} of them score at or above the threshold ${short(threshold)}.`;
}

function tableOf(points: readonly MapPoint[]): Html {
  const sorted = [...points].sort((p, q) => q.score - p.score);
  const rows = sorted
    .slice(0, MOST_ROWS)
    .map(({ bag, known, score, x, y }) => [bag, known, short(score), short(x), short(y)]);
  const rest =
    points.length > MOST_ROWS
      ? html`<p class="note">The ${MOST_ROWS} highest scores of the ${count(points.length, "bag")} on the map.</p>`
      : NOTHING;
  return html`${dataTable(["bag", "known", "score", "across", "up"], rows, { label: "Bags of the map", words: 2 })}${rest}`;
}

/** The range of the values with some padding. A single value gets a padding of 1. */
function domainOf(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const room = high > low ? 0.03 * (high - low) : 1;
  return [low - room, high + room];
}
