import { faintGrid, figure, panel, plotSvg, xAxis, yAxis } from "@bagwise/report/figures";
import { columnTable, type Html, html, NOTHING, plain, three, two } from "@bagwise/report/page";
import { dot, lineY, link, rectY, ruleX, text } from "@observablehq/plot";
import { legend } from "../../report/figures/legend.js";
import { type Ink, protocolTitle } from "../../report/ink.js";
import type { Group } from "../cells.js";
import type { Comparison } from "../comparison.js";
import type { Reliability, ReliabilityBin } from "../reliability.js";

/** Bars of the numbers of bags are below the diagram, down to here. */
const FLOOR = -0.2;

/** A figure for each protocol, and one for the families; nothing without probabilities. */
export function reliabilityDiagrams(ink: Ink, { groups, reliability }: Comparison): Html {
  return html`${groups.map((group) =>
    groupFigure(
      ink,
      group,
      reliability.filter((each) => each.group === group),
    ),
  )}`;
}

function groupFigure(ink: Ink, group: Group, diagrams: readonly Reliability[]): Html {
  if (diagrams.length === 0) return NOTHING;
  const title = `Said and true, ${group === "families" ? group : protocolTitle(group)}`;
  return figure({
    id: `reliability-${group}`,
    title,
    caption:
      "The mean probability of test bags, in ten ranges, against the share of them that is positive. Below the dashed line a method promises too much. Lines are 90 % intervals, wider where trials differ by more than chance. Bars below show how many bags are in each range.",
    legend: legend(ink, {
      methods: [...new Set(diagrams.map(({ arm }) => arm))],
      reference: "as said",
    }),
    panels: diagrams.map((diagram) =>
      panel(diagram.arm, picture(ink, diagram), `${priorsOf(diagram)}, ${diagram.bags.toLocaleString("en")} test bags`),
    ),
    numbers: html`${columnTable(
      diagrams,
      [
        ["method", ({ arm }) => arm],
        ["true prior", ({ priors }) => rangeOf(priors)],
        ["trials", ({ trials }) => trials],
        ["mean said", ({ said }) => three(said)],
        ["positive", ({ share }) => three(share)],
        ["Brier", ({ brier }) => three(brier)],
        ["constant guess", ({ constantBrier }) => three(constantBrier)],
      ],
      { label: "Mean squared errors of probabilities (Brier), and of giving every bag the true share", words: 2 },
    )}${columnTable(
      diagrams.flatMap((diagram) => diagram.bins.map((bin) => ({ ...diagram, bin }))),
      [
        ["method", ({ arm }) => arm],
        ["true prior", ({ priors }) => rangeOf(priors)],
        ["probability from", ({ bin }) => plain(bin.from)],
        ["to", ({ bin }) => plain(bin.to)],
        ["bags", ({ bin }) => bin.bags.toLocaleString("en")],
        ["mean said", ({ bin }) => three(bin.said)],
        ["positive", ({ bin }) => three(bin.share)],
        ["90 % from", ({ bin }) => three(bin.low)],
        ["to", ({ bin }) => three(bin.high)],
      ],
      { label: title, words: 2 },
    )}`,
  });
}

function picture(ink: Ink, { arm, bins, priors }: Reliability): Html {
  const { colour, symbol, className } = ink.look(arm);
  const most = Math.max(...bins.map(({ bags }) => bags));
  const words = bins.map(({ bags, said, share }) => `${two(said)} said, ${two(share)} true of ${bags}`);
  const middle = ({ from, to }: ReliabilityBin) => (from + to) / 2;
  return plotSvg(ink.document, `${arm}, true prior ${rangeOf(priors)}: ${words.join("; ")}.`, {
    height: 300,
    marginTop: 22,
    marginLeft: 34,
    marginRight: 12,
    marginBottom: 38,
    x: { domain: [0, 1] },
    y: { domain: [FLOOR, 1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    marks: [
      faintGrid(6),
      link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.4 }),
      rectY(bins, {
        x1: "from",
        x2: "to",
        y1: FLOOR,
        // A bar of a single bag among thousands is still seen.
        y2: ({ bags }: ReliabilityBin) => FLOOR + 0.008 + 0.1 * (bags / most),
        insetLeft: 1,
        insetRight: 1,
        fill: "var(--bar)",
      }),
      text(bins, {
        x: middle,
        y: ({ bags }: ReliabilityBin) => FLOOR + 0.008 + 0.1 * (bags / most),
        dy: -6,
        fontSize: 9.5,
        text: ({ bags }: ReliabilityBin) => short(bags),
      }),
      xAxis({ label: "probability said", ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] }),
      yAxis({ label: "truly positive", ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] }),
      ruleX(bins, { x: "said", y1: "low", y2: "high", stroke: colour, strokeWidth: 1.8, className }),
      lineY(bins, { x: "said", y: "share", stroke: colour, strokeWidth: 1.2, strokeOpacity: 0.6, className }),
      dot(bins, {
        x: "said",
        y: "share",
        fill: colour,
        symbol,
        r: 3.6,
        className,
        title: ({ bags, said, share, low, high }: ReliabilityBin) =>
          `${two(said)} said, ${two(share)} true (${two(low)} to ${two(high)}), ${bags} bags`,
      }),
    ],
  });
}

function priorsOf({ priors }: Reliability): string {
  return `true prior ${rangeOf(priors)}`;
}

function rangeOf([from, to]: readonly [number, number]): string {
  return from === to ? plain(from) : `${plain(from)} to ${plain(to)}`;
}

/** A number of bags that fits into a bar: `950`, `1.2k`, `34k`. */
function short(bags: number): string {
  if (bags < 1000) return String(bags);
  return `${bags < 9950 ? Number((bags / 1000).toFixed(1)) : Math.round(bags / 1000)}k`;
}
