import { count } from "@bagwise/core/base";
import type { Column } from "@bagwise/report/page";
import { describeMethods } from "../methods/arm.js";
import { csvOf, spreadOfSeveral, type Value } from "../tables/csv.js";
import { documentOf, type MarkdownOptions, notesOf, tableParts } from "../tables/markdown.js";
import { signedThousandths, thousandths, UNKNOWN, withStandardError } from "../tables/numbers.js";
import { type ReportTable, reportTable } from "../tables/table.js";
import { groupBy } from "../trials/group-by.js";
import type { Spread } from "../trials/spread.js";
import type { CellPlace, CompareCell, Group } from "./cells.js";
import { type Comparison, type Contest, MARGIN, type ReferenceFacts } from "./comparison.js";

const ONE_TRIAL = "With one trial per cell, standard errors are unknown: run at least 2 trials, better 20.";

export type ComparisonTable = ReportTable<"glance" | "target" | "prior" | "reference" | "duels" | "ranks" | "cells">;

/** All tables of a comparison, the shortest first. A table that does not apply is left out. */
export function comparisonTables(comparison: Comparison): ComparisonTable[] {
  const { groups, contests, arms } = comparison;
  return [
    ...groups.flatMap((group) => glance(comparison, group)),
    ...target(comparison),
    ...prior(comparison),
    ...reference(comparison),
    ...(arms.length < 2 ? [] : [...contests.flatMap((contest) => duels(comparison, contest)), ...ranks(comparison)]),
    ...groups.flatMap((group) => cellTable(comparison, group)),
  ];
}

function glance(comparison: Comparison, group: Group): ComparisonTable[] {
  const { facts, groups } = comparison;
  const own = facts.filter((each) => each.group === group);
  // The first table explains the columns of all.
  const what = `Gain: the accuracy minus that of the constant guess on the same test bags (± standard error over trials). Nominal: the accuracy minus max(prior, 1 - prior). Below: the cells that are more than one standard error, or more than ${MARGIN}, below the constant guess.${own.some(({ gainSe }) => gainSe === null) ? ` ${ONE_TRIAL}` : ""}`;
  const caption = `Means over ${count(own[0].cells, "cell")}.${group === groups[0] ? ` ${what}` : ""}`;
  return reportTable({ id: "glance", title: groupTitle(group), caption }, 1, own, [
    ["method", ({ arm }) => arm],
    ["accuracy", ({ accuracy }) => thousandths(accuracy)],
    ["gain", ({ gain, gainSe }) => withStandardError(gain, gainSe)],
    ["nominal", ({ nominalGain }) => signedThousandths(nominalGain)],
    ["below 1 SE", ({ belowOneSe }) => `${belowOneSe ?? ""}`],
    [`below ${MARGIN}`, ({ belowMargin }) => `${belowMargin}`],
    ["worst gain", ({ worst }) => signedThousandths(worst.gain.mean)],
    ["where", ({ worst }) => placeOf(worst, comparison)],
    ["AUC", ({ auc }) => thousandths(auc)],
    ["av. precision", ({ averagePrecision }) => thousandths(averagePrecision)],
  ]);
}

function target({ facts }: Comparison): ComparisonTable[] {
  const title = "Against the paper's table";
  const caption =
    "The target of a cell is the constant guess or the best accuracy that the paper prints for any of its methods, whichever is higher. Reached: at or above the target, or less than one standard error below it.";
  const found = facts.flatMap((each) => (each.target === null ? [] : [{ arm: each.arm, ...each.target }]));
  return reportTable({ id: "target", title, caption }, 1, found, [
    ["method", ({ arm }) => arm],
    ["reached", ({ reached, cells }) => `${reached ?? UNKNOWN} of ${cells}`],
    ["mean margin", ({ margin }) => signedThousandths(margin)],
    ["worst", ({ worst }) => signedThousandths(worst)],
  ]);
}

function prior({ facts }: Comparison): ComparisonTable[] {
  const caption =
    "The mean absolute error of the prior that a method used. Coverage: the share of its intervals that contain the true prior. Width: their mean width.";
  const found = facts.flatMap(({ arm, group, prior: used }) =>
    used === null || arm.endsWith("@true") ? [] : [{ arm, group, ...used }],
  );
  return reportTable({ id: "prior", title: "The prior", caption }, 2, found, [
    ["method", ({ arm }) => arm],
    ["protocol", ({ group }) => group],
    ["mean error", ({ error }) => thousandths(error)],
    ["coverage", ({ intervals }) => (intervals === null ? "" : `${(100 * intervals.coverage).toFixed(1)} %`)],
    ["width", ({ intervals }) => (intervals === null ? "" : thousandths(intervals.width))],
  ]);
}

