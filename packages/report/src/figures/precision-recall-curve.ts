import type { PrecisionRecallPoint } from "@bagwise/core/scores";
import { dataTable } from "../page/data-table.js";
import { type Html, html } from "../page/html.js";
import { percent, two } from "../page/numbers.js";
import { type CurvePoint, curvePicture, heightAt, spreadOver } from "./curve-picture.js";
import { figure } from "./figure.js";

interface PrecisionParts {
  /** Ascending in recall. At least one point; the last one is for all bags. */
  readonly precisionRecall: readonly PrecisionRecallPoint[];
  /** The number of unlabeled bags at or above the threshold. */
  readonly called: number;
}

/** Precision against recall as the threshold moves from high to low. */
export function precisionRecallCurve(document: Document, { precisionRecall, called }: PrecisionParts): Html {
  // Calling all bags positive is as precise as calling random bags positive.
  const random = precisionRecall[precisionRecall.length - 1].precision;
  const points: CurvePoint[] = precisionRecall.map(({ recall, precision, low, high }) => ({
    x: recall,
    y: precision,
    low,
    high,
  }));
  // The position on the thinned curve where this many bags are called positive.
  const along = (value: (point: PrecisionRecallPoint) => number) =>
    heightAt(
      precisionRecall.map((point) => ({ x: point.reviewed, y: value(point) })),
      called,
    );
  const at = { recall: along(({ recall }) => recall), precision: along(({ precision }) => precision) };
  const known = called > 0 && Number.isFinite(at.recall) && Number.isFinite(at.precision);
  const half = points.find(({ x, y }) => x >= 0.5 && Number.isFinite(y));
  const words =
    half === undefined
      ? ""
      : ` At the threshold that finds half of the positives, about ${percent(half.y)} of the positive calls are right.`;
  return figure({
    id: "precision-recall-curve",
    title: "Precision and recall",
    caption: html`Every threshold is a point: the share of the positives that it finds (recall), and the share of its positive calls that are right (precision).${words} The band is the 90 % interval.`,
    legend: html`<ul class="legend"><li><i class="stroke"></i>by score</li><li><i class="dash"></i>at random</li></ul>`,
    layout: "whole",
    panels: [
      curvePicture(
        document,
        `Precision against recall.${words}${known ? ` At the threshold: precision ${two(at.precision)}, recall ${two(at.recall)}.` : ""} At random, precision is ${two(random)}.`,
        {
          points,
          chance: [
            { x: 0, y: random },
            { x: 1, y: random },
          ],
          mark: known ? { x: at.recall, y: at.precision } : null,
          xLabel: "recall",
          yLabel: "precision",
          xMost: 1,
          yMost: 1.03,
        },
      ),
    ],
    numbers: dataTable(
      ["recall", "precision", "from", "to"],
      spreadOver(precisionRecall, 21).map(({ recall, precision, low, high }) =>
        [recall, precision, low, high].map(two),
      ),
      { label: "Precision by recall", words: 0 },
    ),
  });
}
