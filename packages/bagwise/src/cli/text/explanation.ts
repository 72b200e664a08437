import { count, quote } from "../../base/errors.js";
import type { BagExplanation, FeatureEffect } from "../../explain/explanation.js";
import type { Model, Prediction } from "../../model/model.js";
import { leadingFeature } from "./explain-with-progress.js";
import { shortScore, shortShare, textTable } from "./score-table.js";
import { bar, styled, titled, wrapped } from "./style.js";

const BAR = 16;

/** All that is said of one bag, for people. */
export function explanationLines(
  model: Model,
  { predicted, probability }: Prediction,
  explanation: BagExplanation,
  most: number,
): string[] {
  const { bag, score, contributions, features } = explanation;
  const ofInstances = model.scoresInstances;
  const threshold = model.threshold === 0 ? "" : `, threshold ${shortScore(model.threshold)}`;
  return [
    styled("bold", wrapped(sentence(explanation, predicted, ofInstances))),
    "",
    ...titled(
      "Score",
      `${shortScore(score)}${threshold}, ${predicted}${probability === null ? "" : `, probability ${shortShare(probability)}`}`,
    ),
    ...titled("Instances", `${count(contributions.length, "instance")}; ${meaning(contributions.length, ofInstances)}`),
    ...instanceTable(explanation, most),
    ...(features.length === 0
      ? titled("Features", `no single feature of the witness of ${quote(bag)} changes the score`)
      : [...titled("Features", featureMeaning(explanation, ofInstances)), ...featureTable(features)]),
  ];
}

function meaning(size: number, ofInstances: boolean): string {
  if (ofInstances) return "each contributes its own score, and the bag has the score of its key instance";
  if (size === 1) return "it is the only one, so it contributes the whole score";
  return "the contribution of an instance is how much the score falls without it";
}

function featureMeaning({ contributions, witness }: BagExplanation, ofInstances: boolean): string {
  const what = ofInstances ? "the score of the instance" : "the score";
  const instead = contributions.length === 1 ? "what is typical of the training bags" : "the mean of the others";
  return `of instance ${witness.instance + 1}; the effect is how much ${what} falls if you set that feature to ${instead}`;
}

/** The plain sentence. */
function sentence(explanation: BagExplanation, predicted: string, ofInstances: boolean): string {
  const { score, contributions, witness, tied } = explanation;
  const bag = `Bag ${explanation.bag} is called ${predicted}`;
  const which = `instance ${witness.instance + 1}`;
  const leading = leadingFeature(explanation);
  const because =
    leading === undefined ? "" : `. The feature that matters most is ${leading.name}, which is ${leading.direction}`;
  const likewise = tied ? " (another instance contributes as much)" : "";
  if (contributions.length === 1) return `${bag} because of its only instance${because}.`;
  if (ofInstances)
    return `${bag} because of ${which}, the key instance, which gives it the score ${shortScore(score)}${likewise}${because}.`;
  if (contributions.every((value) => value === 0))
    return `${bag}, but no single instance matters: the score stays the same if you remove any one of them.`;
  const without = `without it the score would be ${shortScore(score - witness.contribution)} instead of ${shortScore(score)}`;
  if (witness.contribution <= 0)
    return `${bag}, and every instance lowers its score; ${which} lowers it least: ${without}${likewise}${because}.`;
  return predicted === "positive"
    ? `${bag} mainly because of ${which}: ${without}${likewise}${because}.`
    : `${bag}; ${which} raises its score most: ${without}${likewise}${because}.`;
}

function instanceTable({ contributions, witness }: BagExplanation, most: number): string[] {
  const order = Array.from(contributions.keys()).sort((a, b) => contributions[b] - contributions[a] || a - b);
  const shown = order.slice(0, most);
  const scale = longest(contributions);
  const rows = shown.map((i) => [
    `${i + 1}`,
    shortScore(contributions[i]),
    i === witness.instance ? "witness" : "",
    barOf(contributions[i], scale),
  ]);
  const rest = order.length - shown.length;
  return [
    "",
    ...textTable(["instance", "contribution", "", ""], rows),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    "",
  ];
}

function featureTable(features: readonly FeatureEffect[]): string[] {
  const scale = longest(features.map(({ effect }) => effect));
  const rows = features.map(({ name, value, others, direction, effect }) => [
    name,
    shortScore(value),
    direction,
    others === null ? "" : `${shortScore(others.min)} to ${shortScore(others.max)}`,
    shortScore(effect),
    barOf(effect, scale),
  ]);
  return ["", ...textTable(["feature", "value", "", "others", "effect", ""], rows)];
}

function longest(values: ArrayLike<number>): number {
  return Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** A bar for the size, with a minus before it for what speaks against. */
function barOf(value: number, scale: number): string {
  const drawn = scale > 0 ? bar((BAR * Math.abs(value)) / scale) : "";
  return value < 0 ? `-${drawn}` : ` ${drawn}`;
}