function reference({ toReference, reference: name }: Comparison): ComparisonTable[] {
  const caption = `Differences from ${name} on the same bags: the mean over cells (± standard error over trials), the number of cells more than one standard error below it, and the worst cell.`;
  const part = (head: string, measure: "accuracy" | "auc"): Column<ReferenceFacts, string>[] => [
    [head, ({ [measure]: { mean, se } }) => withStandardError(mean, se)],
    ["below 1 SE", ({ [measure]: { belowOneSe } }) => `${belowOneSe ?? ""}`],
    ["worst", ({ [measure]: { worst } }) => signedThousandths(worst)],
  ];
  return reportTable({ id: "reference", title: `Against ${name}`, caption }, 2, toReference, [
    ["method", ({ arm }) => arm],
    ["protocol", ({ group }) => group],
    ["cells", ({ cells }) => `${cells}`],
    ...part("accuracy", "accuracy"),
    ...part("AUC", "auc"),
  ]);
}

function duels({ arms }: Comparison, { group, measure, duels: all, ranking }: Contest): ComparisonTable[] {
  const title = `Wins, ties and losses by ${measureTitle(measure)}, ${groupTitle(group).toLowerCase()}`;
  const caption = `Over ${count(ranking.cells, "cell")}: how often the method of the row wins, ties and loses against that of the column, by the paired t-test, two-sided at 5 %.`;
  const against = (arm: string, other: string) => {
    const duel = all.find((each) => each.arm === arm && each.other === other);
    return duel === undefined ? "" : `${duel.wins} / ${duel.ties} / ${duel.losses}`;
  };
  return reportTable({ id: "duels", title, caption }, 1, arms, [
    ["method", ({ name }) => name],
    ...arms.map(
      (other): Column<(typeof arms)[number], string> => [other.name, ({ name }) => against(name, other.name)],
    ),
  ]);
}

function ranks({ arms, contests }: Comparison): ComparisonTable[] {
  const caption =
    "Rank 1 is the best; ties share a rank. p: Friedman's test that all methods are equal, exact for few cells and methods, otherwise in the F form of Iman and Davenport. Methods whose mean ranks differ by less than the critical difference may be equal (Nemenyi, 5 %).";
  return reportTable({ id: "ranks", title: "Mean ranks", caption }, 2, contests, [
    ["by", ({ measure }) => measureTitle(measure)],
    ["protocol", ({ group }) => group],
    ["cells", ({ ranking }) => `${ranking.cells}`],
    ...arms.map(({ name }, k): Column<Contest, string> => [name, ({ ranking }) => ranking.means[k].toFixed(2)]),
    ["p", ({ ranking: { p } }) => (p < 0.0001 ? "< 0.0001" : p.toFixed(4))],
    ["critical difference", ({ ranking }) => ranking.criticalDifference?.toFixed(2) ?? ""],
  ]);
}

function cellTable({ cells, arms, data }: Comparison, group: Group): ComparisonTable[] {
  const own = cells.filter((cell) => cell.group === group);
  const places = groupBy(own, ({ dataset, prior: share, labeled }) => [dataset, share, labeled]);
  const title = `Cells, ${groupTitle(group).toLowerCase()}`;
  const caption = `The accuracy and, in brackets, the gain over the constant guess on the same test bags; means over ${count(own[0].trials, "trial")}. Bags: labelled, unlabeled, test.`;
  return reportTable({ id: "cells", title, caption }, 1, places, [
    ["data set", ([{ dataset }]) => titleOf(dataset, data)],
    ["prior", ([cell]) => `${cell.prior}`],
    ["bags", ([{ bags }]) => `${bags.labeled}, ${bags.unlabeled}, ${bags.test}`],
    ["constant guess", ([{ constantAccuracy }]) => thousandths(constantAccuracy)],
    ...arms.map(
      ({ name }): Column<(typeof places)[number], string> => [
        name,
        (place) => {
          const cell = place.find(({ arm }) => arm === name);
          return cell === undefined ? "" : `${thousandths(cell.accuracy.mean)} (${signedThousandths(cell.gain.mean)})`;
        },
      ],
    ),
  ]);
}

