import { count } from "../../base/errors.js";
import type { CellPlace, CompareCell, Comparison, Contest, DifferenceFacts, Group } from "../compare/comparison.js";
import { MARGIN } from "../compare/summarise-comparison.js";
import { signedThousandths, thousandths, UNKNOWN, withStandardError } from "./numbers.js";

/** For one trial per cell. */
const ONE_TRIAL = "With one trial per cell, standard errors are unknown: run at least 2 trials, better 20.";

/** A table as data, before it becomes Markdown or HTML. Rows are as long as the head. */
export interface ComparisonTable {
  readonly id: "glance" | "target" | "prior" | "reference" | "duels" | "ranks" | "cells";
  readonly title: string;
  /** What its numbers mean. */
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many of the first columns hold words. */
  readonly words: number;
}

/** All tables of a comparison, the shortest first. A table that does not apply is left out. */
export function comparisonTables(comparison: Comparison): ComparisonTable[] {
  return [
    ...comparison.groups.map((group) => glance(comparison, group)),
    ...target(comparison),
    ...prior(comparison),
    ...reference(comparison),
    ...comparison.contests.filter(() => comparison.arms.length > 1).map((contest) => duels(comparison, contest)),
    ...ranks(comparison),
    ...comparison.groups.map((group) => cellTable(comparison, group)),
  ];
}

function glance(comparison: Comparison, group: Group): ComparisonTable {
  const { facts, groups } = comparison;
  const own = facts.filter((each) => each.group === group);
  // The first table explains the columns of all.
  const what = `Gain: the accuracy minus that of the constant guess on the same test bags (± standard error over trials). Nominal: the accuracy minus max(prior, 1 - prior). Below: the cells that are more than one standard error, or more than ${MARGIN}, below the constant guess.${own.some(({ gainSe }) => gainSe === null) ? ` ${ONE_TRIAL}` : ""}`;
  return {
    id: "glance",
    title: groupTitle(group),
    caption: `Means over ${count(own[0].cells, "cell")}.${group === groups[0] ? ` ${what}` : ""}`,
    head: [
      "method",
      "accuracy",
      "gain",
      "nominal",
      "below 1 SE",
      `below ${MARGIN}`,
      "worst gain",
      "where",
      "AUC",
      "av. precision",
    ],
    rows: own.map((each) => [
      each.arm,
      thousandths(each.accuracy),
      withStandardError(each.gain, each.gainSe),
      signedThousandths(each.nominalGain),
      `${each.belowOneSe ?? ""}`,
      `${each.belowMargin}`,
      signedThousandths(each.worst.gain.mean),
      placeOf(each.worst, comparison),
      thousandths(each.auc),
      thousandths(each.averagePrecision),
    ]),
    words: 1,
  };
}

function target({ facts }: Comparison): ComparisonTable[] {
  const rows = facts.flatMap(({ arm, target: found }) =>
    found === null
      ? []
      : [
          [
            arm,
            `${found.reached ?? UNKNOWN} of ${found.cells}`,
            signedThousandths(found.margin),
            signedThousandths(found.worst),
          ],
        ],
  );
  if (rows.length === 0) return [];
  return [
    {
      id: "target",
      title: "Against the paper's table",
      caption:
        "The target of a cell is the constant guess or the best accuracy that the paper prints for any of its methods, whichever is higher. Reached: at or above the target, or less than one standard error below it.",
      head: ["method", "reached", "mean margin", "worst"],
      rows,
      words: 1,
    },
  ];
}

