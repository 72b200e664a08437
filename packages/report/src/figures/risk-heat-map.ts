import { isChosen, lowestRisks, type ModelCard, riskAxes, type SettingRisk } from "@bagwise/core/model";
import { cell, text } from "@observablehq/plot";
import { dataTable } from "../page/data-table.js";
import { type Html, html } from "../page/html.js";
import { short } from "../page/numbers.js";
import { figure } from "./figure.js";
import { bothWidths, plotSvg, xAxis, yAxis } from "./plot-svg.js";
import { unique } from "./scales.js";

/** The fill opacity of the worst and the best cell: text is readable on both. */
const [FAINT, STRONG] = [0.05, 0.6] as const;

/** With more columns than this, numbers do not fit into the cells on a phone. */
const MOST_NARROW_COLUMNS = 7;

/**
 * The risk of every setting, the penalty across and what else varies down (`riskAxes`). At least one
 * setting.
 */
export function riskHeatMap(document: Document, all: readonly SettingRisk[], chosen: ModelCard["chosen"]): Html {
  const axes = riskAxes(all);
  const { down: name = "degree", across } = axes;
  const risks = lowestRisks(all, axes);
  const down = (each: SettingRisk) => each[name] ?? Number.NaN;
  const right = (each: SettingRisk) => each[across] ?? Number.NaN;
  const rows = unique(risks.map(down)).sort((a, b) => a - b);
  const columns = unique(risks.map(right)).sort((a, b) => b - a);
  const single = rows.every(Number.isNaN);
  const rowText = (value: number) => (single ? "" : short(value));
  const finite = risks.map(({ risk }) => risk).filter(Number.isFinite);
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const digits = decimals(low, high);
  const squares = risks.map((each) => {
    const { risk, solved, folds } = each;
    const column = short(right(each));
    const place = single ? `${across} ${column}` : `${name} ${short(down(each))}, ${across} ${column}`;
    const share = high > low ? (high - risk) / (high - low) : 0.5;
    return {
      row: rowText(down(each)),
      column,
      fill: Number.isFinite(risk) ? Number((FAINT + (STRONG - FAINT) * share).toFixed(3)) : 0,
      label: `${digits(risk)}${solved < folds ? " *" : ""}`,
      title: `${place}: risk ${digits(risk)}${solved < folds ? `, ${solved} of ${folds} problems solved` : ""}`,
      chosen: isChosen(each, chosen, axes),
    };
  });
  const best = squares.find((square) => square.chosen);
  const unsolved = risks.some(({ solved, folds }) => solved < folds);
  return figure({
    id: "risk-heat-map",
    title: `Risk by ${name} and ${across}`,
    caption: html`Each cell shows the risk on held-out bags, by ${risks[0].folds}-fold cross-validation. Lower is better and has a stronger colour. The framed cell is the chosen setting.${
      unsolved ? " * Not every problem of this cell was solved to the accepted gap." : ""
    }`,
    legend: html`<ul class="legend"><li>${digits(high)}<i class="ramp"></i>${digits(low)} (better)</li><li><i class="frame"></i>chosen</li></ul>`,
    layout: "whole",
    panels: [
      bothWidths((width) => {
        const numbers = width > 500 || columns.length <= MOST_NARROW_COLUMNS;
        return plotSvg(
          document,
          `Heat map of ${risks.length} settings. ${best === undefined ? "" : `Chosen: ${best.title}. `}Risks range from ${digits(low)} to ${digits(high)}.`,
          {
            width,
            height: 62 + 44 * rows.length,
            marginTop: 22,
            marginBottom: 40,
            marginLeft: single ? 12 : 60,
            marginRight: 12,
            x: { domain: columns.map(short), type: "band", padding: 0.05 },
            y: { domain: rows.map(rowText), type: "band", padding: 0.08 },
            opacity: { type: "identity" },
            marks: [
              cell(squares, { x: "column", y: "row", fill: "var(--heat)", fillOpacity: "fill", rx: 3, title: "title" }),
              cell(
                squares.filter((square) => square.chosen),
                { x: "column", y: "row", fill: "none", stroke: "currentColor", strokeWidth: 2.4, rx: 3 },
              ),
              ...(numbers ? [false, true] : []).map((strong) =>
                text(
                  squares.filter((square) => square.chosen === strong),
                  {
                    x: "column",
                    y: "row",
                    text: "label",
                    fontSize: 12,
                    fontVariant: "tabular-nums",
                    fontWeight: strong ? 700 : 400,
                  },
                ),
              ),
              xAxis({ tickSize: 0, label: across }),
              single ? null : yAxis({ label: name }),
            ],
          },
        );
      }),
    ],
    numbers: dataTable(
      [...(single ? [] : [name]), across, "risk", "problems solved", "chosen"],
      risks.map((each) => [
        ...(single ? [] : [short(down(each))]),
        short(right(each)),
        digits(each.risk),
        `${each.solved} of ${each.folds}`,
        isChosen(each, chosen, axes) ? "yes" : "",
      ]),
      { label: "Risk of every setting" },
    ),
  });
}

/** One format for all: three decimals, more if they differ by less, exponents if tiny or huge. */
function decimals(low: number, high: number): (risk: number) => string {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const plain = size === 0 || (size >= 1e-3 && size < 1000);
  return (risk) => {
    if (!Number.isFinite(risk)) return "–";
    const text = plain ? risk.toFixed(high - low >= 0.003 || high === low ? 3 : 5) : risk.toExponential(2);
    return text.replace(/^-/, "−");
  };
}
