import { puSkc } from "@bagwise/core/learners";
import { Model } from "@bagwise/core/model";
import { beforeAll, expect, it } from "vitest";
import { readBags } from "../../bagwise/src/node/files/read-bags.js";
import { type ScoreIntoOptions, scoreInDatabase, scoreInto } from "../src/score-into.js";
import type { Shared } from "./under-test.js";

/** What every engine must do alike with what is there already: with tables of others, and with runs that were stopped. */
export function intoContract({ bags, engine, source }: Shared): void {
  let model: Model;
  beforeAll(async () => {
    const trained = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(
      await readBags(engine().source, { table: "bags" }),
    );
    model = new Model({ ...trained.parts(), heldOut: null });
  });
  /** All tables, without those of other tests. */
  const tables = async () =>
    (await engine().query("SELECT table_name FROM information_schema.tables"))
      .map(([name]) => String(name))
      .filter((name) => /^(kept|bagwise_)/.test(name))
      .sort();
  const write = async (into: string, from: object, more: Partial<ScoreIntoOptions> & { inside?: boolean } = {}) => {
    const { inside = false, ...options } = more;
    const given = { recipe: model.card.recipe, ...from };
    if (inside) return await scoreInDatabase(await source(), given, { model, into, force: true });
    const predict = (part: typeof bags) => model.predict(part);
    return await scoreInto(await source(), given, { into, of: [into], force: true, values: 80, predict, ...options });
  };

  it.each([false, true])("replaces no table and no view of yours (in the database: %s)", async (inside) => {
    await engine().run("CREATE TABLE kept_data AS SELECT * FROM bags");
    await engine().run("CREATE VIEW kept_view AS SELECT * FROM kept_data");
    await engine().run(
      "CREATE TABLE kept_alike AS SELECT bag, x AS score, 'positive' AS predicted, x AS probability, label AS held_out FROM bags",
    );
    const before = await tables();
    const rows = await engine().query("SELECT COUNT(*) FROM kept_data");
    const refused = { code: "engine-exists", name: "InputError" };
    const sources = [{ table: "bags" }, { table: "kept_view" }, { query: "SELECT * FROM kept_view WHERE x > -9" }];
    for (const from of sources)
      for (const into of ["kept_data", "kept_view", "kept_alike"]) {
        const predict = () => Promise.reject(new Error("nothing is to be scored"));
        await expect(write(into, from, { inside, predict })).rejects.toMatchObject(refused);
      }
    expect(await tables()).toEqual(before);
    expect(await engine().query("SELECT COUNT(*) FROM kept_data")).toEqual(rows);
    await engine().run("DROP VIEW kept_view");
    for (const table of ["kept_data", "kept_alike"]) await engine().run(`DROP TABLE ${table}`);
  });

  it.each([false, true])(
    "replaces its own table, unless the bags are made from it by whatever view (in the database: %s)",
    async (inside) => {
      for (let times = 0; times < 2; times++)
        expect(await write("kept_scores", { table: "bags" }, { inside })).toMatchObject({ bags: 60 });
      const joined = "SELECT b.bag, b.label, s.score AS x, b.y FROM bags b JOIN kept_scores s ON s.bag = b.bag";
      const predict = () => Promise.reject(new Error("nothing is to be scored"));
      await expect(write("kept_scores", { query: joined }, { inside, predict })).rejects.toMatchObject({
        code: "option",
      });
      await engine().run(`CREATE VIEW kept_a AS ${joined}`);
      await engine().run("CREATE VIEW kept_b AS SELECT * FROM kept_a WHERE x > -1000");
      await expect(write("kept_scores", { table: "kept_b" }, { inside, predict })).rejects.toThrow(
        expect.objectContaining({ name: "InputError" }),
      );
      expect(await tables()).toEqual(["kept_a", "kept_b", "kept_scores"]);
      for (const view of ["kept_b", "kept_a"]) await engine().run(`DROP VIEW ${view}`);
      await engine().run("DROP TABLE kept_scores");
    },
  );

  it.each([
    ["a bag is new", "SELECT * FROM bags UNION ALL SELECT 'new', 0, 1.5e0, 0.5e0", "61 bags instead of 60"],
    ["a bag is gone", "SELECT * FROM bags WHERE bag <> 'bag 7'", "59 bags instead of 60"],
    [
      "a value is another",
      "SELECT bag, label, CASE WHEN bag = 'bag 7' THEN x + 1 ELSE x END AS x, y FROM bags",
      "other ids or values in 1 of",
    ],
  ])("begins a stopped run again if %s, or goes on if you say so", async (_, changed, said) => {
    const part = (stopAfter: number, keepScores = false) => {
      let calls = 0;
      let scored = 0;
      const done = write(
        "kept_on",
        { table: "kept_changing" },
        {
          keepScores,
          predict: (some) => {
            if (++calls > stopAfter) throw new Error("stopped");
            scored += some.size;
            return model.predict(some);
          },
        },
      );
      return done.then(
        (result) => ({ ...result, scored }),
        (error: unknown) => error,
      );
    };
    const all = async () => new Set((await engine().query("SELECT bag FROM kept_on")).map(([bag]) => String(bag)));
    const make = async (query: string) => {
      await engine().run("DROP TABLE IF EXISTS kept_changing");
      await engine().run(`CREATE TABLE kept_changing AS ${query}`);
    };
    await make("SELECT * FROM bags");
    expect(String(await part(2))).toContain("stopped");
    await make(changed);
    const again = await part(1000);
    expect(again).toMatchObject({ notes: [{ code: "scoring-begun-again", message: expect.stringContaining(said) }] });
    const now = new Set((await engine().query("SELECT bag FROM kept_changing")).map(([bag]) => String(bag)));
    expect(again).toMatchObject({ bags: now.size, scored: now.size });
    expect(await all()).toEqual(now);
    expect(String(await part(2))).toContain("stopped");
    await make("SELECT * FROM bags");
    const kept = await part(1000, true);
    expect(kept).toMatchObject({
      notes: [{ code: "scoring-resumed", message: expect.stringContaining("--keep-scores") }],
    });
    expect((kept as { scored: number }).scored).toBeLessThan(60);
    await engine().run("DROP TABLE kept_on");
    await engine().run("DROP TABLE kept_changing");
    expect(await tables()).toEqual([]);
  });
}
