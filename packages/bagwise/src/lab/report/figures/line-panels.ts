import { areaY, axisFx, axisX, axisY, dot, gridY, lineY, type Markish, ruleY } from "@observablehq/plot";
import { figure, panel } from "../../../report/figures/figure.js";
import { PANEL_WIDTH, plotSvg } from "../../../report/figures/plot-svg.js";
import { padded, stepped, thinned, unique } from "../../../report/figures/scales.js";
import { dataTable } from "../../../report/page/data-table.js";
import type { Html } from "../../../report/page/html.js";
import { plain, three } from "../../../report/page/numbers.js";
import type { AnyProtocol } from "../../draws/protocol.js";
import type { Ink } from "../ink.js";
import { protocolTitle } from "../ink.js";
import { legend } from "./legend.js";

/** A value of one method in one setting. */
export interface Spot {
  readonly dataset: string;
  readonly protocol: AnyProtocol;
  readonly method: string;
  readonly x: number;
  readonly y: number;
}

/** A mean with its band. */
export interface BandPoint extends Spot {
  readonly low: number;
  readonly high: number;
}

/** What small multiples show: a panel for each data set, with the protocols side by side in it. */
interface LinePanels {
  readonly points: readonly BandPoint[];
  /** Hollow symbols. Default none. */
  readonly printed?: readonly Spot[];
  /** The grey dashed line; its method is ignored. Default none. */
  readonly reference?: readonly Spot[];
  readonly xLabel: string;
  readonly yLabel: string;
}

/** A figure of lines. */
export interface LineFigure extends LinePanels {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  /** What the dashed line is, for the legend. */
  readonly dashed: string;
}

/** Small multiples with a legend and the numbers behind them. Costs O(points). */
export function lineFigure(ink: Ink, spec: LineFigure): Html {
  const { id, title, caption, points, printed = [], dashed } = spec;
  return figure({
    id,
    title,
    caption,
    legend: legend(ink, {
      methods: unique(points.map(({ method }) => method)),
      printed: printed.length > 0,
      reference: dashed,
    }),
    panels: linePanels(ink, spec),
    numbers: lineNumbers(ink, title, spec),
  });
}

/** One panel for each data set of the points, in their order, all on the same scales. */
function linePanels(ink: Ink, { points, printed = [], reference = [], xLabel, yLabel }: LinePanels): Html[] {
  const protocols = unique(points.map(({ protocol }) => protocol));
  const xs = unique(points.map(({ x }) => x)).sort((a, b) => a - b);
  const heights = [...points.flatMap(({ low, high }) => [low, high]), ...[...printed, ...reference].map(({ y }) => y)];
  const domain = stepped(heights, 0.05);
  const facets = protocols.length > 1;
  const place = facets ? { x: "x", fx: (row: Spot) => protocolTitle(row.protocol) } : { x: "x" };
  return unique(points.map(({ dataset }) => dataset)).map((dataset) => {
    const here = <T extends Spot>(rows: readonly T[]) => rows.filter((row) => row.dataset === dataset);
    const marks: Markish[] = [
      gridY({ ticks: 5, stroke: "currentColor", strokeOpacity: 0.13 }),
      ruleY([domain[0]], { stroke: "currentColor", strokeOpacity: 0.5 }),
      axisX({
        ticks: thinned(xs, plain, (PANEL_WIDTH - 50) / protocols.length),
        tickFormat: plain,
        tickSize: 4,
        label: xLabel,
        labelAnchor: "center",
        labelArrow: "none",
      }),
      axisY({ ticks: 5, tickSize: 0, label: yLabel, labelArrow: "none" }),
      facets ? axisFx({ label: null, fontWeight: 600 }) : null,
      lineY(here(reference), {
        ...place,
        y: "y",
        z: null,
        stroke: "var(--guess)",
        strokeDasharray: "4 3",
        strokeWidth: 1.4,
      }),
      ...ink.looks.flatMap((look) => {
        const of = <T extends Spot>(rows: readonly T[]) => here(rows).filter(({ method }) => method === look.name);
        const { colour, symbol, className } = look;
        const title = ({ x, y }: Spot) => `${look.title} ${three(y)} at ${plain(x)}`;
        const hollow = { stroke: colour, strokeWidth: 1.3, r: 4.2, title: (row: Spot) => `printed: ${title(row)}` };
        return [
          areaY(of(points), { ...place, y1: "low", y2: "high", fill: colour, fillOpacity: 0.16, className }),
          lineY(of(points), { ...place, y: "y", stroke: colour, strokeWidth: 1.6, className }),
          dot(of(points), { ...place, y: "y", fill: colour, symbol, r: 2.6, className, title }),
          dot(of(printed), { ...place, y: "y", symbol, className, ...hollow }),
        ];
      }),
    ];
    const picture = plotSvg(ink.document, alternative(ink, here(points), xLabel, yLabel), {
      height: facets ? 286 : 270,
      marginTop: facets ? 38 : 24,
      marginLeft: 34,
      marginRight: 10,
      marginBottom: 38,
      x: { domain: padded(xs) },
      y: { domain },
      ...(facets ? { fx: { domain: protocols.map(protocolTitle), padding: 0.07 } } : {}),
      marks,
    });
    return panel(ink.titleOf(dataset), picture);
  });
}

