import { ruleX } from "@observablehq/plot";
import { figure, panel } from "../../../report/figures/figure.js";
import { stepped, unique } from "../../../report/figures/scales.js";
import { dataTable } from "../../../report/page/data-table.js";
import { type Html, NOTHING } from "../../../report/page/html.js";
import { plain, signed, three } from "../../../report/page/numbers.js";
import type { CompareCell, Comparison } from "../../compare/comparison.js";
import type { Ink } from "../ink.js";
import { legend } from "./legend.js";
import { meanWithRange, rowPlot } from "./row-plot.js";

const TITLE = "Gain over the constant guess, families";

/** The gain of each method, a panel for each family; nothing without families. */
export function gainByFamily(ink: Ink, { cells }: Comparison): Html {
  const own = cells.filter(({ group }) => group === "families");
  if (own.length === 0) return NOTHING;
  const domain = stepped([0, ...own.flatMap(rangeOf)], 0.05);
  const looks = ink.looks.filter(({ name }) => own.some(({ arm }) => arm === name));
  const settings = unique(own.map(settingOf));
  const panels = settings.map((setting) => {
    const here = own.filter((cell) => settingOf(cell) === setting);
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
    return panel(
      ink.titleOf(dataset),
      picture,
      `prior ${plain(prior)}, ${bags.labeled} labelled, ${bags.unlabeled} unlabeled`,
    );
  });
  return figure({
    id: "gain-families",
    title: TITLE,
    caption: `Left of the dashed line, a method is worse than the constant guess. ${own.some(({ gain }) => gain.se === null) ? "With one trial per cell the standard error is unknown." : "Lines show one standard error over trials to each side."}`,
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
