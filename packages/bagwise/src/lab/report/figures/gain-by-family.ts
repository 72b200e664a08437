import { axisX, axisY, dot, gridX, ruleX, ruleY } from "@observablehq/plot";
import { figure, panel } from "../../../report/figures/figure.js";
import { plotSvg } from "../../../report/figures/plot-svg.js";
import { stepped, unique } from "../../../report/figures/scales.js";
import { dataTable } from "../../../report/page/data-table.js";
import { type Html, NOTHING } from "../../../report/page/html.js";
import { plain, signed, three } from "../../../report/page/numbers.js";
import type { CompareCell, Comparison } from "../../compare/comparison.js";
import type { Ink } from "../ink.js";
import { legend } from "./legend.js";

const TITLE = "Gain over the constant guess, families";

/**
 * A panel for each family: the gain of each method with its standard error; nothing without
 * families.
 */
export function gainByFamily(ink: Ink, { cells }: Comparison): Html {
  const own = cells.filter(({ group }) => group === "families");
  if (own.length === 0) return NOTHING;
  const domain = stepped([0, ...own.flatMap(rangeOf)], 0.05);
  const looks = ink.looks.filter(({ name }) => own.some(({ arm }) => arm === name));
  const titles = looks.map(({ title }) => title);
  const left = Math.max(...titles.map((title) => title.length)) * 6.2 + 14;
  const settings = unique(own.map(settingOf));
  const panels = settings.map((setting) => {
    const here = own.filter((cell) => settingOf(cell) === setting);
    const [{ dataset, prior, bags }] = here;
    const text = `${ink.titleOf(dataset)}: ${here.map(({ arm, gain }) => `${arm} ${signed(gain.mean)}`).join(", ")}.`;
    const picture = plotSvg(ink.document, text, {
      height: 22 * titles.length + 50,
      marginTop: 6,
      marginBottom: 36,
      marginLeft: left,
      marginRight: 14,
      x: { domain },
      y: { type: "point", domain: titles, padding: 0.6 },
      marks: [
        gridX({ ticks: 5, stroke: "currentColor", strokeOpacity: 0.13 }),
        axisX({ ticks: 5, tickSize: 4, label: "gain in accuracy", labelAnchor: "center", labelArrow: "none" }),
        axisY({ tickSize: 0, label: null }),
        ruleX([0], { stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.4 }),
        looks.flatMap(({ name, title, colour, symbol, className }) => {
          const one = here.filter(({ arm }) => arm === name);
          return [
            ruleY(one, {
              y: () => title,
              x1: (cell: CompareCell) => rangeOf(cell)[0],
              x2: (cell: CompareCell) => rangeOf(cell)[1],
              stroke: colour,
              strokeWidth: 2.2,
              className,
            }),
            dot(one, {
              x: ({ gain }: CompareCell) => gain.mean,
              y: () => title,
              fill: colour,
              symbol,
              r: 4,
              className,
            }),
          ];
        }),
      ],
    });
    return panel(
      ink.titleOf(dataset),
      picture,
      `prior ${plain(prior)}, ${bags.labeled} labelled, ${bags.unlabeled} unlabeled`,
    );
  });
  return figure({
    id: "gain-families",
    title: TITLE,
    caption: `Left of the dashed line a method is worse than the constant guess. ${own.some(({ gain }) => gain.se === null) ? "With one trial a cell the standard error is not known." : "Lines are one standard error over trials to either side."}`,
    legend: legend(ink, { methods: looks.map(({ name }) => name), reference: "constant guess", line: false }),
    panels,
    numbers: dataTable(
      ["family", "prior", "labelled", "method", "gain", "standard error"],
      own.map(({ dataset, prior, labeled, arm, gain }) => [
        ink.titleOf(dataset),
        plain(prior),
        labeled,
        arm,
        signed(gain.mean),
        three(gain.se ?? Number.NaN),
      ]),
      { label: TITLE },
    ),
  });
}

/** One standard error to either side; a point where it is not known. */
function rangeOf({ gain: { mean, se } }: CompareCell): [number, number] {
  return [mean - (se ?? 0), mean + (se ?? 0)];
}

function settingOf({ dataset, prior, labeled }: CompareCell): string {
  return JSON.stringify([dataset, prior, labeled]);
}
