import { describe, expect, it } from "vitest";
import { missing } from "../../../bagwise/test/require-all.js";
import { DIALECTS } from "../../src/sql/dialects/dialects.js";
import { toSql } from "../../src/sql/to-sql.js";
import { goldenModel } from "../models.js";
import { duckdbEngine, postgresEngine, postgresPrograms } from "./engines.js";
import { sqlContract } from "./sql-contract.js";

const programs = postgresPrograms();

it("every dialect runs in a real engine: Trino in the tests on a cluster, the others here", () => {
  expect(DIALECTS.map(({ name }) => name)).toEqual(["duckdb", "postgres", "trino"]);
});

it("a part of a table's name in double quotes may have dots", () => {
  const text = toSql(goldenModel("learner-pu-skc"), { table: 'lab."my.table"' });
  expect(text).toContain('FROM "lab"."my.table" WHERE');
});

describe("a model as SQL for DuckDB", () => sqlContract("duckdb", duckdbEngine));

describe.skipIf(missing("a PostgreSQL server", programs))("a model as SQL for PostgreSQL", () =>
  sqlContract("postgres", () => postgresEngine(programs ?? "")),
);
