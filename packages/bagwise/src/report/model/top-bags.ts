import { count } from "../../base/errors.js";
import { featureBars } from "../figures/feature-bars.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { short } from "../page/short-numbers.js";
import type { ModelReportData } from "./report-data.js";
import type { TopBag } from "./top-bags-data.js";

/**
 * The likeliest unlabeled bags as cards, each with the instance and the features that made it so. A
 * sentence without bags.
 */
export function topBags({ bags, top, trainedOn }: ModelReportData): Html {
  if (bags === null || top === null)
    return html`<p>A model file holds no bags. With <code>--data</code> and a file of bags, the likeliest ones stand here, each with the instance and the features that made it so.</p>`;
  const open = bags.unlabeled().size;
  if (top.length === 0) return html`<p>Every bag is labelled already, so none is left to rank.</p>`;
  const [{ scoresInstances }] = top;
  const whose = trainedOn
    ? html`<p class="note">The model was trained on these bags, so scores and probabilities here, those that <code>predict</code> gives too, may be surer than those of new bags. How many of the first bags are positive is told by held-out scores in <a href="#curves">What to expect</a>.</p>
`
    : html`<p class="note">These bags are not those that the model was trained on; what is said above of the training bags does not include them.</p>`;
  const measure = scoresInstances
    ? "An instance’s contribution is its own score; the effect of a feature is what that score would lose if the instance had the mean of the bag’s other instances there."
    : "An instance’s contribution is what the bag’s score would lose without it; the effect of a feature is what it would lose if the instance had the mean of the bag’s other instances there.";
  return html`<p>The first ${top.length} of ${count(open, "unlabeled bag")}, the likeliest to be positive first. ${measure}</p>
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
${featureBars(features, { label: `Features that carry bag ${bag}` })}</li>
`;
}

/** The sentence that names the witness. Instances are counted from 1. */
function because({ size, score, positive, witness, scoresInstances, threshold }: TopBag): string {
  const { instance, contribution, tied } = witness;
  const name = `instance ${instance + 1} of ${size}`;
  if (size === 1) return "Its only instance decides.";
  if (scoresInstances) return `Its ${name} gives it this score.`;
  if (!(contribution > 0)) return "No single instance carries it: without any one of them the score would be as high.";
  const others = tied ? " Another contributes as much." : "";
  const without = `without it the score would be lower by ${short(contribution)}`;
  return positive && score - contribution < threshold
    ? `Because of ${name}: ${without}, below the threshold.${others}`
    : `Its ${name} contributes most: ${without}.${others}`;
}
