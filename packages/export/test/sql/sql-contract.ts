import { BagSet } from "@bagwise/core/bags";
import { Model } from "@bagwise/core/model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bagSet } from "../../../core/test/bags/make.js";
import { toSql } from "../../src/sql/to-sql.js";
import { bagsFor, EXPORTABLE, goldenModel, rowsOfBags, trainedModel, trickyBags } from "../models.js";
import type { Engine } from "./engines.js";

/** Models of too many steps for an engine that computes a step again wherever it is used. */
const LONG = /auto|views|half-the-centres|bagging|with-trees|network|graph|conformal/;
const isRefused = (dialect: string, name: string) => dialect === "trino" && LONG.test(name);

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Writes the instances to a table, shuffled, because a table has no order. */
async function fill(engine: Engine, bags: BagSet, { table = "instances", bag = "bag" } = {}): Promise<void> {
  const columns = bags.features.map((name) => `${quote(name)} ${engine.double}`);
  await engine.run(`DROP TABLE IF EXISTS ${quote(table)} CASCADE`);
  await engine.run(`CREATE TABLE ${quote(table)} (${quote(bag)} varchar, ${columns.join(", ")})`);
  const rows = rowsOfBags(bags).flatMap((instances, i) =>
    instances.map((row) => `('${bags.idOf(i).replaceAll("'", "''")}', ${row.map((x) => `${x}`).join(", ")})`),
  );
  const shuffled = rows.map((row, k) => ({ row, at: (k * 7919) % rows.length })).sort((a, b) => a.at - b.at);
  await engine.run(`INSERT INTO ${quote(table)} VALUES ${shuffled.map(({ row }) => row).join(", ")}`);
}

/** Bags of numbers whose products are too small or too large for a double, with ordinary ones between them. */
function extremeBags(): BagSet {
  const values = [0, 5e-324, -1e-310, 1e-200, -1e-170, 1e-155, -1e-100, 1e-30, 1, -3, 1e10, 1e50, -1e100, 1e110, 1 / 3];
  let state = 5;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return values[Math.floor((state / 2147483648) * values.length)];
  };
  const bags = Array.from({ length: 30 }, (_, i) =>
    Array.from({ length: 1 + (i % 4) }, () => [next(), next(), next()]),
  );
  return bagSet(bags, { features: ["weight", "größe", "f,3"] });
}

/** The largest difference of scores and of probabilities, relative to numbers of at least 1. */
async function differences(engine: Engine, model: Model, bags: BagSet, sql: string): Promise<number> {
  const rows = await engine.run(sql);
  const answers = new Map(rows.map(([bag, score, probability]) => [String(bag), { score, probability }]));
  expect(answers.size).toBe(bags.size);
  return Math.max(
    ...model.predict(bags).map(({ bag, score, probability }) => {
      const found = answers.get(bag);
      if (probability === null) expect(found?.probability).toBeNull();
      return Math.max(
        Math.abs(Number(found?.score) - score) / Math.max(1, Math.abs(score)),
        probability === null ? 0 : Math.abs(Number(found?.probability) - probability),
      );
    }),
  );
}

/**
 * What a model as SQL must do alike on every engine. `leftOut`: models that score by the same steps as others, where each
 * statement takes long.
 */
