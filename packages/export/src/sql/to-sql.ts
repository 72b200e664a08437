import { InputError } from "@bagwise/core/base";
import type { Calibration, Model } from "@bagwise/core/model";
import { headline } from "../program/headline.js";
import { programOf } from "../program/make-program.js";
import type { BagSimilarity, Program, Score } from "../program/program.js";
import type { Dialect } from "./dialect.js";
import { dialectNamed } from "./dialects/dialects.js";
import { cast, quoted, tableName } from "./engines.js";
import { baseTable, pooledTable } from "./instances.js";
import { pieces, Query, type Step } from "./query.js";
import { gapsTable } from "./rows.js";
import { expansionTable } from "./similarity.js";
import { vectorsTable } from "./vectors.js";

export interface SqlOptions {
  /** The engine: one of `DIALECTS`. Default "duckdb". */
  readonly dialect?: string | undefined;
  /** The table of instances, one per row. A name with dots is quoted part by part. Default "instances". */
  readonly table?: string | undefined;
  /** A query that gives the instances, in place of the table. */
  readonly rows?: string | undefined;
  /** The column that says which bag an instance belongs to. Default: that of the training file, or "bag". */
  readonly bag?: string | undefined;
  /** Makes a view of this name instead of a query. */
  readonly view?: string | undefined;
}

/**
 * The model as one SQL query, or the statement that makes a view of it. It scores a table with one row for
 * each instance, with the features as columns of the same names, and gives `bag`, `score` and `probability`
 * (NULL for a model without), one row for each bag, in no order. A bag with a gap that nothing fills has
 * the score NULL; rows without a bag are left out.
 *
 * The scores are those of the model up to rounding, about 1e-12: engines add up in an order of their own. All
 * numbers of the model stand in the text. Throws an InputError for a model that cannot be exported.
 */
export function toSql(model: Model, options: SqlOptions = {}): string {
  const dialect = dialectNamed(options.dialect ?? "duckdb");
  const program = programOf(model);
  if (dialect.as === "AS" && !isShort(program.score)) throw tooLong(model, dialect);
  const { query, select: last } = queryOf(model, program, dialect, options);
  const select = query.text(last);
  const head = `-- Scores bags, for ${dialect.title}: ${headline(model)}.\n`;
  return options.view === undefined
    ? `${head}${select}\n;\n`
    : `${head}CREATE VIEW ${quotedPath(options.view)} AS\n${select}\n;\n`;
}

/** A model as tables that have to be made one after the other, and a query that uses them. */
export interface SqlSteps {
  readonly steps: readonly Step[];
  /** What `toSql` gives, without a sign at its end. */
  readonly select: string;
}

/**
 * The model as steps, for an engine that may write: the numbers of the model are tables, and what several steps of
 * its score use is computed once. So it works for every model that can be exported, also where `toSql` refuses one
 * of many steps. `place`: the name of the table of a step, counted from 1, as it stands in a statement.
 */
export function toSqlSteps(
  model: Model,
  { place, ...options }: Omit<SqlOptions, "view"> & { readonly place: (k: number) => string },
): SqlSteps {
  const dialect = dialectNamed(options.dialect ?? "duckdb");
  const { query, select } = queryOf(model, programOf(model), dialect, options, true);
  return query.steps(select, place);
}

/** The table expressions of a program, and the last SELECT. */
function queryOf(
  model: Model,
  program: Program,
  dialect: Dialect,
  options: SqlOptions,
  stepwise = false,
): { readonly query: Query; readonly select: string } {
  const { features, fill } = program;
  const bag = options.bag ?? columnOfBags(model);
  if (features.includes(bag))
    throw new InputError({
      code: "option",
      message: `the column ${bag} cannot be the bag and a feature`,
      remedy: "Name the column of the bags in the option bag.",
    });
  const source = {
    table: options.rows === undefined ? quotedPath(options.table ?? "instances") : `(${options.rows}) AS given`,
    bag: quoted(bag),
    feature: (j: number) => quoted(features[j]),
    fill,
  };
  const query = new Query(dialect, source, { stepwise });
  const scores = scoreTable(query, program.score, features.length);
  const gaps = gapsTable(query, features.length);
  const probability =
    program.calibration === null
      ? cast("NULL", dialect.types.real)
      : probabilityOf(dialect, program.calibration, "t.s");
  const known = gaps === undefined ? scores : query.add(complete(scores, gaps, dialect));
  const select = `SELECT t.bag AS bag, t.s AS score, CASE WHEN t.s IS NULL THEN NULL ELSE ${probability} END AS probability FROM ${known} t`;
  return { query, select };
}

