import { count } from "@bagwise/core/base";
import type { GainPoint } from "@bagwise/core/scores";
import { columnTable } from "../page/data-table.js";
import { type Html, html } from "../page/html.js";
import { about, percent } from "../page/numbers.js";
import { type CurvePoint, curvePicture, heightAt, spreadOver } from "./curve-picture.js";
import { figure } from "./figure.js";

interface GainParts {
  /** Ascending in `reviewed`. At least one point; the last one is for all bags. */
  readonly gain: readonly GainPoint[];
  readonly unlabeled: number;
  /** The number of unlabeled bags at or above the threshold. */
  readonly called: number;
}

/** Positives found against bags reviewed from the top, compared with a random order. */
export function gainCurve(document: Document, { gain, unlabeled, called }: GainParts): Html {
  // Reviewing all bags finds all positives, in any order.
  const positives = gain[gain.length - 1].found;
  const points: CurvePoint[] = gain.map(({ reviewed, found, low, high }) => ({ x: reviewed, y: found, low, high }));
  const from = points[0].x > 0 ? [{ x: 0, y: 0, low: 0, high: 0 }, ...points] : points;
  const found = heightAt(from, called);
  const half = from.find(({ y }) => y >= positives / 2);
  const heights = from.flatMap(({ y, high }) => [y, high].filter(Number.isFinite));
  const yMost = heights.reduce((most, height) => Math.max(most, height), Math.max(1e-9, positives));
  const words =
    half === undefined
      ? "The scores never reach half of the expected positives."
      : `You find half of the expected positives in the first ${count(Math.ceil(half.x), "bag")}, ${percent(half.x / unlabeled)} of all. In random order it takes ${percent(0.5)}.`;
  return figure({
    id: "gain-curve",
    title: "What a review finds",
    caption: html`How many positives you find when you review unlabeled bags from the highest score down. ${words} The band is the 90 % interval.`,
    legend: html`<ul class="legend"><li><i class="stroke"></i>by score</li><li><i class="dash"></i>in random order</li></ul>`,
    layout: "whole",
    panels: [
      curvePicture(
        document,
        `Positives found against unlabeled bags reviewed, up to ${about(positives)} of ${unlabeled}. ${words} At the threshold, ${count(called, "bag")} reviewed, ${about(found)} found.`,
        {
          points: from,
          chance: [
            { x: 0, y: 0 },
            { x: unlabeled, y: positives },
          ],
          mark: Number.isFinite(found) ? { x: called, y: found } : null,
          xLabel: "unlabeled bags reviewed",
          yLabel: "positives found (expected)",
          xMost: unlabeled,
          yMost: yMost * 1.03,
        },
      ),
    ],
    numbers: columnTable(
      spreadOver(gain, 21),
      [
        ["reviewed", ({ reviewed }) => about(reviewed)],
        ["positives found", (point) => about(point.found)],
        ["from", ({ low }) => about(low)],
        ["to", ({ high }) => about(high)],
        ["in random order", ({ reviewed }) => about((positives * reviewed) / unlabeled)],
      ],
      { label: "Positives found by bags reviewed", words: 0 },
    ),
  });
}
