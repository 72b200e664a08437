import { count } from "../../base/errors.js";
import { featureBars } from "../figures/feature-bars.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { short } from "../page/numbers.js";
import type { ModelReportData } from "./report-data.js";
import type { TopBag } from "./top-bags-data.js";

/** The most likely unlabeled bags as cards, with what is behind their scores, or a sentence. */
export function topBags({ bags, top, trainedOn }: ModelReportData): Html {
  if (bags === null || top === null)
    return html`<p>A model file contains no bags. Add <code>--data</code> with a file of bags to see the most likely ones here, each with the instance and the features behind its score.</p>`;
  const open = bags.unlabeled().size;
  if (top.length === 0) return html`<p>All bags are already labelled, so there is nothing to rank.</p>`;
  const [{ scoresInstances }] = top;
  const whose = trainedOn
    ? html`<p class="note">The model was trained on these bags, so these scores and probabilities (the same as from <code>predict</code>) may be more confident than for new bags. For how many of the first bags to expect positive, based on held-out scores, see <a href="#curves">What to expect</a>.</p>
`
    : html`<p class="note">The model was not trained on these bags. The measures and curves above are for the training bags.</p>`;
  const measure = scoresInstances
    ? "The contribution of an instance is its own score. The effect of a feature is how much that score falls if the feature is set to the mean of the bag’s other instances."
    : "The contribution of an instance is how much the bag’s score falls without it. The effect of a feature is how much the score falls if the feature is set to the mean of the bag’s other instances.";
  return html`<p>The top ${top.length} of ${count(open, "unlabeled bag")}, most likely positive first. ${measure}</p>
${whose}<ol class="cards">${top.map(card)}</ol>`;
}

function card(top: TopBag): Html {
  const { rank, bag, score, probability, positive, features } = top;
  const chance =
    probability === null
      ? NOTHING
      : html`<div class="chance"><span>probability ${probability.toFixed(3)}</span><span class="track" aria-hidden="true"><i style="width:${Number((100 * probability).toFixed(1))}%"></i></span></div>
`;
  return html`<li class="card"><h3><span class="rank">${rank}</span> ${bag}</h3>
${chance}<p>Score ${short(score)}, ${positive ? "called positive" : "below the threshold"}. ${because(top)}</p>
${featureBars(features, { label: `Features behind the score of bag ${bag}` })}</li>
`;
}

/** The sentence about the witness. Instances are counted from 1. */
function because({ size, score, positive, witness, scoresInstances, threshold }: TopBag): string {
  const { instance, contribution, tied } = witness;
  const name = `instance ${instance + 1} of ${size}`;
  if (size === 1) return "It has only one instance.";
  if (scoresInstances) return `Its ${name} gives it this score.`;
  if (!(contribution > 0)) return "No single instance decides: the score stays as high if you remove any one of them.";
  const others = tied ? " Another contributes as much." : "";
  const without = `without it the score would be lower by ${short(contribution)}`;
  return positive && score - contribution < threshold
    ? `Because of ${name}: ${without}, below the threshold.${others}`
    : `Its ${name} contributes most: ${without}.${others}`;
}
