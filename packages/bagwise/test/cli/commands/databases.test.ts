import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere, printed, refusal } from "../run-cli.js";

/** The folder with the same bags as CSV, as Parquet in two files, and in a database. */
let cwd: string;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "bagwise-databases-"));
  await printed(["synth", "bags.csv", "--bags", "80", "--seed", "1"], { cwd });
  const instance = await DuckDBInstance.create(join(cwd, "bags.db"));
  const connection = await instance.connect();
  const csv = `read_csv('${join(cwd, "bags.csv")}')`;
  await connection.run(`CREATE TABLE bags AS SELECT * FROM ${csv}`);
  await connection.run("CREATE TABLE other AS SELECT 1 AS a");
  for (const [name, condition] of [
    ["a", "bag < 'bag-40'"],
    ["b", "bag >= 'bag-40'"],
  ])
    await connection.run(`COPY (SELECT * FROM bags WHERE ${condition}) TO '${join(cwd, `part-${name}.parquet`)}'`);
  connection.closeSync();
  instance.closeSync();
  await printed(["train", "duckdb:bags.db", "--table", "bags", "--out", "m.model", "--prior", "0.3", "-q"], { cwd });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const SOURCES: readonly (readonly [string, readonly string[]])[] = [
  ["a table of a database", ["duckdb:bags.db", "--table", "bags"]],
  ["a query", ["duckdb:bags.db", "--query", "SELECT * FROM bags"]],
  ["a glob of Parquet files", ["part-*.parquet"]],
  ["a file through DuckDB", ["duckdb:bags.csv"]],
];

/** The lines of a table, whatever their order. */
function sorted(text: string): string[] {
  return text.split("\n").sort();
}

/** A method that learns soon: how well is not the point. */
const QUICK = ["--method", "pu-skc", "--prior", "0.3", "--degree", "1", "--lambda", "0.1", "--bootstrap", "0"];

