import { addTransposed } from "../../linalg/sparse.js";
import type { ScoreMixture } from "../../prior/mixture/score-mixture.js";
import type { BlocksScorer } from "../../scorers/blocks/blocks-scorer.js";
import type { Link } from "../../scorers/link.js";
import type { AverageScorer, PartScorer, ViewsScorer } from "../../scorers/scorer.js";
import type { BagScores } from "../../scores/bag-scores.js";
import type { Ratio } from "../../solver/ratio.js";
import type { GrownForest } from "../bagging/grown-forest.js";
import type { Averaged } from "./average.js";
import { fitBlocks } from "./blocks.js";
import type { AutoData } from "./data.js";
import { fitRatios, type NegativeWeight, sidesOf } from "./fit.js";

/** A weight of known negatives, and the held-out results with it. */
export interface Chosen {
  readonly known: NegativeWeight;
  /** Held-out ranking values; undefined if nothing could be held out. */
  readonly held: BagScores | undefined;
  readonly mixture: ScoreMixture;
  /** What the ratios are averaged with, and how each ranking enters: that of blocks, of views, of forests. */
  readonly forests: readonly GrownForest[];
  readonly links: Averaged["links"];
  readonly weights: Averaged["weights"];
}

/** The ratio fitted on all bags. */
export interface FittedRanking {
  /** With the certificate. Of two, the one that is less exact. */
  readonly ratio: Pick<Ratio, "status" | "primalObjective" | "dualObjective" | "relativeGap">;
  /** How many steps it took. */
  readonly iterations: number;
  /** The sparse features with the largest weights, by name. */
  readonly heaviest: readonly string[];
  /** One ranking, or the average of several, with a link from ranking values to decisions. */
  scorer(link: Link): PartScorer | AverageScorer;
}

/** A ranking without the link that turns its values into others. */
type Unlinked = Omit<ViewsScorer, "link"> | Omit<BlocksScorer, "link"> | GrownForest["scorer"];

/** The ranking that was held out, fitted on all bags. */
export function fitRanking(data: AutoData, { known, forests, links }: Chosen): FittedRanking {
  const fitted = [...blockRanking(data, known), ...viewRanking(data, known)];
  const all: Unlinked[] = [...fitted.map(({ scorer }) => scorer), ...forests.map(({ scorer }) => scorer)];
  const parts = all.flatMap((part, k): PartScorer[] => {
    const own = links[k];
    return own ? [{ ...part, link: own } as PartScorer] : [];
  });
  const { ratio, iterations } = fitted.reduce((worst, each) =>
    each.ratio.relativeGap > worst.ratio.relativeGap ? each : worst,
  );
  const [{ scorer: first }] = fitted;
  return {
    ratio,
    iterations,
    heaviest: heaviestTerms(data, first),
    scorer: (link) => (parts.length === 0 ? ({ ...first, link } as PartScorer) : { kind: "average", parts, link }),
  };
}

function blockRanking(data: AutoData, known: NegativeWeight) {
  const { blocks } = data;
  if (blocks === undefined) return [];
  const ratio = fitBlocks(data, blocks, data.fitted.rows, known);
  const parts = blocks.views.map((view, k) => ({ view, weights: ratio.weights[k] }));
  const scorer: Omit<BlocksScorer, "link"> = { kind: "blocks", parts, beta: ratio.beta };
  return [{ ratio, iterations: ratio.iterations, scorer }];
}

/** So many features are named. */
const NAMED = 8;

/** The features of the first block with names that speak for positive most, on average over the positive bags. */
function heaviestTerms({ bags, blocks, rows }: AutoData, scorer: Unlinked): string[] {
  if (scorer.kind !== "blocks" || blocks === undefined) return [];
  for (const [k, { view, weights }] of scorer.parts.entries()) {
    const terms = bags.blocks.find(({ name }) => name === view.block.name)?.terms;
    if (terms === undefined || view.topics !== null) continue;
    const [positive, other] = [rows.positive, rows.unlabeled].map((some) => {
      const sums = new Float64Array(weights.length);
      addTransposed(blocks.vectors[k], some, new Float64Array(some.length).fill(1 / some.length), 1, sums);
      return sums;
    });
    const heavy = weights.map((weight, term) => weight * (positive[term] - other[term]));
    return Array.from(heavy.keys())
      .filter((term) => heavy[term] > 0 && weights[term] > 0)
      .sort((a, b) => heavy[b] - heavy[a] || a - b)
      .slice(0, NAMED)
      .map((term) => terms[term]);
  }
  return [];
}

function viewRanking(data: AutoData, known: NegativeWeight) {
  const { views } = data;
  if (views === undefined) return [];
  const [{ ratio }] = fitRatios(data, views, data.fitted.rows, [known]);
  const { alpha, beta } = ratio;
  const scorer: Omit<ViewsScorer, "link"> = {
    kind: "views",
    views: views.views(sidesOf(data.fitted.rows)),
    alpha,
    beta,
  };
  return [{ ratio, iterations: 1, scorer }];
}