function prior({ facts }: Comparison): ComparisonTable[] {
  const rows = facts.flatMap(({ arm, group, prior: found }) => {
    if (found === null || arm.endsWith("@true")) return [];
    const { intervals } = found;
    return [
      [
        arm,
        group,
        thousandths(found.error),
        intervals === null ? "" : `${(100 * intervals.coverage).toFixed(1)} %`,
        intervals === null ? "" : thousandths(intervals.width),
      ],
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      id: "prior",
      title: "The prior",
      caption:
        "The mean absolute error of the prior that a method used. Coverage: the share of its intervals that contain the true prior. Width: their mean width.",
      head: ["method", "protocol", "mean error", "coverage", "width"],
      rows,
      words: 2,
    },
  ];
}

function reference({ toReference, reference: name }: Comparison): ComparisonTable[] {
  if (toReference.length === 0) return [];
  const part = ({ mean, se, belowOneSe, worst }: DifferenceFacts) => [
    withStandardError(mean, se),
    `${belowOneSe ?? ""}`,
    signedThousandths(worst),
  ];
  return [
    {
      id: "reference",
      title: `Against ${name}`,
      caption: `Differences from ${name} on the same bags: the mean over cells (± standard error over trials), the number of cells more than one standard error below it, and the worst cell.`,
      head: ["method", "protocol", "cells", "accuracy", "below 1 SE", "worst", "AUC", "below 1 SE", "worst"],
      rows: toReference.map((each) => [
        each.arm,
        each.group,
        `${each.cells}`,
        ...part(each.accuracy),
        ...part(each.auc),
      ]),
      words: 2,
    },
  ];
}

function duels({ arms }: Comparison, { group, measure, duels: all, ranking }: Contest): ComparisonTable {
  const names = arms.map(({ name }) => name);
  const between = (arm: string, other: string) => all.find((each) => each.arm === arm && each.other === other);
  return {
    id: "duels",
    title: `Wins, ties and losses by ${measureTitle(measure)}, ${groupTitle(group).toLowerCase()}`,
    caption: `Over ${count(ranking.cells, "cell")}: how often the method of the row wins, ties and loses against that of the column, by the paired t-test, two-sided at 5 %.`,
    head: ["method", ...names],
    rows: names.map((arm) => [
      arm,
      ...names.map((other) => {
        const duel = between(arm, other);
        return duel === undefined ? "" : `${duel.wins} / ${duel.ties} / ${duel.losses}`;
      }),
    ]),
    words: 1,
  };
}

function ranks({ arms, contests }: Comparison): ComparisonTable[] {
  if (arms.length < 2) return [];
  return [
    {
      id: "ranks",
      title: "Mean ranks",
      caption:
        "Rank 1 is the best; ties share a rank. p: Friedman's test that all methods are equal, exact for few cells and methods, otherwise in the F form of Iman and Davenport. Methods whose mean ranks differ by less than the critical difference may be equal (Nemenyi, 5 %).",
      head: ["by", "protocol", "cells", ...arms.map(({ name }) => name), "p", "critical difference"],
      rows: contests.map(({ group, measure, ranking }) => [
        measureTitle(measure),
        group,
        `${ranking.cells}`,
        ...ranking.means.map((mean) => mean.toFixed(2)),
        ranking.p < 0.0001 ? "< 0.0001" : ranking.p.toFixed(4),
        ranking.criticalDifference === null ? "" : ranking.criticalDifference.toFixed(2),
      ]),
      words: 2,
    },
  ];
}

function cellTable({ cells: all, arms, data }: Comparison, group: Group): ComparisonTable {
  const own = all.filter((cell) => cell.group === group);
  const places = [
    ...new Map(own.map((cell) => [JSON.stringify([cell.dataset, cell.prior, cell.labeled]), cell])).values(),
  ];
  const at = (place: CompareCell, arm: string) =>
    own.find(
      (cell) =>
        cell.arm === arm &&
        cell.dataset === place.dataset &&
        cell.prior === place.prior &&
        cell.labeled === place.labeled,
    );
  return {
    id: "cells",
    title: `Cells, ${groupTitle(group).toLowerCase()}`,
    caption: `The accuracy and, in brackets, the gain over the constant guess on the same test bags; means over ${count(own[0].trials, "trial")}. Bags: labelled, unlabeled, test.`,
    head: ["data set", "prior", "bags", "constant guess", ...arms.map(({ name }) => name)],
    rows: places.map((place) => [
      titleOf(place.dataset, data),
      `${place.prior}`,
      `${place.bags.labeled}, ${place.bags.unlabeled}, ${place.bags.test}`,
      thousandths(place.constantAccuracy),
      ...arms.map(({ name }) => {
        const cell = at(place, name);
        return cell === undefined ? "" : `${thousandths(cell.accuracy.mean)} (${signedThousandths(cell.gain.mean)})`;
      }),
    ]),
    words: 1,
  };
}

/** `Fox at 0.3`; with the number of labelled bags where it varies. */
function placeOf({ dataset, prior: share, labeled }: CellPlace, { cells, data }: Comparison): string {
  const several = cells.some((cell) => cell.dataset === dataset && cell.labeled !== labeled);
  return `${titleOf(dataset, data)} at ${share}${several ? `, ${labeled} labelled` : ""}`;
}

function titleOf(dataset: string, data: Comparison["data"]): string {
  return data.find(({ name }) => name === dataset)?.title ?? dataset;
}

const TITLES: Readonly<Record<Group | "all", string>> = {
  paper: "Protocol paper",
  "leak-free": "Protocol leak-free",
  disjoint: "Protocol disjoint",
  original: "Protocol original",
  families: "Families",
  all: "All cells",
};

/** A group as a heading. */
export function groupTitle(group: Group | "all"): string {
  return TITLES[group];
}

/** A measure in a sentence. */
export function measureTitle(measure: Contest["measure"]): string {
  return measure === "auc" ? "AUC" : "accuracy";
}
