import { count } from "@bagwise/core/base";
import { featureBars } from "../figures/feature-bars.js";
import { type Html, html, NOTHING } from "../page/html.js";
import { short, two } from "../page/numbers.js";
import { bagDrawing, bagPicture } from "./bag-picture.js";
import type { LeftOut } from "./left-out.js";
import { NEEDS_BAGS } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";
import type { ReadPassage, TopBag } from "./top-bags-data.js";

/** The most likely unlabeled bags in a short list, each linked to why it is there. */
export function topBags({ bags, top, trainedOn, useless }: ModelReportData): Html | LeftOut {
  if (bags === null || top === null) return NEEDS_BAGS;
  if (top.length === 0) return html`<p>All bags are already labelled, so there is nothing to rank.</p>`;
  const open = count(bags.unlabeled().size, "unlabeled bag");
  const order = useless
    ? html`The ${top.length} highest scores of ${open}. Nothing proves that this order is better than chance: it may mean little.`
    : html`The first ${top.length} of ${open}, most likely positive first.`;
  const held = top.filter(({ heldOut }) => heldOut).length;
  const whose =
    held > 0
      ? html`The model was trained on ${held === top.length ? "these bags" : `${held} of these bags`}. Their scores${useless ? "" : " and probabilities"} are held out, as in <code>rank</code>: from fits that had not seen the bag.`
      : trainedOn
        ? html`The model was trained on these bags, so these scores${useless ? "" : " and probabilities"} (the same as from <code>predict</code>) may be more confident than for new bags. For how many of the first bags to expect positive, based on held-out scores, see <a href="#curves">What to expect</a>.`
        : html`The model was not trained on these bags. The measures and curves on this page are for the training bags.`;
  return html`<p>${order} See <a href="#why">why each is here</a>, or <a href="#bags">all bags</a>.</p>
<table class="likely${top.some(({ texts }) => texts.length > 0) ? "" : " bare"}" aria-label="The most likely bags"><thead><tr><th scope="col">rank</th><th scope="col" class="word">bag</th><th scope="col">${useless ? "score" : chanceTitle(top[0])}</th><th scope="col" class="word at-wide">witness</th></tr></thead>
<tbody>${top.map((each) => listed(each, useless))}</tbody></table>
<p class="note">${whose}</p>`;
}

/** The same bags as cards, with what is behind their scores. Empty without bags to rank. */
export function whyTopBags({ top, useless }: ModelReportData): Html | LeftOut {
  if (top === null) return NEEDS_BAGS;
  if (top.length === 0) return NOTHING;
  const measure = top[0].keyDecides
    ? "The contribution of an instance is its own score. The effect of a feature is how much that score falls if the feature is set to the mean of the bag’s other instances."
    : `The contribution of an instance is ${top[0].scoresInstances ? "its own score, and the bag’s score is pooled from these" : "how much the bag’s score falls without it"}. The effect of a feature is how much the bag’s score falls if the feature is set to the mean of the bag’s other instances.`;
  return html`<p>${measure}</p>
<ol class="cards">${top.map((each) => card(each, useless))}</ol>`;
}

function chanceTitle({ probability }: TopBag): string {
  return probability === null ? "score" : "probability";
}

function listed(top: TopBag, useless: boolean): Html {
  const { rank, bag, score, probability, range, texts, witness, picture } = top;
  const chance =
    probability === null || useless
      ? short(score)
      : html`${probability.toFixed(3)}${track(probability)}${rangeText(range)}`;
  const [first] = texts;
  const said =
    picture !== undefined && "drawing" in picture
      ? bagDrawing(picture)
      : first === undefined
        ? NOTHING
        : html`<span title="${first.name}">${first.text}</span>`;
  return html`<tr><td>${rank}</td><th scope="row"><a href="#why-${rank}">${bag}</a>${said}</th><td>${chance}</td><td class="word at-wide">${witness.name}</td></tr>
`;
}

function card(top: TopBag, useless: boolean): Html {
  const { rank, bag, score, heldOut, probability, range, positive, features, texts, passages, picture } = top;
  const chance =
    probability === null || useless
      ? NOTHING
      : html`<div class="chance"><span>probability ${probability.toFixed(3)}${rangeText(range)}</span>${track(probability)}</div>
`;
  const said = texts.map(
    ({ name, text }) => html`<div><dt>${name}</dt><dd>${text}</dd></div>
`,
  );
  return html`<li class="card" id="why-${rank}"><h3><span class="rank">${rank}</span> ${bag}</h3>
${bagPicture(picture)}${said.length === 0 ? NOTHING : html`<dl class="said">${said}</dl>`}${passages === null ? NOTHING : document(top, passages)}${chance}<p>Score ${short(score)}${heldOut ? " (held out)" : ""}, ${positive ? "called positive" : "below the threshold"}. ${because(top)}</p>
${featureBars(features, { label: `Features behind the score of bag ${bag}` })}</li>
`;
}

/** A document with its passages marked: the darker, the more they speak for positive; the witness has a line. */
function document({ witness }: TopBag, passages: readonly ReadPassage[]): Html {
  const parts = passages.map(({ text, weight }, j) => {
    const strength = Math.max(0, Math.round(10 * weight));
    return j === witness.instance
      ? html`<mark class="p${strength} witness" title="speaks most for positive">${text}</mark> `
      : html`<mark class="p${strength}">${text}</mark> `;
  });
  return html`<p class="document">${parts}</p>
`;
}

/** ` (0.04 to 0.90)`: where a probability may lie. */
function rangeText(range: TopBag["range"]): Html {
  return range === null ? NOTHING : html` <small class="at-wide">(${two(range.low)} to ${two(range.high)})</small>`;
}

/** A bar as long as a probability. The number stands beside it. */
function track(probability: number): Html {
  return html`<span class="track" aria-hidden="true"><i style="width:${Number((100 * probability).toFixed(1))}%"></i></span>`;
}

/** The sentence about the witness. It is about the score of the model itself. */
function because({ size, own, heldOut, positive, witness, scoresInstances, keyDecides }: TopBag): string {
  const { name, contribution, tied, decides } = witness;
  if (size === 1) return `It has only one instance, ${name}.`;
  const instance = `${name} (${count(size, "instance")} in the bag)`;
  const others = tied ? " Another contributes as much." : "";
  const now = heldOut ? ` The model itself gives the bag ${short(own)}.` : "";
  if (scoresInstances && !keyDecides)
    return positive && !decides
      ? `No single instance decides: ${instance} has the highest score, and without it the bag would score nearly as much.${others}${now}`
      : `Its ${instance} has the highest score, ${short(contribution)}.${others}${now}`;
  if (keyDecides)
    return positive && !decides
      ? `No single instance decides: ${instance} has the highest score, and others have nearly as much.${now}`
      : `Its ${instance} gives it this score.${now}`;
  if (!(contribution > 0)) return "No single instance decides: the score stays as high if you remove any one of them.";
  const without = `without it the score would be ${short(own - contribution)} instead of ${short(own)}${heldOut ? " by the model itself" : ""}`;
  if (positive && !decides) return `No single instance decides: ${instance} contributes most, but ${without}.${others}`;
  return positive
    ? `Because of ${instance}: ${without}.${others}`
    : `Its ${instance} contributes most: ${without}.${others}`;
}
