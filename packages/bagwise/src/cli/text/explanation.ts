import type { BagSet } from "@bagwise/core/bags";
import { count, quote } from "@bagwise/core/base";
import type { BagExplanation, FeatureEffect } from "@bagwise/core/explain";
import type { Model, Prediction } from "@bagwise/core/model";
import { leadingFeature } from "./explain-with-progress.js";
import { bar, styled, titled, wrapped } from "./output.js";
import { shortScore, shortShare, textTable } from "./score-table.js";
import { shortText, shownColumn } from "./shown.js";

const BAR = 16;

/** An explanation, and the set of its bag. */
interface Explained extends Pick<Prediction, "predicted" | "probability"> {
  /** The answer while the bag was held out; null for a bag that the model was not trained on. */
  readonly held: Pick<Prediction, "score" | "predicted" | "probability"> | null;
  readonly bags: BagSet;
  readonly explanation: BagExplanation;
  /** How many instances to show. */
  readonly most: number;
}

/** All that is said of one bag, for people. */
export function explanationLines(model: Model, explained: Explained): string[] {
  const { held, bags, explanation } = explained;
  const { bag, index, score, contributions, features, terms } = explanation;
  const threshold = model.threshold === 0 ? "" : `, threshold ${shortScore(model.threshold)}`;
  return [
    styled("bold", wrapped(sentence(explained, model))),
    "",
    ...shownOfBag(bags, index),
    ...titled(
      "Score",
      `${shortScore(score)}${threshold}, ${answerText(explained)}${held === null ? "" : `; a training bag: while held out, its score was ${shortScore(held.score)}, ${answerText(held)}`}`,
    ),
    ...titled("Instances", `${count(contributions.length, "instance")}; ${meaning(contributions.length, model)}`),
    ...instanceTable(explained),
    ...witnessText(explained),
    ...(terms.length === 0 ? [] : termLines(explained)),
    ...(features.length === 0 && terms.length > 0
      ? []
      : features.length === 0
        ? titled("Features", `no single feature of the witness of ${quote(bag)} changes the score`)
        : [...titled("Features", featureMeaning(explained, model)), ...featureTable(features)]),
  ];
}

function answerText({ predicted, probability }: Pick<Prediction, "predicted" | "probability">): string {
  return `${predicted}${probability === null ? "" : `, probability ${shortShare(probability)}`}`;
}

function meaning(size: number, { keyDecides, scoresInstances }: Model): string {
  if (keyDecides) return "each contributes its own score, and the bag has the score of its key instance";
  if (scoresInstances) return "each contributes its own score, and the score of the bag is pooled from these";
  if (size === 1) return "it is the only one, so it contributes the whole score";
  return "the contribution of an instance is how much the score falls without it";
}

/** What the file says of the bag, such as its text. */
function shownOfBag(bags: BagSet, i: number): string[] {
  return bags.shown.flatMap(({ name, perBag }) => {
    const text = perBag ? bags.shownOf(i, name) : "";
    return text === "" ? [] : titled("Shown", `${name}: ${text}`);
  });
}

function featureMeaning({ bags, explanation }: Explained, { keyDecides }: Model): string {
  const { index, contributions, witness } = explanation;
  const what = keyDecides ? "the score of the instance" : "the score";
  const instead = contributions.length === 1 ? "what is typical of the training bags" : "the mean of the others";
  return `of ${bags.instanceName(index, witness.instance)}; the effect is how much ${what} falls if you set that feature to ${instead}`;
}

/** What the bag is called: a model that has learned from it may give another answer than while it was held out. */
function answerSentence({ explanation: { bag }, predicted, held }: Explained): string {
  return held === null || held.predicted === predicted
    ? `Bag ${bag} is called ${predicted}`
    : `Held out, bag ${bag} is called ${held.predicted}. This model has learned from it and calls it ${predicted}`;
}

