import { summarise } from "@bagwise/core/bags";
import { count, thousands } from "@bagwise/core/base";
import { bagSizes } from "../figures/bag-sizes.js";
import { factList, type Html, type HtmlPart, html, NOTHING } from "../page/html.js";
import { listed, sentence } from "../page/numbers.js";
import type { ModelReportData } from "./report-data.js";

/** The maximum number of feature names to show. */
const MOST_NAMES = 8;

/** What the model was trained on, and what is in the bags of `--data`, if given. */
export function dataSection(data: ModelReportData): Html {
  const { bags, trainedOn, sources } = data;
  const notes = sources.reading.map(({ message }) => html`<li>${sentence(message)}</li>`);
  return html`${trainingFacts(data)}
${
  bags === null
    ? html`<p class="note">The model file contains no bags. Give the training file after the model to also see the sizes of the bags, the most likely bags with the reason for each, all bags in a table, and a map.</p>`
    : html`${trainedOn ? NOTHING : otherBags(data)}${bagSizes(data.document, summarise(bags).bagSize)}`
}
${notes.length === 0 ? NOTHING : html`<h3>How it was read</h3><ul>${notes}</ul>`}`;
}

function trainingFacts({ card, model, bags, trainedOn }: ModelReportData): Html {
  const { positive, unlabeled, negative = 0, instances, dataHash } = card.training;
  const all = positive + unlabeled + negative;
  const own = trainedOn && bags !== null ? summarise(bags) : null;
  const size = own?.bagSize;
  const kinds = [
    `${thousands(positive)} positive`,
    ...(unlabeled > 0 || negative === 0 ? [`${thousands(unlabeled)} unlabeled`] : []),
    ...(negative > 0 ? [`${thousands(negative)} known negative`] : []),
  ];
  const facts: [string, HtmlPart][] = [
    ["Bags", html`${thousands(all)}: ${listed(kinds)}${bar([positive, unlabeled, negative])}`],
    [
      "Instances",
      size === undefined
        ? `${thousands(instances)}, ${(instances / all).toFixed(1)} per bag on average`
        : `${thousands(instances)}, ${size.min} to ${size.max} per bag, median ${Number(size.median.toFixed(1))}`,
    ],
    ["Features", `${thousands(model.features.length)}: ${namesOf(model.features)}`],
    ...(own === null
      ? []
      : [["Groups", own.groups === null ? "none given" : String(own.groups)] as [string, HtmlPart]]),
    ["Content hash", html`<code>${dataHash}</code>`],
  ];
  return factList(facts);
}

/** Says that the bags of the file are not the training bags, and what they are. */
function otherBags({ bags, dataHash }: ModelReportData): Html {
  if (bags === null) return NOTHING;
  const { bags: size, positive, unlabeled, negative, instances } = summarise(bags);
  return html`<p class="callout">This file does not contain the training bags. It has ${count(size, "bag")} (${thousands(positive)} positive, ${thousands(unlabeled)} unlabeled, ${thousands(negative)} negative) with ${count(instances, "instance")}, content hash <code>${(dataHash ?? "").slice(0, 12)}</code>. All measures and curves on this page use held-out scores of the training bags. Only the list of the most likely bags, the table of all bags and the map show this file.</p>`;
}

/** A thin bar with the shares of the labels. Screen readers get the numbers next to it. */
function bar(counts: readonly number[]): Html {
  const kinds = ["positive", "unlabeled", "negative"];
  return html`<span class="share-bar" aria-hidden="true">${counts.map((n, k) =>
    n === 0 ? NOTHING : html`<i class="${kinds[k]}" style="flex:${n}"></i>`,
  )}</span>`;
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(", ");
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}
