import { count } from "@bagwise/core/base";
import { type Html, html, listed, NOTHING } from "@bagwise/report/page";
import { type CvCell, type CvDataSet, type CvSummary, MARGIN } from "../cv/summary.js";
import { percent } from "../tables/numbers.js";
import { ENOUGH_TRIALS } from "../trials/enough-trials.js";

/** A cross-validation in a few sentences; every number in them is computed from the summary. */
export function cvHeadline(summary: CvSummary): Html {
  const { datasets, repeats } = summary;
  const few =
    repeats >= ENOUGH_TRIALS
      ? NOTHING
      : html`<p>${repeats === 1 ? "One repeat tells" : `${repeats} repeats tell`} little about chance: other folds can move an accuracy by some points. Run at least ${ENOUGH_TRIALS} (<code>--repeats ${ENOUGH_TRIALS}</code>).</p>`;
  return html`<div class="lead"><p>${bestOf(datasets)}</p>
<p>${againstOwn(summary)}</p>${few}</div>
`;
}

/** The best methods, and how many of them reach the best that is published. */
function bestOf(datasets: readonly CvDataSet[]): Html {
  const best = html`The highest mean ${datasets.length === 1 ? "accuracy is" : "accuracies are"} ${datasets.map(
    ({ title, best: { method, accuracy } }, k) =>
      html`${k === 0 ? "" : ", "}${percent(accuracy.mean)} on ${title} (<code>${method}</code>)`,
  )}.`;
  const compared = datasets.filter(({ difference }) => difference !== null);
  if (compared.length === 0) return best;
  const reached = compared.filter(({ difference }) => difference !== null && difference >= 0);
  return html`The best method here reaches the best published accuracy of any method on <strong>${reached.length} of ${count(compared.length, "data set")}</strong>. ${best}`;
}

/** How each method compares with what is published for it. */
function againstOwn({ cells, datasets }: CvSummary): Html {
  const compared = cells.filter(({ published }) => published !== null);
  if (compared.length === 0) return html`Nothing is published for these methods on these data sets with as many folds.`;
  const below = compared.filter((cell) => cell.below);
  const margin = `${100 * MARGIN} points below what is published for the same method`;
  const total = count(compared.length, "comparison");
  if (below.length === 0) return html`In ${total}, no method is more than ${margin}.`;
  const titleOf = (name: string) => datasets.find((each) => each.name === name)?.title ?? name;
  const place = ({ method, dataset }: CvCell) => `${method} on ${titleOf(dataset)}`;
  return html`In ${below.length} of ${total}, a method is more than ${margin}: ${listed(below.map(place))}.`;
}
