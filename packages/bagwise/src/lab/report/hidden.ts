import { unique } from "../../report/figures/scales.js";
import { dataTable } from "../../report/page/data-table.js";
import { type Html, html } from "../../report/page/html.js";
import { listed, plain, signed, three } from "../../report/page/numbers.js";
import type { ExperimentCell, ExperimentSummary } from "../paper/summary.js";
import { factsOf, leaksOf, mean } from "./facts.js";
import { methodName, placeName, protocolName } from "./headline.js";
import type { Ink } from "./ink.js";
import { protocolTitle } from "./ink.js";

/**
 * What the paper's protocol hides, with the figures of this run: the leak, the constant guess, the
 * prior.
 */
export function hidden(ink: Ink, summary: ExperimentSummary): Html {
  return html`<h3>The leak</h3>
${leak(ink, summary)}
<h3>The constant guess</h3>
${guess(summary)}
<h3>The prior</h3>
${prior(ink, summary)}`;
}

function leak(ink: Ink, summary: ExperimentSummary): Html {
  const why = html`<p>The paper copies bags with a little noise before it splits them into training and test bags, so noisy twins of test bags are in the training set. The leak-free protocol splits the original bags first.</p>`;
  const leaks = leaksOf(summary);
  if (leaks.length === 0) {
    return html`${why}
<p>This run has one protocol only. With <code>--protocol paper,leak-free</code> the two stand side by side.</p>`;
  }
  const rows = leaks.map((each) => [
    methodName(ink, each),
    three(each.paper),
    three(each.leakFree),
    signed(each.leakFree - each.paper),
    `${signed(-each.greatest)}, ${placeName(ink, each.where)}`,
  ]);
  return html`${why}
${dataTable(["method", "paper’s protocol", "leak-free", "change", "greatest loss"], rows, { label: "Accuracy with and without the leak" })}`;
}

function guess({ cells, protocols }: ExperimentSummary): Html {
  const key = ({ dataset, prior, labeled }: ExperimentCell) => JSON.stringify([dataset, prior, labeled]);
  const each = protocols.map((protocol) => {
    const own = cells.filter((cell) => cell.protocol === protocol);
    const margins = unique(own.map(key)).map((setting) => {
      const here = own.filter((cell) => key(cell) === setting);
      return Math.max(...here.map(({ accuracy }) => accuracy.mean)) - here[0].constantGuess;
    });
    return `${margins.filter((margin) => margin < 0).length} of ${margins.length} cells in the ${protocolName(protocol)}`;
  });
  return html`<p>Giving every bag the more frequent answer needs no features at all and is right for the share max(prior, 1 − prior), which the paper does not print. Even the best method of each cell, chosen afterwards, stays below it in ${listed(each)}.</p>`;
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
      mean(own.flatMap((cell) => (cell.prior === highest && cell.usedPrior !== null ? [cell.usedPrior.mean] : []))),
    ),
  ]);
  return html`<p>The table is sorted by the true prior, but a method works with the one that it was given or has estimated. A prior that is too low moves the threshold up, and positives are lost.</p>
${dataTable(["method", "protocol", "mean |used − true|", "mean used − true", `used where ${plain(highest)} is true`], rows, { label: "The prior that methods used", words: 2 })}`;
}
