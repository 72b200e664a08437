import {
  type Column,
  columnTable,
  dataTable,
  type Html,
  html,
  listed,
  plain,
  signed,
  three,
} from "@bagwise/report/page";
import { type Ink, protocolTitle } from "../../report/ink.js";
import { groupBy } from "../../trials/group-by.js";
import { meanOf } from "../../trials/spread.js";
import type { ExperimentSummary } from "../summary.js";
import { factsOf, leaksOf } from "./facts.js";
import { methodName, placeName, protocolName } from "./headline.js";

/** What the paper's protocol hides: the leak, the constant guess and the prior. */
export function hidden(ink: Ink, summary: ExperimentSummary): Html {
  return html`<h3>The leak</h3>
${leak(ink, summary)}
<h3>The constant guess</h3>
${guess(summary)}
<h3>The prior</h3>
${prior(ink, summary)}`;
}

function leak(ink: Ink, summary: ExperimentSummary): Html {
  const why = html`<p>The paper copies bags with a little noise, and then splits them into training and test bags. So the training set has noisy copies of test bags. The leak-free protocol splits the original bags first.</p>`;
  const leaks = leaksOf(summary);
  if (leaks.length === 0) {
    return html`${why}
<p>This run has one protocol only. Add <code>--protocol paper,leak-free</code> to see both side by side.</p>`;
  }
  const columns: Column<(typeof leaks)[number]>[] = [
    ["method", (each) => methodName(ink, each)],
    ["paper’s protocol", ({ paper }) => three(paper)],
    ["leak-free", ({ leakFree }) => three(leakFree)],
    ["change", ({ leakFree, paper }) => signed(leakFree - paper)],
    ["largest loss", ({ greatest, where }) => `${signed(-greatest)}, ${placeName(ink, where)}`],
  ];
  return html`${why}
${columnTable(leaks, columns, { label: "Accuracy with and without the leak" })}`;
}

function guess({ cells, protocols }: ExperimentSummary): Html {
  const each = protocols.map((protocol) => {
    const own = cells.filter((cell) => cell.protocol === protocol);
    const margins = groupBy(own, ({ dataset, prior, labeled }) => [dataset, prior, labeled]).map((here) => {
      return Math.max(...here.map(({ accuracy }) => accuracy.mean)) - here[0].constantGuess;
    });
    return `${margins.filter((margin) => margin < 0).length} of ${margins.length} cells in the ${protocolName(protocol)}`;
  });
  return html`<p>You can give every bag the more frequent answer without looking at any feature. The accuracy of this guess is max(prior, 1 − prior); the paper does not print it. Even the best method of a cell, chosen afterwards, is below it in ${listed(each)}.</p>`;
}

function prior(ink: Ink, summary: ExperimentSummary): Html {
  const using = factsOf(summary).filter(({ priorError }) => priorError !== undefined);
  if (using.length === 0) return html`<p>No method of this run uses a prior.</p>`;
  const highest = Math.max(...summary.priors);
  const rows = using.map(({ method, protocol, own, priorError = Number.NaN, priorShift = Number.NaN }) => [
    methodName(ink, { method }),
    protocolTitle(protocol),
    three(priorError),
    signed(priorShift),
    three(
      meanOf(own.flatMap((cell) => (cell.prior === highest && cell.usedPrior !== null ? [cell.usedPrior.mean] : []))),
    ),
  ]);
  return html`<p>The results are sorted by the true prior, but a method uses the prior that it was given or has estimated. If that is too low, the threshold is too high, and the method misses positives.</p>
${dataTable(["method", "protocol", "mean |used − true|", "mean used − true", `used at true prior ${plain(highest)}`], rows, { label: "The prior that methods used", words: 2 })}`;
}
