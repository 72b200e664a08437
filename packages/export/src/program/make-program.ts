import type { Scaling } from "@bagwise/core/bags";
import { InputError, log } from "@bagwise/core/base";
import { isNarrow } from "@bagwise/core/kernels";
import type { Model } from "@bagwise/core/model";
import type { Expansion, ForestScorer, InstanceScorer, Link, NetworkScorer, Scorer } from "@bagwise/core/scorers";
import { ofKernel, vectorKernel } from "./of-kernel.js";
import { ofViews } from "./of-views.js";
import type { BagVectors, Key, PoolStep, PoolWay, Program, Rows, Score, Values } from "./program.js";

const INPUT: Rows = { op: "input" };

export interface ProgramOptions {
  /** Values closer than this share of their size have the same rank: for targets of fewer bits. Default 0. */
  readonly rounding?: number;
}

/**
 * The scoring program of a model: what every export prints. Throws an InputError for a model that no target
 * supports: one with sparse features, such as words of texts, or with the kernel `edge-graph`.
 * The numbers are those of the model, not copies.
 */
export function programOf(model: Model, { rounding = 0 }: ProgramOptions = {}): Program {
  const { scorer, scaling, card } = model.parts();
  const rows = scaledRows(scaling, INPUT);
  const summary: BagVectors = { op: "statistic", of: rows, parts: ["min", "max", "mean"], within: true };
  const score = scoreOf(scorer, { rows, summary, rounding });
  return {
    features: model.features,
    fill: fillOf(model),
    score,
    calibration: card.calibration,
    threshold: model.threshold,
    key: keyOf(scorer, score),
  };
}

/** Gaps are filled as in the training file. */
function fillOf(model: Model): Float64Array | null {
  const { card, medians } = model.parts();
  const missing = card.recipe?.missing;
  if (missing === "zero") return new Float64Array(model.features.length);
  return missing === "median" ? (medians ?? null) : null;
}

/** The steps that several others use: the rows of a bag, and their minimum, maximum and mean. */
interface Given extends Required<ProgramOptions> {
  readonly rows: Rows;
  readonly summary: BagVectors;
}

function scoreOf(scorer: Scorer, given: Given): Score {
  const { rows } = given;
  switch (scorer.kind) {
    case "bags": {
      const { kernel, centres, alpha, beta } = scorer;
      return { op: "expansion", of: ofKernel(kernel, centres, rows), alpha, beta };
    }
    case "views": {
      const { alpha, beta, link } = scorer;
      return linked(link, { op: "expansion", of: ofViews(scorer, given), alpha, beta });
    }
    case "average":
      return linked(scorer.link, { op: "add", of: scorer.parts.map((part) => scoreOf(part, given)) });
    case "forest":
      return linked(scorer.link, ofForest(scorer, given));
    case "instances":
      return ofInstances(scorer, rows);
    case "network":
      return { op: "average", of: membersOf(scorer, rows) };
    case "blocks":
      throw new InputError({
        code: "not-exportable",
        message: "the model uses sparse features, such as the words of texts, which an export cannot hold",
        remedy: "Score with bagwise predict or bagwise serve, or train on features that are columns of numbers.",
      });
  }
}

function linked({ knots, values }: Link, of: Score): Score {
  return { op: "link", of, knots, values };
}

function ofForest({ on, base, topShare }: ForestScorer, { rows, summary }: Given): Score {
  if (on === "bags") return { op: "base-of-bag", of: summary, base };
  return { op: "pool", of: { op: "base", of: rows, base }, by: { type: "top", share: topShare } };
}

function ofInstances({ projection, score, key, topShare }: InstanceScorer, rows: Rows): Score {
  const of: Rows = projection === null ? rows : { op: "project", of: rows, ...projection };
  const by: PoolWay =
    topShare === undefined
      ? { type: "key", by: key === null ? null : density(key, of) }
      : { type: "top", share: topShare };
  return { op: "pool", of: expansion(score, of), by };
}

function expansion({ kernel, centres, alpha, beta }: Expansion, of: Rows): Values {
  const exact = kernel.type === "gaussian" && isNarrow(centres, kernel.width);
  return { op: "expand", of, kernel: { ...vectorKernel(kernel), ...(exact && { exact }) }, centres, alpha, beta };
}

function density({ kernel, centres, alpha }: Expansion, of: Rows): Values {
  const width = kernel.type === "gaussian" ? kernel.width : Number.NaN;
  return { op: "log-density", of, rate: 0.5 / (width * width), centres, logs: alpha.map(log) };
}

function membersOf({ pooling, members }: NetworkScorer, rows: Rows): PoolStep[] {
  return members.map((network) => {
    const of: Values = { op: "network", of: rows, network, give: "outputs" };
    const by: PoolWay =
      pooling === "attention"
        ? { type: "attention", logits: { op: "network", of: rows, network, give: "logits" } }
        : pooling === "max"
          ? { type: "key", by: null }
          : { type: pooling };
    return { op: "pool", of, by };
  });
}

/**
 * The key instance of a scorer of instances, from the steps of its score. Parts of an average have none of
 * their own.
 */
function keyOf(scorer: Scorer, score: Score): Key | null {
  if (score.op === "average") return { type: "members", of: score.of };
  const pool = score.op === "link" ? score.of : score;
  if (scorer.kind === "average" || pool.op !== "pool") return null;
  const by = scorer.kind === "instances" && scorer.key !== null ? keyDensity(scorer.key, pool) : null;
  return by === null ? { type: "highest", of: pool.of } : { type: "lowest", by, of: pool.of };
}

function keyDensity(key: Expansion, { of, by }: PoolStep): Values | null {
  return by.type === "key" ? by.by : density(key, of.of);
}

/** Rows that are scaled as the model scales them. */
function scaledRows({ method, offset, divisor, unit }: Scaling, of: Rows): Rows {
  if (method === "none" && unit === undefined) return of;
  const shift = method === "none" ? null : { offset: Float64Array.from(offset), divisor: Float64Array.from(divisor) };
  return { op: "scale", of, unit: unit === undefined ? null : Float64Array.from(unit), shift };
}