/** `Fox at 0.3`; with the number of labelled bags where it varies. */
function placeOf({ dataset, prior: share, labeled }: CellPlace, { cells, data }: Comparison): string {
  const several = cells.some((cell) => cell.dataset === dataset && cell.labeled !== labeled);
  return `${titleOf(dataset, data)} at ${share}${several ? `, ${labeled} labelled` : ""}`;
}

function titleOf(dataset: string, data: Comparison["data"]): string {
  return data.find(({ name }) => name === dataset)?.title ?? dataset;
}

export function groupTitle(group: Group | "all"): string {
  if (group === "all") return "All cells";
  return group === "families" ? "Families" : `Protocol ${group}`;
}

export function measureTitle(measure: Contest["measure"]): string {
  return measure === "auc" ? "AUC" : "accuracy";
}

/** What is the same in every row of a comparison, so that each row says where it comes from. */
export interface CellsCsvOptions {
  readonly version: string;
  readonly noise: string;
  /** The hash of the content of each data set. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * All cells of a comparison, a row for each setting and arm, with the version, the seeds, the
 * numbers of bags and the hash of the data. The deviation of a single trial is blank.
 */
export function cellsCsv({ cells, seeds }: Comparison, { version, noise, hashes }: CellsCsvOptions): string {
  return csvOf(cells, [
    ...COMPARISON,
    ["noise", () => noise],
    ["seeds", () => seeds.join(" ")],
    ["bagwise", () => version],
    ["data_hash", ({ dataset }) => hashes[dataset]],
  ]);
}

const several = (name: string, of: (cell: CompareCell) => Spread | undefined) =>
  spreadOfSeveral<CompareCell>(name, ({ trials }) => trials, of);

const COMPARISON: readonly Column<CompareCell, Value>[] = [
  ["dataset", ({ dataset }) => dataset],
  ["protocol", ({ group }) => group],
  ["prior", ({ prior }) => prior],
  ["labeled", ({ labeled }) => labeled],
  ["method", ({ arm }) => arm],
  ["trials", ({ trials }) => trials],
  ...several("accuracy", ({ accuracy }) => accuracy),
  ["constant_guess", ({ constantGuess }) => constantGuess],
  ["constant_accuracy", ({ constantAccuracy }) => constantAccuracy],
  ["gain_mean", ({ gain }) => gain.mean],
  ["gain_se", ({ gain }) => gain.se],
  ["gain_p", ({ gain }) => (gain.se === null ? null : gain.p)],
  ["printed_best", ({ printedBest }) => printedBest],
  ...several("auc", ({ auc }) => auc),
  ...several("average_precision", ({ averagePrecision }) => averagePrecision),
  ...several("balanced_accuracy", ({ balancedAccuracy }) => balancedAccuracy),
  ...several("positive_rate", ({ positiveRate }) => positiveRate),
  ...several("used_prior", ({ priorUse }) => priorUse?.used),
  ["prior_error", ({ priorUse }) => priorUse?.error],
  ["prior_coverage", ({ priorUse }) => priorUse?.intervals?.coverage],
  ["prior_width", ({ priorUse }) => priorUse?.intervals?.width],
  ["unsolved", ({ unsolved }) => unsolved],
  ["drawn_labeled", ({ bags }) => bags.labeled],
  ["drawn_unlabeled", ({ bags }) => bags.unlabeled],
  ["drawn_test", ({ bags }) => bags.test],
];

/** The tables of a comparison, and how to make them again. `cells.csv` has them in full. */
export function compareMarkdown(comparison: Comparison, options: MarkdownOptions): string {
  const { arms, trials, seeds } = comparison;
  const methods = describeMethods(arms).flatMap(({ method, text, arms: own }) => [
    `- \`${method}\`: ${text}.`,
    ...own.map(({ name, told }) => `  - \`${name}\`: ${told}.`),
  ]);
  return documentOf("Comparison", options, [
    `bagwise ${options.version}; ${count(trials, "trial")} per cell, ${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}. In each trial, all methods get the same bags.`,
    methods.join("\n"),
    ...notesOf(options),
    ...tableParts(comparisonTables(comparison)),
  ]);
}
