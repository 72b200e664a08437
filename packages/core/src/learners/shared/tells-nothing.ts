import type { BagSet } from "../../bags/bag-set.js";
import { bagHashes } from "../../bags/copies/bag-hashes.js";
import type { Note } from "../../base/note.js";
import { log } from "../../base/portable-math.js";
import { Model, type ModelCard } from "../../model/model.js";
import type { Link } from "../../scorers/link.js";
import type { Network } from "../../scorers/network/network.js";
import type { AveragedScorer, PartScorer, Scorer } from "../../scorers/scorer.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { distinctInstances } from "./distinct-instances.js";
import { knownWithoutData } from "./known-without-data.js";

/** How many unlabeled bags to look at before looking at all. */
const FEW = 20;

/**
 * Whether nothing tells positive from unlabeled bags, nor from known negatives: the same bags occur
 * among them in the same shares. So it is if all features are constant, if all bags are equal, or if
 * the unlabeled bags are copies of the positive ones. Repeated instances do not count in a bag of
 * equal instances. Costs a look at the positive and at a few unlabeled bags, unless they are alike.
 */
export function tellsNothing(bags: BagSet): boolean {
  const positive = bags.positive();
  const others = [bags.unlabeled(), bags.negative()].filter(({ size }) => size > 0);
  if (positive.size === 0 || others.length === 0) return false;
  const wanted = sharesOf(positive);
  return others.every((other) => {
    const first = Uint32Array.from({ length: Math.min(FEW, other.size) }, (_, i) => i);
    if ([...sharesOf(other.subset(first)).keys()].some((key) => !wanted.has(key))) return false;
    const found = sharesOf(other);
    return (
      found.size === wanted.size && [...found].every(([key, count]) => same(count, other, wanted.get(key), positive))
    );
  });
}

/** Whether two counts are the same share of their bags. */
function same(count: number, of: BagSet, wanted: number | undefined, positive: BagSet): boolean {
  return wanted !== undefined && count * positive.size === wanted * of.size;
}

/** How many bags have each content. */
function sharesOf(bags: BagSet): Map<string, number> {
  const distinct = distinctInstances(bags);
  const [all, once] = [bagHashes(bags), bagHashes(distinct)];
  const counts = new Map<string, number>();
  for (let i = 0; i < bags.size; i++) {
    const key = distinct.sizeOf(i) === 1 ? `${once[i]}` : `${once[i]} ${all[i]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What the positive bags do not differ from. */
const othersIn = ({ training }: ModelCard) => (training.unlabeled === 0 ? "negative" : "unlabeled");

function nothing(card: ModelCard): Note {
  const message = `nothing tells the positive bags from the ${othersIn(card)} ones: the same bags occur among both, in the same shares. Every bag gets the same score, and the order of a ranking means nothing; look for other features`;
  return { code: "tells-nothing", message };
}

/** What other notes say about scores that separate nothing, this one says better. */
const SAID: readonly string[] = [
  "alike",
  "too-few-labels",
  "constant-guess",
  "prior-no-evidence",
  "prior-clipped",
  "prior-too-high",
];

/** The score of every bag if the prior is unknown: negative, because nothing says otherwise. */
const UNKNOWN = -1;

/**
 * The model with one answer for every bag: the prior is the probability, and its log-odds are the
 * score. Without a prior no bag is called positive. A prior that was estimated is replaced by what is
 * known without any data, because nobody can estimate it here: all unlabeled bags may be positive, or
 * none.
 */
export function indifferent(model: Model): Model {
  const { scorer, heldOut, card: given, ...parts } = model.parts();
  const prior = given.prior && knownWithoutData(given, given.prior);
  const score = prior === null ? UNKNOWN : log(prior.value / (1 - prior.value));
  const held = heldOut === null || heldOut === undefined ? null : constantScores(heldOut, score);
  const card: ModelCard = {
    ...given,
    prior,
    // With held-out scores and a prior there are probabilities, whoever would have made them.
    calibration: given.calibration !== null || (held && prior) ? { slope: 0, intercept: score } : null,
    measures: null,
    bound: null,
    notes: [nothing(given), ...given.notes.filter(({ code }) => !SAID.includes(code))],
    ...(given.reasons && { reasons: [reason(given)] }),
  };
  return new Model({ ...parts, card, scorer: constantScorer(scorer, score), heldOut: held });
}

function reason(card: ModelCard): string {
  return `Nothing was chosen: the positive bags do not differ from the ${othersIn(card)} ones, so every bag gets the prior as its probability.`;
}

function constantScores({ positive, unlabeled, negative, ...rest }: BagScores, score: number): BagScores {
  const all = (scores: Float64Array) => scores.map(() => score);
  return { ...rest, positive: all(positive), unlabeled: all(unlabeled), negative: all(negative) };
}

const none = (alpha: Float64Array) => alpha.map(() => 0);

/** The same scorer with the same score for every bag. */
function constantScorer(scorer: Scorer, score: number): Scorer {
  switch (scorer.kind) {
    case "bags":
      return { ...scorer, alpha: none(scorer.alpha), beta: score };
    case "instances":
      return { ...scorer, score: { ...scorer.score, alpha: none(scorer.score.alpha), beta: score } };
    case "network":
      return { ...scorer, members: [constantNetwork(scorer.members[0], score)] };
    case "average":
      return { ...scorer, parts: [constantAveraged(scorer.parts[0])], link: linkFrom(score) };
    case "forest":
    case "blocks":
    case "views":
      return constantPart(scorer, score);
  }
}

/** With 0 for every bag. */
function constantAveraged(part: AveragedScorer): AveragedScorer {
  return part.kind === "bags" ? { ...part, alpha: none(part.alpha), beta: 0 } : constantPart(part, 0);
}

function constantPart(scorer: PartScorer, score: number): PartScorer {
  switch (scorer.kind) {
    case "forest": {
      const { base } = scorer;
      const weights = new Float64Array(base.type === "trees" ? base.columns : base.weights.length);
      return { ...scorer, base: { type: "hyperplane", weights, bias: 0 }, link: linkFrom(score) };
    }
    case "blocks": {
      const parts = scorer.parts.map((part) => ({ ...part, weights: none(part.weights) }));
      return { ...scorer, parts, beta: 0, link: linkFrom(score) };
    }
    case "views":
      return { ...scorer, alpha: none(scorer.alpha), beta: 0, link: linkFrom(score) };
  }
}

/** A link that gives this score to a ranking value of 0. */
function linkFrom(score: number): Link {
  return { knots: Float64Array.of(0, 1), values: Float64Array.of(score, score + 1) };
}

/** The same layers; but outputs are always the score, and attention is even. */
function constantNetwork(network: Network, score: number): Network {
  const { output, attention } = network;
  return {
    ...network,
    output: output.map(() => 0),
    bias: Float64Array.of(score),
    attention: attention && { ...attention, output: attention.output.map(() => 0) },
  };
}