/** What the panel of one data set shows, in words: where each line begins and ends. */
function alternative(ink: Ink, points: readonly BandPoint[], xLabel: string, yLabel: string): string {
  const lines = unique(points.map(({ protocol }) => protocol)).map((protocol) => {
    const methods = unique(points.map(({ method }) => method)).flatMap((method) => {
      const own = points.filter((point) => point.protocol === protocol && point.method === method);
      if (own.length === 0) return [];
      const [first, last] = [own[0], own[own.length - 1]];
      const start = `${ink.look(method).title} ${three(first.y)} at ${plain(first.x)}`;
      return [own.length === 1 ? start : `${start} to ${three(last.y)} at ${plain(last.x)}`];
    });
    return `${protocolTitle(protocol)}: ${methods.join(", ")}`;
  });
  return `${ink.titleOf(points[0].dataset)}, ${yLabel} against ${xLabel}. ${lines.join(". ")}.`;
}

/** A row for each setting, and for each method the mean, half its band, and the printed value. */
function lineNumbers(ink: Ink, title: string, { points, printed = [], xLabel }: LinePanels): Html {
  const key = ({ dataset, protocol, x }: Spot) => JSON.stringify([dataset, protocol, x]);
  const looks = ink.looks.filter(({ name }) => points.some(({ method }) => method === name));
  const index = <T extends Spot>(rows: readonly T[]) =>
    new Map(rows.map((row) => [JSON.stringify([key(row), row.method]), row]));
  const [means, prints] = [index(points), index(printed)];
  const settings = unique(points.map(key));
  const rows = settings.map((setting) => {
    const [dataset, protocol, x] = JSON.parse(setting) as [string, Spot["protocol"], number];
    const cells = looks.flatMap(({ name }) => {
      const at = JSON.stringify([setting, name]);
      const [mean, print] = [means.get(at), prints.get(at)];
      const ours = mean === undefined ? "" : `${three(mean.y)} ± ${three((mean.high - mean.low) / 2)}`;
      return hasPrint(name) ? [ours, print === undefined ? "" : three(print.y)] : [ours];
    });
    return [ink.titleOf(dataset), protocolTitle(protocol), plain(x), ...cells];
  });
  function hasPrint(method: string): boolean {
    return printed.some((spot) => spot.method === method);
  }
  const head = looks.flatMap((look) => (hasPrint(look.name) ? [look.title, `${look.title}, printed`] : [look.title]));
  return dataTable(["data set", "protocol", xLabel, ...head], rows, { label: title, words: 2 });
}