/** The plain sentence. */
function sentence(explained: Explained, { keyDecides, scoresInstances }: Model): string {
  const { bags, explanation, predicted } = explained;
  const { index, score, contributions, witness, tied, decides } = explanation;
  const bag = answerSentence(explained);
  const which = bags.instanceName(index, witness.instance);
  const leading = leadingFeature(explanation);
  const because =
    leading === undefined
      ? ""
      : leading.direction === ""
        ? `. What matters most in it is ${quote(leading.name)}`
        : `. The feature that matters most is ${leading.name}, which is ${leading.direction}`;
  const likewise = tied ? " (another instance contributes as much)" : "";
  if (contributions.length === 1) return `${bag} because of its only instance${because}.`;
  const undecided = predicted === "positive" && !decides;
  if (scoresInstances && !keyDecides)
    return undecided
      ? `${bag}, and no single instance decides: ${which} has the highest score, ${shortScore(witness.contribution)}${likewise}, but without it the bag would score nearly as much.`
      : `${bag}; its ${which} has the highest score, ${shortScore(witness.contribution)}${likewise}${because}.`;
  if (keyDecides && undecided)
    return `${bag}, and no single instance decides: ${which} gives it the score ${shortScore(score)}, and others have nearly as much.`;
  if (keyDecides)
    return `${bag} because of ${which}, the key instance, which gives it the score ${shortScore(score)}${likewise}${because}.`;
  if (contributions.every((value) => value === 0))
    return `${bag}, but no single instance matters: the score stays the same if you remove any one of them.`;
  const without = `without it the score would be ${shortScore(score - witness.contribution)} instead of ${shortScore(score)}`;
  if (undecided && witness.contribution > 0)
    return `${bag}, and no single instance decides: ${which} contributes most, but ${without}${likewise}.`;
  if (witness.contribution <= 0)
    return `${bag}, and every instance lowers its score; ${which} lowers it least: ${without}${likewise}${because}.`;
  return predicted === "positive"
    ? `${bag} mainly because of ${which}: ${without}${likewise}${because}.`
    : `${bag}; ${which} raises its score most: ${without}${likewise}${because}.`;
}

function instanceTable({ bags, explanation, most }: Explained): string[] {
  const { index, contributions, witness } = explanation;
  const text = shownColumn(bags, "instances");
  const order = Array.from(contributions.keys()).sort((a, b) => contributions[b] - contributions[a] || a - b);
  const shown = order.slice(0, most);
  const scale = longest(contributions);
  const rows = shown.map((i) => [
    bags.instanceName(index, i),
    shortScore(contributions[i]),
    i === witness.instance ? "witness" : "",
    barOf(contributions[i], scale),
    ...(text === undefined ? [] : [shortText(bags.shownOf(index, text, i))]),
  ]);
  const rest = order.length - shown.length;
  return [
    "",
    ...textTable(["instance", "contribution", "", "", ...(text === undefined ? [] : [text])], rows),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    "",
  ];
}

/** The witness in full, if the file says something of it; the table has room for its beginning alone. */
function witnessText({ bags, explanation: { index, witness } }: Explained): string[] {
  const column = shownColumn(bags, "instances");
  const text = column === undefined ? "" : bags.shownOf(index, column, witness.instance);
  return shortText(text) === text ? [] : titled("Witness", text);
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

/** The words of the witness that matter, or the parts of a molecule. */
function termLines({ bags, explanation: { index, witness, terms } }: Explained): string[] {
  const isMolecule = bags.recipe?.encoders?.some(({ type }) => type === "molecule") ?? false;
  const scale = longest(terms.map(({ effect }) => effect));
  const barred = (effect: number) => [shortScore(effect), barOf(effect, scale)];
  if (isMolecule)
    return [
      ...titled("Parts", "of the molecule; the effect is how much the score falls if it lacks the part"),
      "",
      ...textTable(
        ["part", "effect", ""],
        terms.map(({ term, effect }) => [term, ...barred(effect)]),
      ),
    ];
  const who = bags.instanceName(index, witness.instance);
  return [
    ...titled("Words", `of ${who}; the effect is how much the score falls if it lacks the word`),
    "",
    ...textTable(
      ["word", "times", "effect", ""],
      terms.map(({ term, value, effect }) => [term, shortScore(value), ...barred(effect)]),
    ),
  ];
}

function longest(values: ArrayLike<number>): number {
  return Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** A bar for the size, with a minus before it for what speaks against. */
function barOf(value: number, scale: number): string {
  const drawn = scale > 0 ? bar((BAR * Math.abs(value)) / scale) : "";
  return value < 0 ? `-${drawn}` : ` ${drawn}`;
}
