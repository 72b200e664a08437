import { count, thousands } from "../../base/errors.js";
import { describeViews } from "../../kernels/views/views.js";
import type { TellingSummaries } from "../../model/model.js";
import { type DecisionWorth, WORTH_AUDIT } from "../../prior/mixture/decision-worth.js";
import type { GrownForest } from "../bagging/grown-forest.js";
import { type Decided, decisionWords, negativeNotes, type Words } from "../shared/decision-words.js";
import type { AutoData } from "./data.js";
import type { NegativeWeight } from "./fit.js";
import type { CheckedAutoOptions } from "./options.js";

/** What `auto` found, to be put into words. */
interface Found extends Decided {
  readonly data: AutoData;
  readonly telling: TellingSummaries | null;
  readonly known: NegativeWeight;
  /** What the ranking of the views is averaged with, and how much each counts. */
  readonly chosen: { readonly forests: readonly GrownForest[]; readonly weights: readonly number[] };
  /** The sparse features with the largest weights, by name. */
  readonly heaviest: readonly string[];
  /** The option that says whether it is averaged. */
  readonly trees: CheckedAutoOptions["trees"];
  /** What decisions are worth; null for a given prior, or if nothing was held out. */
  readonly worth: DecisionWorth | null;
}

/** Numbers as words, up to the number of ways in which bags are compared. */
const WAYS = ["no", "one", "two", "three", "four", "five"];

/** What was chosen and why, in plain words. */
export function reasonsOf(found: Found): Words {
  const { data } = found;
  const { decision, reasons, notes } = decisionWords(found);
  return {
    decision,
    reasons: [
      ...blockWords(found),
      ...viewWords(found),
      ...togetherWords(data),
      rankingWords(data),
      ...forestWords(found),
      ...negativeWords(found),
      ...reasons,
      ...worthWords(found),
    ],
    notes: [...negativeNotes(data.rows.negative.length), ...notes],
  };
}

/** How bags are compared by ordinary features; nothing if they have none. */
function viewWords(found: Found): string[] {
  if (found.data.views === undefined) return [];
  const ways = WAYS[describeViews().length] ?? describeViews().length;
  return [
    `Bags are compared in ${ways} ways, equally weighted, because a few labels cannot tell which one is best: direction of the mean, ranks, means, extremes, and what sets positive bags apart. The last one looks at ${tellingWords(found)}.`,
  ];
}

/** How bags are compared by blocks of sparse features; nothing if they have none. */
function blockWords({ data: { blocks }, heaviest }: Found): string[] {
  if (blocks === undefined) return [];
  const ways = blocks.views.map(({ block, topics, vector }) =>
    vector !== null
      ? `the direction of the mean ${block.name} (${count(block.width, "number")})`
      : topics === null
        ? `${block.name} (${thousands(block.width)})`
        : `${count(topics.axes.cols, "topic")}, the directions in which ${block.name} go together`,
  );
  const most = heaviest.length === 0 ? "" : ` What speaks most for positive: ${heaviest.join(", ")}.`;
  return [
    `Bags are compared by cosines, the mean over ${ways.length === 1 ? "" : `${WAYS[ways.length] ?? ways.length} ways: `}${ways.join("; ")}. These features are never scaled one by one.${most}`,
  ];
}

/** Which summaries of features the fifth view looks at, and how many of them surely differ. */
function tellingWords({ data, telling }: Found): string {
  const { dimension } = data.bags;
  const which = dimension === 1 ? "the one feature" : `each of ${count(dimension, "feature")}`;
  const all = `the minimum, maximum and mean of ${which}, ${thousands(3 * dimension)} summaries in all`;
  if (telling === null) return `${all}, equally weighted, because one bag cannot tell which of them matter`;
  const { found, rate, clearest } = telling;
  const most = found === 0 ? "" : `, most clearly ${clearest.join(", ")}`;
  return `${all}, each weighted by how clearly it differs between positive and other bags. ${found === 0 ? "None differs" : `${count(found, "summary differs", "summaries differ")}`} by more than chance explains${most} (permutation tests, false-discovery rate ${rate})`;
}

/** That features were scaled together, and why; nothing if each has its own scale. */
function togetherWords({ scaledTogether }: AutoData): string[] {
  if (scaledTogether.length === 0) return [];
  return [
    `Units: ${count(scaledTogether.length, "feature is", "features are")} never negative and mostly 0, like counts of words. They are taken for one vector and scaled together, so their common unit does not matter, but they should have the same one. Every other feature is scaled on its own.`,
  ];
}

function rankingWords({ folds, all, centres, views }: AutoData): string {
  const who = all || views === undefined ? "all training bags" : count(centres.length, "landmark");
  const how =
    folds === undefined
      ? "No bags could be held out to measure its quality."
      : `Its quality was measured on held-out bags, in ${folds.folds} folds.`;
  return `Ranking: by the density ratio of positive to unlabeled bags. It comes from one convex problem that needs no prior, with ${who} as centres. ${how}`;
}

/** That the ranking is averaged with forests, or why not; nothing if that was switched off. */
function forestWords({ data, chosen: { forests, weights }, trees }: Found): string[] {
  const percent = (k: number) => `${Math.round(100 * weights[k])} %`;
  const ratios = weights.length - forests.length;
  const grown = forests.flatMap(({ scorer: { base, on }, instances }, k) => {
    if (base.type !== "trees" || !(weights[k + ratios] > 0)) return [];
    const all = data.bags.instances;
    const drawn = instances < all ? `${thousands(instances)} of ${thousands(all)} ` : "";
    const where = on === "bags" ? "summaries of bags" : `${drawn}instances`;
    return [`${count(base.roots.length, "randomised tree")} on ${where} ${percent(k + ratios)}`];
  });
  const own =
    ratios === 2
      ? `the ranking by ${data.bags.blocks.length > 0 ? "sparse features" : "vectors"} counts ${percent(0)}, that by ${data.bags.blocks.length > 0 ? "the others" : "all features"} ${percent(1)}`
      : `that ranking counts ${percent(0)}`;
  if (grown.length > 0)
    return [
      `Average: ${own}, ${grown.join(" and ")}, each standardised by held-out scores. What separates held-out positive bags better counts more. Trees see what the views do not: a few features among many, and single instances. They are grown against random unlabeled bags, without a certificate.`,
    ];
  if (ratios === 2 && data.folds !== undefined)
    return [
      `Average: ${own}, each standardised by held-out scores. What separates held-out positive bags better counts more.`,
    ];
  if (trees === "none" || data.folds === undefined || !data.mostlyCounts || data.views === undefined) return [];
  return ["Average: no trees take part, because single counts tell little, and trees on counts of words rank poorly."];
}

function negativeWords({ data, known }: Found): string[] {
  const { negative } = data.rows;
  if (negative.length === 0) return [];
  return [
    `Known negatives: ${count(negative.length, "bag")} with weight ${known.weight}. A weight of 0 would ignore them, a weight of 1 the unlabeled bags.`,
  ];
}

/** What answers are worth, and what knowing more about the prior would gain. */
function worthWords({ worth }: Found): string[] {
  if (worth === null) return [];
  const { right, known, audited } = worth;
  const more =
    known - right < 0.005
      ? "Knowing the prior would not make that more."
      : `If you knew the prior, it would be ${share(known)}, and after a review of ${WORTH_AUDIT} random unlabeled bags about ${share(audited)}.`;
  return [
    `Expected: ${share(right)} of the answers about unlabeled bags are right, averaged over what is believed about the prior. ${more} The ranking does not depend on it.`,
  ];
}

const share = (value: number) => `${Math.round(100 * value)} %`;
