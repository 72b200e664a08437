import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COLUMNS, DATA_SETS, printedCell } from "../../../bagwise/src/entries/lab.js";
import { dataFolder, missing } from "../../../bagwise/test/require-all.js";

const table = join(dataFolder() ?? "", "..", "paper", "accuracy-table.csv");

it.skipIf(missing("the paper's table", existsSync(table)))("printedCell is the paper's table, all of it", () => {
  const rows = readFileSync(table, "utf8").trim().split("\n").slice(1);
  expect(rows.length).toBe(140);
  for (const row of rows) {
    const [dataset, prior, column, mean, sd, bold] = row.split(",");
    const found = printedCell(dataset, Number(prior), COLUMNS.find((name) => name === column) ?? "lsdd");
    expect(found, row).toEqual({ mean: Number(mean), sd: Number(sd), bold: bold === "1" });
  }
});

it("printedCell has every data set and column, and nothing beyond the paper's priors", () => {
  for (const { name } of DATA_SETS) {
    for (const column of COLUMNS) {
      expect(printedCell(name, 0.1, column)).toBeDefined();
      for (const prior of [0, 0.05, 0.15, 0.8, 1, -0.1, Number.NaN])
        expect(printedCell(name, prior, column)).toBeUndefined();
    }
  }
  expect(printedCell("wolf", 0.1, "lsdd")).toBeUndefined();
  expect(printedCell("toString", 0.1, "lsdd")).toBeUndefined();
});

it("printedCell takes a prior that was added up", () => {
  expect(printedCell("fox", 0.1 + 0.2, "pu-skc")).toEqual({ mean: 0.689, sd: 0.054, bold: true });
});
