import {
  baseLine,
  faintGrid,
  figure,
  PANEL_WIDTH,
  padded,
  panel,
  plotSvg,
  stepped,
  thinned,
  unique,
  xAxis,
  yAxis,
} from "@bagwise/report/figures";
import { type Column, columnTable, type Html, plain, three } from "@bagwise/report/page";
import { areaY, axisFx, dot, lineY, type Markish } from "@observablehq/plot";
import type { AnyProtocol } from "../../draws/draw-spec.js";
import { groupBy } from "../../trials/group-by.js";
import { type Ink, protocolTitle } from "../ink.js";
import { legend } from "./legend.js";

const DASHED = { stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.4 } as const;

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
      hollow: printed.length > 0 ? "printed in the paper" : undefined,
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
      faintGrid(5, 0.13),
      baseLine(domain[0]),
      xAxis({ ticks: thinned(xs, plain, (PANEL_WIDTH - 50) / protocols.length), tickFormat: plain, label: xLabel }),
      yAxis({ ticks: 5, label: yLabel }),
      facets ? axisFx({ label: null, fontWeight: 600 }) : null,
      lineY(here(reference), { ...place, y: "y", z: null, ...DASHED }),
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
  type Setting = readonly BandPoint[];
  const columns = ink.looks.flatMap((look): Column<Setting>[] => {
    const own = ({ method }: Spot) => method === look.name;
    const ours = (setting: Setting) => {
      const mean = setting.findLast(own);
      return mean === undefined ? "" : `${three(mean.y)} ± ${three((mean.high - mean.low) / 2)}`;
    };
    const paper = ([{ dataset, protocol, x }]: Setting) => {
      const same = (spot: Spot) => spot.dataset === dataset && spot.protocol === protocol && spot.x === x;
      const print = printed.findLast((spot) => own(spot) && same(spot));
      return print === undefined ? "" : three(print.y);
    };
    const print: Column<Setting>[] = printed.some(own) ? [[`${look.title}, printed`, paper]] : [];
    return points.some(own) ? [[look.title, ours], ...print] : [];
  });
  const settings: Setting[] = groupBy(points, ({ dataset, protocol, x }) => [dataset, protocol, x]);
  return columnTable(
    settings,
    [
      ["data set", ([{ dataset }]) => ink.titleOf(dataset)],
      ["protocol", ([{ protocol }]) => protocolTitle(protocol)],
      [xLabel, ([{ x }]) => plain(x)],
      ...columns,
    ],
    { label: title, words: 2 },
  );
}