/** Whether a program has few steps that others use: one kernel of bags, or one of instances. */
function isShort(score: Score): boolean {
  if (score.op === "expansion") return isOneKernel(score.of);
  if (score.op !== "pool") return false;
  const { of, by } = score;
  const values = by.type === "attention" ? [of, by.logits] : by.type === "key" && by.by !== null ? [of, by.by] : [of];
  return values.every((each) => each.op !== "network" && !(each.op === "base" && each.base.type !== "hyperplane"));
}

function isOneKernel(node: BagSimilarity): boolean {
  if (node.op === "compare") return node.transform === null;
  if (node.op === "pairs") return node.weights.type === "equal";
  return node.op === "sum" ? node.of.every(isOneKernel) : isOneKernel(node.of);
}

function tooLong({ card }: Model, { title }: Dialect): InputError {
  return new InputError({
    code: "not-exportable",
    message: `${title} computes a step of a query again wherever it is used, and a model of the method ${card.learner} has too many steps for that`,
    remedy:
      "Score with bagwise predict --into TABLE --in-database, which makes tables of the steps, or train with a kernel of bags, such as --method pu-skc.",
  });
}

/** A bag with a gap has no score. */
function complete(scores: string, gaps: string, { types }: Dialect): string {
  return `SELECT t.bag AS bag, CASE WHEN g.bag IS NULL THEN t.s ELSE ${cast("NULL", types.real)} END AS s FROM ${scores} t LEFT JOIN ${gaps} g ON g.bag = t.bag`;
}

function columnOfBags({ card }: Model): string {
  const named = card.recipe as { readonly bag?: unknown } | undefined;
  return typeof named?.bag === "string" ? named.bag : "bag";
}

/** A name of a table, with its schema if it has dots. */
function quotedPath(name: string): string {
  return tableName(name) ?? name.split(".").map(quoted).join(".");
}

/** A table of `bag` and `s`. */
function scoreTable(query: Query, node: Score, features: number): string {
  const { number } = query.dialect;
  switch (node.op) {
    case "expansion":
      return expansionTable(query, node, features);
    case "base-of-bag":
      return baseTable(query, node.base, vectorsTable(query, node.of, features), ["bag", "x"], "s");
    case "pool":
      return pooledTable(query, node, features);
    case "link": {
      const { knots, values } = node;
      const last = knots.length - 2;
      const value = pieces(query.dialect, "s", [...knots.subarray(1, last + 1)], (k) => ({
        at: knots[k],
        value: values[k],
        slope: (values[k + 1] - values[k]) / (knots[k + 1] - knots[k]),
        ...(k < last && { most: values[k + 1] }),
      }));
      return query.add(`SELECT bag, ${value} AS s FROM ${scoreTable(query, node.of, features)}`);
    }
    default: {
      const [first, ...others] = node.of.map((part) => scoreTable(query, part, features));
      const sum = ["t.s", ...others.map((_, k) => `t${k}.s`)].join(" + ");
      const joins = others.map((table, k) => ` JOIN ${table} t${k} ON t${k}.bag = t.bag`).join("");
      const divisor = node.op === "average" ? node.of.length : 1;
      return query.add(
        `SELECT t.bag AS bag, ${query.dialect.tame(`(${sum})`)} / ${number(divisor)} AS s FROM ${first} t${joins}`,
      );
    }
  }
}

function probabilityOf(dialect: Dialect, calibration: Calibration, s: string): string {
  const { number } = dialect;
  if ("scores" in calibration) {
    const { scores, probabilities } = calibration;
    return pieces(dialect, s, scores, (k) => {
      if (k === 0 || k === scores.length) return { at: 0, value: probabilities[Math.max(0, k - 1)], slope: 0 };
      const slope = (probabilities[k] - probabilities[k - 1]) / (scores[k] - scores[k - 1]);
      return { at: scores[k - 1], value: probabilities[k - 1], slope, most: probabilities[k] };
    });
  }
  const { slope, intercept, doubt } = calibration;
  const exponent = `least(${number(600)}, greatest(${number(-600)}, -(${number(slope)} * ${dialect.tame(s)} + ${number(intercept)})))`;
  const probability = `(1 / (1 + exp(${exponent})))`;
  if (doubt === undefined) return probability;
  return `${probability} + ${number(doubt.share)} * (${number(doubt.prior)} - ${probability})`;
}
