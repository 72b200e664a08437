import { BagSet } from "@bagwise/core/bags";
import { auto, puSkc } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import { beforeAll, expect, it } from "vitest";
import { readBags, readParts, withLabels } from "../../bagwise/src/node/files/read-bags.js";
import { withTable } from "../src/read-source.js";
import { scoreInDatabase, scoreInto } from "../src/score-into.js";
import { neededStatistics, statisticParts } from "../src/statistic-parts.js";
import { bagsOf, type Row, type Shared } from "./under-test.js";

/** What every engine must do alike when bags are scored in it, or scores written to it. */
export function scoringContract({ rows, bags, engine, source }: Shared): void {
  let model: Model;
  beforeAll(async () => {
    model = await auto({ seed: 1 }).fit(bags);
  });

  it("gives the same scores as the bags themselves, to 1e-9", async () => {
    const scores = new Map(model.predict(bags).map(({ bag, score }) => [bag, score]));
    let seen = 0;
    for await (const part of readParts(engine().source, { table: "bags" }))
      for (const { bag, score } of model.predict(part)) {
        seen++;
        expect(Math.abs(score - (scores.get(bag) ?? Number.NaN))).toBeLessThan(1e-9 * Math.max(1, Math.abs(score)));
      }
    expect(seen).toBe(60);
  });

  it("writes the scores of all bags to a table, and goes on after it was stopped", async () => {
    await engine().run("DROP TABLE IF EXISTS scores");
    const of = ["model"];
    let calls = 0;
    const stopped = scoreInto(
      await source(),
      { table: "bags" },
      {
        into: "scores",
        of,
        values: 80,
        predict: (part) => {
          if (++calls === 3) throw new Error("stopped");
          return model.predict(part);
        },
      },
    );
    await expect(stopped).rejects.toThrow("stopped");
    await expect(engine().query("SELECT * FROM scores")).rejects.toThrow();
    let bagsAgain = 0;
    const done = await scoreInto(
      await source(),
      { table: "bags" },
      {
        into: "scores",
        of,
        values: 80,
        predict: (part) => {
          bagsAgain += part.size;
          return model.predict(part);
        },
      },
    );
    expect(done.bags).toBe(60);
    expect(done.notes.map(({ code }) => code)).toEqual(["scoring-resumed"]);
    expect(bagsAgain).toBeLessThan(60);
    const written = await engine().query("SELECT bag, score, predicted, held_out FROM scores");
    const expected = model.predict(bags);
    expect(new Map(written.map(([bag, score]) => [bag, Number(score)]))).toEqual(
      new Map(expected.map(({ bag, score }) => [bag, expect.closeTo(score, 9)])),
    );
    const again = scoreInto(
      await source(),
      { table: "bags" },
      { into: "scores", of, predict: (b) => model.predict(b) },
    );
    await expect(again).rejects.toMatchObject({ code: "engine-exists" });
    const replaced = await scoreInto(
      await source(),
      { table: "bags" },
      { into: "scores", of, force: true, predict: (b) => model.predict(b) },
    );
    expect(replaced.bags).toBe(60);
    await engine().run("DROP TABLE scores");
  });

  it.each(["normalised-minimax-polynomial", "mean-gaussian"])(
    "reduces bags itself for a model with the kernel %s, which then has the same scores",
    async (kernel) => {
      await engine().run("DROP TABLE IF EXISTS reduced");
      const own = await puSkc({ kernel, seed: 1, prior: 0.3, degree: [1, 2] }).fit(bags);
      const late = `CASE WHEN bag = 'bag 7' AND x > 0.5 THEN NULL ELSE y END`;
      const query = `SELECT bag, label, x, ${late} AS y FROM bags`;
      const read: string[] = [];
      const done = await scoreInto(
        await source(),
        { query, missing: "zero" },
        {
          into: "reduced",
          of: [kernel],
          values: 80,
          model: own,
          predict: (part) => {
            read.push(...part.ids());
            return own.predict(part, { heldOut: true });
          },
        },
      );
      // A bag with a missing value is read, and is no training bag any more; no other is.
      expect(read).toEqual(["bag 7"]);
      expect(done).toMatchObject({ bags: 60, heldOut: 59 });
      const rowsThen = rows.map(
        ([bag, label, x, y]): Row => [bag, label, x, bag === "bag 7" && (x ?? 0) > 0.5 ? 0 : y],
      );
      const expected = new Map(own.predict(bagsOf(rowsThen), { heldOut: true }).map((each) => [each.bag, each]));
      const written = await engine().query("SELECT bag, score, predicted, held_out FROM reduced");
      expect(written.length).toBe(60);
      for (const [bag, score, predicted, held] of written) {
        const one = expected.get(String(bag));
        expect(Math.abs(Number(score) - (one?.score ?? Number.NaN))).toBeLessThan(
          1e-9 * Math.max(1, Math.abs(one?.score ?? 0)),
        );
        expect(predicted).toBe(one?.predicted);
        expect(Number(held)).toBe(one?.heldOut ? 1 : 0);
      }
      await engine().run("DROP TABLE reduced");
    },
  );

  it("reduces bags of more features than fit in a statement, and joins them by the bag", async () => {
    const names = Array.from({ length: 102 }, (_, k) => `f${k}`);
    const query = `SELECT bag, ${names.map((name, k) => `x + ${k} * y AS ${name}`).join(", ")} FROM bags`;
    const wide = BagSet.from(
      [...bags].map(({ id, label, size, instance }) => ({
        id,
        label,
        instances: Array.from({ length: size }, (_, j) =>
          Object.fromEntries(names.map((name, k) => [name, instance(j)[0] + k * instance(j)[1]])),
        ),
      })),
    );
    const own = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(wide);
    const found = await withTable(await source(), { query }, async (table) => {
      const needed = neededStatistics(table, own);
      if (needed === undefined) throw new Error("it needs statistics alone");
      const scores = new Map<string, number>();
      let parts = 0;
      for await (const part of statisticParts(table, needed, { values: 5000 })) {
        parts++;
        expect(part.gaps).toEqual([]);
        for (const { bag, score } of own.predict(part.bags)) scores.set(bag, score);
      }
      expect(parts).toBeGreaterThan(1);
      return scores;
    });
    expect(found.size).toBe(60);
    for (const { bag, score } of own.predict(wide))
      expect(Math.abs((found.get(bag) ?? Number.NaN) - score)).toBeLessThan(1e-9 * Math.max(1, Math.abs(score)));
  });

  it("computes the same scores itself, to 1e-9, with held-out ones for training bags", async () => {
    await engine().run("DROP TABLE IF EXISTS own");
    const query = "SELECT * FROM bags";
    const few = await readBags(engine().source, { query, trainBags: 40 });
    const own = await auto({ seed: 1 }).fit(few);
    const options = { query, recipe: own.card.recipe };
    const done = await scoreInDatabase(await source(), options, { model: own, into: "own" });
    expect(done).toMatchObject({ bags: 60, heldOut: 40 });
    const expected = new Map(own.predict(bags, { heldOut: true }).map((each) => [each.bag, each]));
    const written = await engine().query("SELECT bag, score, predicted, probability, held_out FROM own");
    for (const [bag, score, predicted, probability, held] of written) {
      const one = expected.get(String(bag));
      expect(Math.abs(Number(score) - (one?.score ?? 0))).toBeLessThan(1e-9 * Math.max(1, Math.abs(one?.score ?? 0)));
      expect(predicted).toBe(one?.predicted);
      expect(Number(probability)).toBeCloseTo(one?.probability ?? Number.NaN, 9);
      expect(Number(held)).toBe(one?.heldOut ? 1 : 0);
    }
    const gaps = "SELECT bag, label, x, CASE WHEN bag = 'bag 7' THEN NULL ELSE y END AS y FROM bags";
    const refused = scoreInDatabase(await source(), { ...options, query: gaps }, { model: own, into: "gaps" });
    await expect(refused).rejects.toMatchObject({ code: "missing-value", where: { bag: "bag 7" } });
    await expect(engine().query("SELECT * FROM gaps")).rejects.toThrow();
    await engine().run("DROP TABLE own");
  });

  it("says which labels of a file are of no bag, and writes nothing if none is of one", async () => {
    await engine().run("DROP TABLE IF EXISTS said");
    const query = "SELECT bag, x, y FROM bags";
    const score = async (text: string, inside: boolean) => {
      const { options } = await withLabels({ query, labels: { text }, recipe: linear.card.recipe });
      const predict = (part: BagSet) => linear.predict(part);
      return inside
        ? await scoreInDatabase(await source(), options, { model: linear, into: "said" })
        : await scoreInto(await source(), options, { into: "said", of: ["said"], model: linear, predict });
    };
    const trained = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(
      await readBags(engine().source, { query: "SELECT bag, label, x, y FROM bags" }),
    );
    const linear = new Model({ ...trained.parts(), heldOut: null });
    for (const inside of [false, true]) {
      await expect(score("bag,label\nBAG 2,1\n", inside)).rejects.toMatchObject({ code: "labels-unmatched" });
      await expect(engine().query("SELECT * FROM said")).rejects.toThrow();
      const { bags: written, notes } = await score("bag,label\nbag 2,1\nbag 3000,1\nbag 4000,0\n", inside);
      expect(written).toBe(60);
      expect(notes).toMatchObject([{ code: "labels-unknown", message: expect.stringMatching(/^2 ids .*bag 3000/) }]);
      await engine().run("DROP TABLE said");
    }
  });
}
