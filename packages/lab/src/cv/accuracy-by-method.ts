import { figure, panel, stepped } from "@bagwise/report/figures";
import { type Column, columnTable, type Html } from "@bagwise/report/page";
import { dot, ruleX } from "@observablehq/plot";
import { legend } from "../report/figures/legend.js";
import { meanWithRange, rowPlot } from "../report/figures/row-plot.js";
import type { Ink } from "../report/ink.js";
import { percent, signedPoints } from "../tables/numbers.js";
import type { CvCell, CvDataSet, CvSummary } from "./summary.js";

const TITLE = "Accuracy by method";

/** Accuracies in per cent with their deviations and the published ones, a panel for each data set. */
export function accuracyByMethod(ink: Ink, { datasets, cells, repeats }: CvSummary): Html {
  const isPublished = cells.some(({ published }) => published !== null);
  const domain = stepped(
    [
      ...cells.flatMap((cell) => [...rangeOf(cell), ...publishedOf(cell)]),
      ...datasets.map(({ constantGuess }) => 100 * constantGuess),
    ],
    5,
  );
  const columns: Column<CvCell>[] = [
    ["data set", ({ dataset }) => ink.titleOf(dataset)],
    ["method", ({ method }) => method],
    ["accuracy", ({ accuracy }) => percent(accuracy.mean)],
    ["standard deviation", ({ accuracy }) => (repeats < 2 ? "–" : percent(accuracy.sd))],
  ];
  return figure({
    id: "accuracy-by-method",
    title: TITLE,
    caption: `Left of the dashed line, a method is worse than always giving the more frequent answer. ${
      repeats < 2 ? "With one repeat the deviation is unknown." : "Lines show one standard deviation over repeats."
    }${isPublished ? " A filled symbol inside the hollow one agrees with what is published for the same method." : ""}`,
    legend: legend(ink, {
      methods: ink.looks.map(({ name }) => name),
      hollow: isPublished ? "published" : undefined,
      reference: "constant guess",
      line: false,
    }),
    panels: datasets.map((each) => panelOf(ink, each, { cells, domain })),
    numbers: columnTable(cells, isPublished ? [...columns, ...PUBLISHED] : columns, { label: TITLE, words: 2 }),
  });
}

const PUBLISHED: readonly Column<CvCell>[] = [
  ["published", ({ published }) => (published === null ? "" : percent(published.accuracy))],
  ["difference", ({ difference }) => (difference === null ? "" : signedPoints(difference).replace("-", "−"))],
];

function panelOf(
  ink: Ink,
  { name, title, constantGuess, published }: CvDataSet,
  { cells, domain }: { cells: readonly CvCell[]; domain: [number, number] },
): Html {
  const here = cells.filter(({ dataset }) => dataset === name);
  const said = here.map((cell) => {
    const print = cell.published === null ? "" : ` (published ${percent(cell.published.accuracy)})`;
    return `${cell.method} ${percent(cell.accuracy.mean)}${print}`;
  });
  const picture = rowPlot(ink, {
    text: `${title}, accuracy in per cent: ${said.join(", ")}.`,
    titles: ink.looks.map((look) => look.title),
    compact: true,
    marginRight: 14,
    x: { domain },
    label: "accuracy, %",
    marks: [
      ruleX([100 * constantGuess], { stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.4 }),
      ...ink.looks.flatMap((look) => {
        const own = here.filter(({ method }) => method === look.name);
        const { symbol, colour: stroke, className, title: y } = look;
        return [
          ...meanWithRange(own, look, { mean: ({ accuracy }) => 100 * accuracy.mean, range: rangeOf, r: 3 }),
          dot(own.flatMap(publishedOf), { x: (x: number) => x, y: () => y, symbol, stroke, className, r: 6 }),
        ];
      }),
    ],
  });
  return panel(
    title,
    picture,
    published === null ? "" : `best published ${percent(published.accuracy)}, ${published.title}`,
  );
}

function publishedOf({ published }: CvCell): number[] {
  return published === null ? [] : [100 * published.accuracy];
}

/** One deviation to either side; a point for a single repeat. */
function rangeOf({ accuracy: { mean, sd } }: CvCell): [number, number] {
  return [100 * (mean - sd), 100 * (mean + sd)];
}
