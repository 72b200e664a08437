import { InputError } from "../../base/errors.js";
import { log } from "../../base/portable-math.js";
import { isNarrow } from "../../kernels/gram/narrow-gaussian.js";
import type { ForestScorer } from "../../model/forest/forest-scorer.js";
import type { Link } from "../../model/link.js";
import type { Model } from "../../model/model.js";
import type { NetworkScorer } from "../../model/network/network-scorer.js";
import type { Expansion, InstanceScorer, Scorer } from "../../model/scorer.js";
import { ofKernel, vectorKernel } from "./of-kernel.js";
import { ofViews } from "./of-views.js";
import type { Key, Pooling, Program, Rows, Score, Values } from "./program.js";
import { scaledRows } from "./scaled-rows.js";

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
  return {
    features: model.features,
    fill: fillOf(model),
    score: scoreOf(scorer, rows, { rounding }),
    calibration: card.calibration,
    threshold: model.threshold,
    key: keyOf(scorer, rows),
  };
}

/** Gaps are filled as in the training file. */
function fillOf(model: Model): Float64Array | null {
  const { card, medians } = model.parts();
  const missing = card.recipe?.missing;
  if (missing === "zero") return new Float64Array(model.features.length);
  return missing === "median" ? (medians ?? null) : null;
}

function scoreOf(scorer: Scorer, rows: Rows, options: Required<ProgramOptions>): Score {
  switch (scorer.kind) {
    case "bags": {
      const { kernel, centres, alpha, beta } = scorer;
      return { op: "expansion", of: ofKernel(kernel, centres, rows), alpha, beta };
    }
    case "views": {
      const { alpha, beta, link } = scorer;
      return linked(link, { op: "expansion", of: ofViews(scorer, rows, options), alpha, beta });
    }
    case "average":
      return linked(scorer.link, { op: "add", of: scorer.parts.map((part) => scoreOf(part, rows, options)) });
    case "forest":
      return linked(scorer.link, ofForest(scorer, rows));
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

function ofForest({ on, base, topShare }: ForestScorer, rows: Rows): Score {
  if (on === "bags")
    return { op: "base-of-bag", of: { op: "statistic", of: rows, parts: ["min", "max", "mean"], within: true }, base };
  return { op: "pool", of: { op: "base", of: rows, base }, by: { type: "top", share: topShare } };
}

/** The numbers of the instances, and what chooses the key instance. */
function instanceValues({ projection, score, key }: InstanceScorer, rows: Rows) {
  const of: Rows = projection === null ? rows : { op: "project", of: rows, ...projection };
  return { values: expansion(score, of), by: key === null ? null : density(key, of) };
}

function ofInstances(scorer: InstanceScorer, rows: Rows): Score {
  const { values, by } = instanceValues(scorer, rows);
  const { topShare } = scorer;
  return {
    op: "pool",
    of: values,
    by: topShare === undefined ? { type: "key", by } : { type: "top", share: topShare },
  };
}

function expansion({ kernel, centres, alpha, beta }: Expansion, of: Rows): Values {
  const exact = kernel.type === "gaussian" && isNarrow(centres, kernel.width);
  return { op: "expand", of, kernel: { ...vectorKernel(kernel), ...(exact && { exact }) }, centres, alpha, beta };
}

function density({ kernel, centres, alpha }: Expansion, of: Rows): Values {
  const width = kernel.type === "gaussian" ? kernel.width : Number.NaN;
  return { op: "log-density", of, rate: 0.5 / (width * width), centres, logs: alpha.map(log) };
}

function membersOf({ pooling, members }: NetworkScorer, rows: Rows): Extract<Score, { op: "pool" }>[] {
  return members.map((network) => {
    const of: Values = { op: "network", of: rows, network, give: "outputs" };
    const by: Pooling =
      pooling === "attention"
        ? { type: "attention", logits: { op: "network", of: rows, network, give: "logits" } }
        : pooling === "max"
          ? { type: "key", by: null }
          : { type: pooling };
    return { op: "pool", of, by };
  });
}

/** The key instance of a scorer of instances. Parts of an average have none of their own. */
function keyOf(scorer: Scorer, rows: Rows): Key | null {
  if (scorer.kind === "network") return { type: "members", of: membersOf(scorer, rows) };
  if (scorer.kind === "forest" && scorer.on === "instances")
    return { type: "highest", of: { op: "base", of: rows, base: scorer.base } };
  if (scorer.kind !== "instances") return null;
  const { values, by } = instanceValues(scorer, rows);
  return by === null ? { type: "highest", of: values } : { type: "lowest", by, of: values };
}