describe("a database as a source", () => {
  it.each(SOURCES)("gives predict the scores of the file: %s", async (_, source) => {
    const file = await printed(["predict", "m.model", "bags.csv"], { cwd });
    expect(sorted(await printed(["predict", "m.model", ...source], { cwd }))).toEqual(sorted(file));
  });

  it.each(SOURCES)("gives rank the list of the file: %s", async (_, source) => {
    const bags = (text: string) =>
      JSON.parse(text).bags.map(({ bag, score }: { bag: string; score: number }) => [bag, score]);
    const flags = ["--top", "5", "--json"];
    const file = await printed(["rank", "m.model", "bags.csv", ...flags], { cwd });
    const found = await printed(["rank", "m.model", ...source, ...flags], { cwd });
    expect(bags(found)).toEqual(bags(file));
    expect(JSON.parse(found).ranked).toBe(JSON.parse(file).ranked);
  });

  it("ranks all bags part by part, with the list of the file", async () => {
    const rows = (text: string) => text.split("\n").map((line) => line.split(",").slice(0, 6).join(","));
    const file = await printed(["rank", "m.model", "bags.csv", "--out", "-"], { cwd });
    const found = await printed(["rank", "m.model", "duckdb:bags.db", "--table", "bags", "--out", "-"], { cwd });
    expect(rows(found)).toEqual(rows(file));
    const source = ["duckdb:bags.db", "--table", "bags"];
    const said = await printed(["rank", "m.model", ...source, "--out", "all.csv", "--force"], { cwd });
    expect(said).toMatch(/were in the\s+training data/);
  });

  it("takes labels from a file, in every command that learns from them", async () => {
    const source = ["duckdb:bags.db", "--query", "SELECT * EXCLUDE (label) FROM bags", "--labels", "known.csv"];
    const ids = (await printed(["predict", "m.model", "bags.csv"], { cwd })).split("\n").slice(1, 81);
    const known = ids.filter((_, k) => k % 6 === 0).map((line) => line.split(",")[0]);
    writeFileSync(join(cwd, "known.csv"), `bag,label\n${known.map((id) => `${id},1\n`).join("")}`);
    const inspected = JSON.parse(await printed(["inspect", ...source, "--train-bags", "40", "--json"], { cwd }));
    expect(inspected.whole.positive).toBe(known.length);
    expect(inspected.bags).toBe(40);
    const trained = await printed(["train", ...source, "--train-bags", "40", "--out", "l.model"], { cwd });
    expect(trained).toContain(`all ${known.length} positive bags`);
    const ranked = JSON.parse(await printed(["rank", "l.model", ...source, "--json"], { cwd }));
    expect(ranked.ranked).toBe(80 - known.length);
    const all = await printed(["rank", "l.model", ...source, "--out", "-"], { cwd });
    expect(all.trim().split("\n").length - 1).toBe(80 - known.length);
    for (const command of [["evaluate"], ["report", "--out", "l.html"]]) {
      const [name, ...own] = command;
      const { status, stderr } = await cliHere([name, "l.model", ...source, ...own], { cwd });
      expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: "" });
    }
    const into = await printed(["predict", "l.model", ...source, "--into", "scores_with_labels", "--in-database"], {
      cwd,
    });
    expect(into).toMatch(/40 of 80 bags were in the\s+training data/);
    writeFileSync(join(cwd, "more.csv"), `bag,label\n${known[0]},1\nbag-999,1\n`);
    const more = ["predict", "l.model", ...source.slice(0, -1), "more.csv", "--into", "scores_of_more"];
    expect(await printed(more, { cwd })).toMatch(/1 id of more\.csv is no bag\s+here/);
    writeFileSync(join(cwd, "others.csv"), "bag,label\nBAG-001,1\n");
    const others = [...source.slice(0, -1), "others.csv"];
    for (const command of [
      ["predict", "l.model", ...others, "--into", "scores_of_none"],
      ["train", ...others, "--train-bags", "40", "--out", "none.model"],
    ])
      expect(await refusal(command, { cwd })).toContain("no label is of one of the bags");
  });

  it("takes rows in long form, also of a file through DuckDB", async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const csv = `read_csv('${join(cwd, "bags.csv")}')`;
    await connection.run(`COPY (SELECT bag, label, nr, variable, amount FROM (
      UNPIVOT (SELECT *, row_number() OVER () AS nr FROM ${csv}) ON COLUMNS('^f') INTO NAME variable VALUE amount
    )) TO '${join(cwd, "long.csv")}'`);
    connection.closeSync();
    instance.closeSync();
    const long = [
      "duckdb:long.csv",
      "--instance-column",
      "nr",
      "--feature-column",
      "variable",
      "--value-column",
      "amount",
    ];
    const file = await printed(["predict", "m.model", "bags.csv"], { cwd });
    expect(sorted(await printed(["predict", "m.model", ...long], { cwd }))).toEqual(sorted(file));
    expect(await refusal(["predict", "m.model", "bags.csv", "--long"], { cwd })).toContain("duckdb:bags.csv");
  });

  it("has nothing to rank where every bag is positive, in the words of a file", async () => {
    const query = ["--query", "SELECT * REPLACE (1 AS label) FROM bags"];
    const said = await refusal(["rank", "m.model", "duckdb:bags.db", ...query], { cwd });
    expect(said).toContain("every bag is labelled positive already");
  });

  it("is inspected with what the engine counts in all of it, beside the sample", async () => {
    const text = await printed(["inspect", "duckdb:bags.db", "--table", "bags", "--train-bags", "20"], { cwd });
    expect(text).toContain("All of the table, counted by DuckDB");
    expect(text).toContain("80 bags");
    expect(text).toMatch(/chosen by a\s+hash of their ids/);
    expect(text).toContain("--table bags");
    const { whole, bags } = JSON.parse(
      await printed(["inspect", "duckdb:bags.db", "--table", "bags", "--train-bags", "20", "--json"], { cwd }),
    );
    expect(whole.bags).toBe(80);
    expect(bags).toBe(20);
  });

  it("says what a sample costs, and nothing of it without one", async () => {
    const train = ["train", "duckdb:bags.db", "--table", "bags", "--out", "s.model", "--force", ...QUICK];
    const { sampleEffect, notes } = JSON.parse(await printed([...train, "--train-bags", "50", "--json"], { cwd }));
    expect(sampleEffect.halfAuc).toBeGreaterThan(0);
    const [said] = notes.filter(({ code }: { code: string }) => code === "sample-effect");
    expect(said.message).toContain(sampleEffect.auc.toFixed(3));
    expect(said.message).toContain(`${sampleEffect.halfAuc.toFixed(3)} with half as many bags`);
    expect(JSON.parse(await printed([...train, "--json"], { cwd })).sampleEffect).toBeNull();
  });

  it.each([["evaluate"], ["report"], ["explain"], ["audit"]])("is read by %s", async (command) => {
    const source = ["duckdb:bags.db", "--table", "bags"];
    const own = { report: ["--out", "r.html"], audit: ["--out", "audit.csv", "-n", "5"] }[command] ?? [];
    const { status, stderr } = await cliHere([command, "m.model", ...source, ...own], { cwd });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("takes the scores into a table, and never replaces one unless you say so", async () => {
    const into = ["predict", "m.model", "duckdb:bags.db", "--table", "bags", "--into", "scores"];
    expect(await printed(into, { cwd })).toContain("80 bags scored");
    expect(await refusal(into, { cwd })).toContain("the table scores exists already");
    expect(await printed([...into, "--force"], { cwd })).toContain("80 bags scored");
    expect(await printed([...into, "--force", "--in-database"], { cwd })).toContain("80 bags scored");
  });

  it.each([
    ["names the tables if you name none", ["predict", "m.model", "duckdb:bags.db"], /it has "bags", "other"/],
    ["a file has no tables", ["predict", "m.model", "bags.csv", "--table", "bags"], /duckdb:bags.csv/],
    ["a file takes no scores", ["predict", "m.model", "bags.csv", "--into", "x"], /--out/],
    ["files take no scores", ["predict", "m.model", "part-*.parquet", "--into", "x"], /these are files/],
    ["all bags are scored", ["predict", "m.model", "part-*.parquet", "--train-bags", "5"], /all bags are scored/],
    ["there is no such database", ["inspect", "duckdb:nothing.db"], /no such file/],
    ["there are no such files", ["inspect", "nothing-*.parquet"], /cannot read these files/],
    ["it is no database", ["inspect", "duckdb:m.model"], /DuckDB cannot open it/],
    ["both table and query", ["inspect", "duckdb:bags.db", "--table", "a", "--query", "b"], /Leave one out/],
    ["--in-database needs --into", ["predict", "m.model", "duckdb:bags.db", "--in-database"], /--into/],
  ])("says in one sentence: %s", async (_, args, said) => {
    const text = await refusal(args, { cwd });
    expect(text).toMatch(said);
    expect(text.trim().split("\n")).toHaveLength(1);
  });

  it("does not print the password of an address", async () => {
    const text = await refusal(["inspect", "postgres://me:s3cret@127.0.0.1:1/db", "--table", "x"], { cwd });
    expect(text).toContain("postgres://me@127.0.0.1:1/db");
    expect(text).not.toContain("s3cret");
  });
});
