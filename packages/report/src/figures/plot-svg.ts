import {
  type AxisXOptions,
  type AxisYOptions,
  axisX,
  axisY,
  gridY,
  type Markish,
  type PlotOptions,
  plot,
  ruleY,
} from "@observablehq/plot";
import { Html, html } from "../page/html.js";

/** The attributes in which Plot writes coordinates. */
const COORDINATES = ["d", "transform", "points", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"];

/** The width of a panel in its own units; the page scales it to its column. */
export const PANEL_WIDTH = 380;

/**
 * A plot as an SVG element with a text alternative; without one, hidden from screen readers. Styles
 * that Plot would repeat are in the style sheet of the page. Coordinates are rounded to a hundredth
 * of a pixel, because the rest differs between engines and doubles the size.
 */
export function plotSvg(document: Document, alternative: string, options: PlotOptions): Html {
  const svg = plot({ width: PANEL_WIDTH, ...options, document, className: "plot" });
  for (const style of svg.querySelectorAll("style")) style.remove();
  for (const element of svg.querySelectorAll("*")) {
    for (const name of COORDINATES) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, rounded(value));
    }
  }
  // Not setAttribute, because linkedom does not escape ampersands in attributes.
  const access = alternative === "" ? html`aria-hidden="true"` : html`role="img" aria-label="${alternative}"`;
  return new Html(svg.outerHTML.replace("<svg", () => `<svg ${access.text}`));
}

/** The widths of a full-page figure: for a desktop or paper, and for a phone. */
const [WIDE, NARROW] = [820, 360];

/**
 * Draws a picture for a wide and for a narrow page; the style sheet shows the one that fits, so
 * that text is never scaled until it is unreadable.
 */
export function bothWidths(draw: (width: number) => Html): Html {
  return html`<div class="for-wide">${draw(WIDE)}</div><div class="for-narrow">${draw(NARROW)}</div>`;
}

/** A small picture for legends and tables, without a scale. */
export function glyphSvg(document: Document, width: number, marks: Markish[]): Html {
  const [x, y] = [width, 14].map((end) => ({ domain: [0, end], range: [0, end] }));
  return plotSvg(document, "", { width, height: 14, margin: 0, axis: null, x, y, marks });
}

/** An x axis with its label in the middle. */
export function xAxis(options: AxisXOptions) {
  return axisX({ tickSize: 4, labelAnchor: "center", labelArrow: "none", ...options });
}

/** A y axis without ticks, as the grid shows them. */
export function yAxis(options: AxisYOptions) {
  return axisY({ tickSize: 0, labelArrow: "none", ...options });
}

export function faintGrid(ticks: number, strokeOpacity = 0.12) {
  return gridY({ ticks, stroke: "currentColor", strokeOpacity });
}

export function baseLine(y = 0) {
  return ruleY([y], { stroke: "currentColor", strokeOpacity: 0.5 });
}

/** Rounds the numbers in an attribute to at most two decimals. */
function rounded(text: string): string {
  return text.replace(/-?\d+\.\d+(?:e[-+]?\d+)?|-?\d+e[-+]?\d+/g, (number) =>
    String(Math.round(Number(number) * 100) / 100 || 0),
  );
}