export function sqlContract(
  dialect: string,
  start: () => Promise<Engine>,
  { leftOut }: { leftOut?: RegExp | undefined } = {},
): void {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
    await fill(engine, trickyBags());
  }, 700_000);
  afterAll(() => engine?.close());

  it.each(EXPORTABLE.filter((name) => !leftOut?.test(name)))(
    "%s has the model's scores and probabilities to 1e-9",
    async (name) => {
      const model = goldenModel(name);
      if (isRefused(dialect, name)) {
        expect(() => toSql(model, { dialect })).toThrow(expect.objectContaining({ code: "not-exportable" }));
        return;
      }
      expect(await differences(engine, model, trickyBags(), toSql(model, { dialect }))).toBeLessThan(1e-9);
    },
    240_000,
  );

  it.each([
    ["pu-skc", { kernel: "affinity-gaussian" }, 3],
    ["pu-skc", { kernel: "normalised-set-cosine" }, 3],
    ["pu-skc", { kernel: "set-laplace+minimax-linear" }, 3],
    ["network", { pooling: "max", epochs: 5 }, 3],
    ["network", { pooling: "mean", epochs: 5 }, 3],
    ["network", { pooling: "log-sum-exp", epochs: 5 }, 3],
    ["auto", {}, 120],
  ] as const)(
    "%s with %j and %d features has them, too",
    async (method, options, dimensions) => {
      if (isRefused(dialect, method)) return;
      const { model, bags } = await trainedModel(method, options, dimensions);
      await fill(engine, bags, { table: "trained" });
      const sql = toSql(model, { dialect, table: "trained" });
      expect(await differences(engine, model, bags, sql)).toBeLessThan(1e-9);
    },
    240_000,
  );

  it.each(
    [
      "kernel-mean-laplace",
      "kernel-min-max-mean-gaussian",
      "kernel-normalised-set-polynomial",
      "layout-1-views",
      "learner-lsdd",
      "learner-mi-graph",
      "learner-network",
      "learner-svm",
      "svm-with-trees",
    ].filter((name) => !isRefused(dialect, name)),
  )(
    "%s has them for values that are nearly 0 or huge, and no score for a bag whose value is too large",
    async (name) => {
      const model = goldenModel(name);
      const bags = bagsFor(model, extremeBags());
      await fill(engine, bags, { table: "extremes" });
      const sql = toSql(model, { dialect, table: "extremes" });
      expect(await differences(engine, model, bags, sql)).toBeLessThan(1e-9);
      await engine.run("INSERT INTO extremes VALUES ('too large', 1, 1e200, 0), ('too large', 0, -1e300, 1e300)");
      const rows = await engine.run(sql);
      expect(rows.filter(([, score]) => score === null).map(([bag]) => bag)).toEqual(["too large"]);
      expect(rows.length).toBe(bags.size + 1);
    },
    240_000,
  );

  it("quotes names of any kind, and makes a view", async () => {
    const model = goldenModel("learner-pu-skc");
    const names = ['select"; DROP TABLE x; --', "größe, 'cm'", "a b.c"];
    const renamed = new Model({ ...model.parts(), scaling: { ...model.parts().scaling, features: names } });
    const bags = bagsFor(renamed, trickyBags());
    const table = 'from "where" 表';
    await fill(engine, bags, { table, bag: "group" });
    const view = 'order by "x"';
    await engine.run(toSql(renamed, { dialect, table, bag: "group", view }));
    expect(await differences(engine, renamed, bags, `SELECT * FROM ${quote(view)}`)).toBeLessThan(1e-9);
    await engine.run(`DROP VIEW ${quote(view)}`);
  });

  it("gives no score to a bag with a gap, unless the model fills it", async () => {
    const model = goldenModel(dialect === "trino" ? "learner-pu-skc" : "learner-auto");
    await fill(engine, trickyBags(), { table: "gaps" });
    const special = (text: string) => `CAST('${text}' AS ${engine.double})`;
    await engine.run(
      `INSERT INTO gaps VALUES ('gap', 1, NULL, 0.5), ('gap', 2, 1, 0.5), (NULL, 1, 1, 1),
         ('nan', 1, ${special("NaN")}, 0.5), ('nan', 2, 1, 0.5), ('endless', 1, ${special("-Infinity")}, 0.5)`,
    );
    const rows = async (sql: string) => new Map((await engine.run(sql)).map(([bag, score]) => [bag, score]));
    const found = await rows(toSql(model, { dialect, table: "gaps" }));
    expect(found.size).toBe(trickyBags().size + 3);
    expect([...found].flatMap(([bag, score]) => (score === null ? [bag] : [])).sort()).toEqual([
      "endless",
      "gap",
      "nan",
    ]);
    const recipe = { missing: "zero" } as Model["card"]["recipe"];
    const filling = new Model({ ...model.parts(), card: { ...model.card, ...(recipe && { recipe }) } });
    const filled = await rows(toSql(filling, { dialect, table: "gaps" }));
    const gap = BagSet.from({
      data: [1, 0, 0.5, 2, 1, 0.5],
      offsets: [0, 2],
      ids: ["gap"],
      labels: ["unlabeled"],
      features: [...model.features],
    });
    expect(filled.get("gap")).toBeCloseTo(model.scores(gap)[0], 9);
    expect(filled.get("nan")).toBeCloseTo(model.scores(gap)[0], 9);
  }, 240_000);
}
