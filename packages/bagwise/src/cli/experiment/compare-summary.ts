import { count } from "@bagwise/core/base";
import { type ArmFacts, armOf, type CompareRecord, type Comparison, type Group, groupTitle } from "@bagwise/lab";
import { groupBy, groupOf, meanOf, signedThousandths, withStandardError } from "@bagwise/lab/running";
import { type Column, columnsOf } from "@bagwise/report/page";
import type { ExperimentProgress } from "../../experiment/run-in-folder.js";
import { wrapped } from "../text/output.js";
import { textTable } from "../text/score-table.js";
import { progressText } from "./progress.js";

/** How far it is, and the mean gain so far by method and protocol. Costs O(records). */
export function comparePicture(progress: ExperimentProgress<CompareRecord>, seconds: number): string[] {
  const first = progressText(progress, seconds);
  if (progress.records.length === 0) return [first];
  const protocols = [...new Set(progress.records.map(({ spec }) => groupOf(spec)))];
  const rows = groupBy(progress.records, ({ spec }) => armOf(spec)).map((arm) => [
    armOf(arm[0].spec),
    ...protocols.map((protocol) => {
      const own = arm.filter(({ spec }) => groupOf(spec) === protocol);
      const gains = own.map(({ result }) => result.accuracy - result.constantAccuracy);
      return gains.length === 0 ? "" : signedThousandths(meanOf(gains));
    }),
  ]);
  return [first, "", "Mean gain over the constant guess so far", ...textTable(["", ...protocols], rows)];
}

/** The text after a comparison. Notes are shown before the first trial. */
export function comparisonLines(comparison: Comparison): string[] {
  return [
    ...comparison.groups.flatMap((group) => [
      `${groupTitle(group)}, ${count(comparison.facts.find((each) => each.group === group)?.cells ?? 0, "cell")} of ${count(comparison.trials, "trial")}`,
      drawnLine(comparison, group),
      "",
      ...groupTable(comparison, group),
      "",
    ]),
    wrapped(legend(comparison)),
    "",
  ];
}

const LEGEND =
  "Gain: the accuracy minus that of the constant guess on the same test bags, with its standard error. Below: the cells more than one standard error below the constant guess. Worst: the lowest gain of a cell. Rank: the mean rank by accuracy.";
const PRIOR_LEGEND =
  " Prior off: the mean error of the prior. Interval: the share of intervals that contain the true prior, and their mean width.";

const ONE_TRIAL = " With one trial per cell, standard errors are unknown: ask for --trials 2 or more.";

function legend({ facts }: Comparison): string {
  return [
    LEGEND,
    facts.some((each) => estimated(each) !== null) ? PRIOR_LEGEND : "",
    facts.some(({ gainSe }) => gainSe === null) ? ONE_TRIAL : "",
  ].join("");
}

/** How many bags a trial has, from the cell with the fewest to that with the most. */
function drawnLine({ cells }: Comparison, group: Group): string {
  const own = cells.filter((cell) => cell.group === group);
  const range = (kind: "labeled" | "unlabeled" | "test") => {
    const numbers = own.map(({ bags }) => bags[kind]);
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    return least === most ? `${least}` : `${least} to ${most}`;
  };
  return `Bags per trial: ${range("labeled")} labelled, ${range("unlabeled")} unlabeled, ${range("test")} for the test.`;
}

/** A row for each method. The columns about the prior are there if a method estimates it. */
function groupTable({ facts, contests, arms }: Comparison, group: Group): string[] {
  const own = facts.filter((each) => each.group === group);
  const ranking = contests.find((each) => each.group === group && each.measure === "accuracy")?.ranking;
  const priors = own.map(estimated);
  const columns: Column<ArmFacts, string>[] = [
    ["method", ({ arm }) => arm],
    ["accuracy", ({ accuracy }) => accuracy.toFixed(3)],
    ["gain", ({ gain, gainSe }) => withStandardError(gain, gainSe)],
    ["below", ({ belowOneSe }) => `${belowOneSe ?? ""}`],
    ["worst", ({ worst }) => signedThousandths(worst.gain.mean)],
    ["AUC", ({ auc }) => auc.toFixed(3)],
    ["rank", ({ arm }) => ranking?.means[arms.findIndex(({ name }) => name === arm)]?.toFixed(2) ?? ""],
  ];
  if (priors.some((prior) => prior !== null))
    columns.push(["prior off", (each) => estimated(each)?.error.toFixed(3) ?? ""]);
  if (priors.some((prior) => prior !== null && prior.intervals !== null))
    columns.push(["interval", (each) => intervalText(estimated(each))]);
  const { head, rows } = columnsOf(own, columns);
  return textTable(head, rows);
}

/** The error of the prior that an arm estimated; null if it knew the prior or needs none. */
function estimated({ arm, prior }: ArmFacts): ArmFacts["prior"] {
  return arm.endsWith("@true") ? null : prior;
}

function intervalText(prior: ArmFacts["prior"]): string {
  if (prior === null || prior.intervals === null) return "";
  return `${(100 * prior.intervals.coverage).toFixed(0)} %, ${prior.intervals.width.toFixed(2)}`;
}
