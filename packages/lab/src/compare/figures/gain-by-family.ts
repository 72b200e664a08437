import { figure, panel, stepped } from "@bagwise/report/figures";
import { columnTable, type Html, NOTHING, plain, signed, three } from "@bagwise/report/page";
import { ruleX } from "@observablehq/plot";
import { legend } from "../../report/figures/legend.js";
import { meanWithRange, rowPlot } from "../../report/figures/row-plot.js";
import type { Ink } from "../../report/ink.js";
import { groupBy } from "../../trials/group-by.js";
import type { CompareCell } from "../cells.js";
import type { Comparison } from "../comparison.js";

const TITLE = "Gain over the constant guess, families";

/** The gain of each method, a panel for each family; nothing without families. */
export function gainByFamily(ink: Ink, { cells }: Comparison): Html {
  const own = cells.filter(({ group }) => group === "families");
  if (own.length === 0) return NOTHING;
  const domain = stepped([0, ...own.flatMap(rangeOf)], 0.05);
  const looks = ink.looks.filter(({ name }) => own.some(({ arm }) => arm === name));
  const panels = groupBy(own, ({ dataset, prior, labeled }) => [dataset, prior, labeled]).map((here) => {
    const [{ dataset, prior, bags }] = here;
    const text = `${ink.titleOf(dataset)}: ${here.map(({ arm, gain }) => `${arm} ${signed(gain.mean)}`).join(", ")}.`;
    const picture = rowPlot(ink, {
      text,
      titles: looks.map(({ title }) => title),
      compact: true,
      marginRight: 14,
      x: { domain },
      label: "gain in accuracy",
      marks: [
        ruleX([0], { stroke: "var(--guess)", strokeDasharray: "4 3", strokeWidth: 1.4 }),
        ...looks.flatMap((look) =>
          meanWithRange(
            here.filter(({ arm }) => arm === look.name),
            look,
            { mean: ({ gain }) => gain.mean, range: rangeOf, r: 4 },
          ),
        ),
      ],
    });
    const note = `prior ${plain(prior)}, ${bags.labeled} labelled, ${bags.unlabeled} unlabeled`;
    return panel(ink.titleOf(dataset), picture, note);
  });
  return figure({
    id: "gain-families",
    title: TITLE,
    caption: `Left of the dashed line, a method is worse than the constant guess. ${own.some(({ gain }) => gain.se === null) ? "With one trial per cell the standard error is unknown." : "Lines show one standard error over trials to each side."}`,
    legend: legend(ink, { methods: looks.map(({ name }) => name), reference: "constant guess", line: false }),
    panels,
    numbers: columnTable(
      own,
      [
        ["family", ({ dataset }) => ink.titleOf(dataset)],
        ["prior", ({ prior }) => plain(prior)],
        ["labelled", ({ labeled }) => labeled],
        ["method", ({ arm }) => arm],
        ["gain", ({ gain }) => signed(gain.mean)],
        ["standard error", ({ gain }) => three(gain.se ?? Number.NaN)],
      ],
      { label: TITLE },
    ),
  });
}

/** One standard error to either side; a point where it is not known. */
function rangeOf({ gain: { mean, se } }: CompareCell): [number, number] {
  return [mean - (se ?? 0), mean + (se ?? 0)];
}
