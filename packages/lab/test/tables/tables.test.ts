import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { summariseTrials, tableCsv, tableLatex, tableMarkdown } from "../../../bagwise/src/entries/lab.js";
import { escapeLatex } from "../../src/tables/latex.js";
import { recordOf, recordsOf, smallSummary } from "../make.js";

describe("tableMarkdown", () => {
  it("shows ours, the paper's and the constant guess", () => {
    expect(tableMarkdown(smallSummary())).toMatchInlineSnapshot(`
      "Classification accuracy: mean (standard deviation) over 8 trials. Bold: the best method, and those that a one-sided t-test at 5 % does not call worse. The constant guess always gives the more frequent answer.

      | data set | π | constant guess | PU-SKC | PU-SKC printed | LSDD | LSDD printed |
      |---|---:|---:|---:|---:|---:|---:|
      | Fox | 0.1 | 0.900 | **0.850 (0.053)** | **0.840** | **0.875 (0.046)** | 0.634 |
      | | 0.7 | 0.700 | 0.525 (0.046) | 0.430 | **0.750 (0.000)** | **0.559** |

      Over all cells: the mean accuracy, the number of cells below the constant guess, and the absolute differences from the accuracies that the paper prints.

      | method | protocol | mean accuracy | below the constant guess | compared | mean difference | largest | where |
      |---|---|---:|---:|---:|---:|---:|---|
      | PU-SKC | paper | 0.688 | 2 of 2 | 2 | 0.053 | 0.095 | Fox, π = 0.7 |
      | LSDD | paper | 0.813 | 1 of 2 | 2 | 0.216 | 0.241 | Fox, π = 0.1 |
      "
    `);
  });

  it("puts two protocols side by side while it stays narrow, and one below the other otherwise", () => {
    const both = (methods: string[]) =>
      tableMarkdown(
        summariseTrials(
          methods.flatMap((method) =>
            (["paper", "leak-free"] as const).flatMap((protocol) =>
              recordsOf([0.75, 0.5], { dataset: "tiger", protocol, method }),
            ),
          ),
        ),
      );
    expect(both(["pu-skc"])).toMatchInlineSnapshot(`
      "Classification accuracy: mean (standard deviation) over 2 trials. Bold: the best method, and those that a one-sided t-test at 5 % does not call worse, in cells of at least 5 trials (so none of ours is bold here). The constant guess always gives the more frequent answer.

      | data set | π | constant guess | PU-SKC, protocol paper | PU-SKC, protocol leak-free | PU-SKC printed |
      |---|---:|---:|---:|---:|---:|
      | Tiger | 0.3 | 0.700 | 0.625 (0.177) | 0.625 (0.177) | **0.729** |

      Over all cells: the mean accuracy, the number of cells below the constant guess, and the absolute differences from the accuracies that the paper prints.

      | method | protocol | mean accuracy | below the constant guess | compared | mean difference | largest | where |
      |---|---|---:|---:|---:|---:|---:|---|
      | PU-SKC | paper | 0.625 | 1 of 1 | 1 | 0.104 | 0.104 | Tiger, π = 0.3 |
      | PU-SKC | leak-free | 0.625 | 1 of 1 | 0 | | | |
      "
    `);
    const wide = both(["pu-skc", "lsdd", "dsdd"]);
    expect(wide.match(/^## .*$/gm)).toEqual(["## Protocol paper", "## Protocol leak-free"]);
  });

  it("has a row for each number of labelled bags in a sweep", () => {
    const records = [20, 40].flatMap((labeled) =>
      recordsOf([0.5, 0.75], { experiment: "labels", prior: 0.7, dataset: "fox", labeled }),
    );
    expect(tableMarkdown(summariseTrials(records))).toMatchInlineSnapshot(`
      "Classification accuracy: mean (standard deviation) over 2 trials. Bold: the best method, and those that a one-sided t-test at 5 % does not call worse, in cells of at least 5 trials (so none of ours is bold here). The constant guess always gives the more frequent answer.

      | data set | π | labelled bags | constant guess | PU-SKC | PU-SKC printed |
      |---|---:|---:|---:|---:|---:|
      | Fox | 0.7 | 20 | 0.700 | 0.625 (0.177) | 0.430 |
      | | 0.7 | 40 | 0.700 | 0.625 (0.177) | |

      Over all cells: the mean accuracy, the number of cells below the constant guess, and the absolute differences from the accuracies that the paper prints.

      | method | protocol | mean accuracy | below the constant guess | compared | mean difference | largest | where |
      |---|---|---:|---:|---:|---:|---:|---|
      | PU-SKC | paper | 0.625 | 2 of 2 | 1 | 0.195 | 0.195 | Fox, π = 0.7 |
      "
    `);
  });

  it("shows seconds where time is measured, and leaves blank what was not", () => {
    const records = [
      ...recordsOf([0.5, 0.5], { experiment: "time" }),
      ...recordsOf([0.5], { experiment: "time", method: "lsdd" }),
    ];
    const timings = [0.0012345, 0.0023456].map((train, k) => ({ id: records[k].id, draw: 9, train, score: 9 }));
    expect(tableMarkdown(summariseTrials(records, timings))).toMatchInlineSnapshot(`
      "Seconds of one training: mean (standard deviation) over 2 trials.

      | data set | π | PU-SKC | LSDD |
      |---|---:|---:|---:|
      | Elephant | 0.3 | 0.00179 (0.000786) | |
      "
    `);
  });

  it("says so when nothing is finished", () => {
    expect(tableMarkdown(summariseTrials([]))).toBe("No trial is finished.\n");
  });
});

describe("tableLatex", () => {
  it("has the layout of the paper's table", () => {
    expect(tableLatex(smallSummary())).toMatchInlineSnapshot(`
      "% Made by bagwise.
      \\begin{table}[!ht]
      \\caption{Classification accuracy: mean (standard deviation) over 8 trials. Bold: the best method, and those that a one-sided t-test at 5 \\% does not call worse. The constant guess always gives the more frequent answer.}
      \\centering
      \\footnotesize
      \\setlength{\\tabcolsep}{3pt}
      \\begin{tabular}{lcc|rrrr} \\hline
      dataset & $\\pi$ & \\shortstack{constant\\\\guess} & PU-SKC & \\shortstack{PU-SKC\\\\printed} & LSDD & \\shortstack{LSDD\\\\printed} \\\\ \\hline
      Fox & 0.1 & 0.900 & \\textbf{0.850 (0.053)} & \\textbf{0.840} & \\textbf{0.875 (0.046)} & 0.634 \\\\
          & 0.7 & 0.700 & 0.525 (0.046) & 0.430 & \\textbf{0.750 (0.000)} & \\textbf{0.559} \\\\ \\hline
      \\end{tabular}
      \\end{table}

      \\begin{table}[!ht]
      \\caption{Over all cells: the mean accuracy, the number of cells below the constant guess, and the absolute differences from the accuracies that the paper prints.}
      \\centering
      \\footnotesize
      \\setlength{\\tabcolsep}{3pt}
      \\begin{tabular}{llrrrrrl} \\hline
      method & protocol & \\shortstack{mean\\\\accuracy} & \\shortstack{below\\\\the\\\\constant\\\\guess} & compared & \\shortstack{mean\\\\difference} & largest & where \\\\ \\hline
      PU-SKC & paper & 0.688 & 2 of 2 & 2 & 0.053 & 0.095 & Fox, $\\pi$ = 0.7 \\\\
      LSDD & paper & 0.813 & 1 of 2 & 2 & 0.216 & 0.241 & Fox, $\\pi$ = 0.1 \\\\ \\hline
      \\end{tabular}
      \\end{table}
      "
    `);
  });

  it("closes what it opens and has the same number of fields in every row", () => {
    const text = tableLatex(
      summariseTrials(
        (["paper", "leak-free"] as const).flatMap((protocol) =>
          ["pu-skc", "lsdd", "dsdd", "pu-mil", "pu-mil:1-epoch"].flatMap((method) =>
            ["musk1", "fox"].flatMap((dataset) => recordsOf([0.5, 0.7], { protocol, method, dataset })),
          ),
        ),
      ),
    );
    const tables = text.split("\\begin{tabular}").slice(1);
    expect(tables.length).toBe(3);
    expect(text.match(/\\end\{tabular\}/g)?.length).toBe(3);
    expect(text.match(/\\begin\{table\}/g)?.length).toBe(text.match(/\\end\{table\}/g)?.length);
    for (const table of tables) {
      const columns = /^\{([lcr|]+)\}/.exec(table)?.[1].replaceAll("|", "").length;
      const rows = table.split("\n").filter((line) => line.includes("\\\\"));
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows) expect(row.split(/(?<!\\)&/).length, row).toBe(columns);
    }
    let depth = 0;
    for (const [brace] of text.matchAll(/(?<!\\)[{}]/g)) {
      depth += brace === "{" ? 1 : -1;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
    // Plain LaTeX without packages reads ASCII only for sure.
    expect([...text].every((character) => character.charCodeAt(0) < 128)).toBe(true);
  });

  it("escapes what LaTeX would take for a command", () => {
    expect(escapeLatex("5 % of a_b & {c} #1 $2 ~ ^ \\ π")).toBe(
      "5 \\% of a\\_b \\& \\{c\\} \\#1 \\$2 \\textasciitilde{} \\textasciicircum{} \\textbackslash{} $\\pi$",
    );
  });

  it("is a comment when nothing is finished", () => {
    expect(tableLatex(summariseTrials([]))).toBe("% No trial is finished.\n");
  });
});

describe("tableCsv", () => {
  const parse = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

  it("reads back to the last bit", () => {
    const summary = smallSummary();
    const rows = parse(tableCsv(summary));
    expect(rows.length).toBe(summary.cells.length);
    for (const [k, cell] of summary.cells.entries()) {
      const row = rows[k];
      expect(row).toMatchObject({ dataset: cell.dataset, protocol: cell.protocol, method: cell.method });
      const numbers: Record<string, number | undefined> = {
        prior: cell.prior,
        labeled: cell.labeled,
        trials: cell.trials,
        accuracy_mean: cell.accuracy.mean,
        accuracy_sd: cell.accuracy.sd,
        bold: Number(cell.bold),
        constant_guess: cell.constantGuess,
        printed_mean: cell.printed?.mean,
        printed_sd: cell.printed?.sd,
        printed_bold: Number(cell.printed?.bold),
        balanced_accuracy_mean: cell.balancedAccuracy.mean,
        balanced_accuracy_sd: cell.balancedAccuracy.sd,
        auc_mean: cell.auc.mean,
        auc_sd: cell.auc.sd,
        average_precision_mean: cell.averagePrecision.mean,
        average_precision_sd: cell.averagePrecision.sd,
        positive_rate_mean: cell.positiveRate.mean,
        positive_rate_sd: cell.positiveRate.sd,
        unsolved: cell.unsolved,
      };
      for (const [name, value] of Object.entries(numbers)) expect(Number(row[name]), name).toBe(value);
      if (cell.usedPrior === null) expect([row.used_prior_mean, row.used_prior_sd]).toEqual(["", ""]);
      else expect(Number(row.used_prior_mean)).toBe(cell.usedPrior.mean);
    }
  });

  it("has seconds for the experiment about time alone, so that others are the same in every run", () => {
    const timed = (experiment: "paper" | "time") => {
      const record = recordOf(0.5, { experiment });
      return tableCsv(summariseTrials([record], [{ id: record.id, draw: 1, train: 2.5, score: 3 }]));
    };
    expect(parse(timed("time"))[0]).toMatchObject({ seconds_mean: "2.5", seconds_sd: "0" });
    expect(timed("paper")).toBe(tableCsv(summariseTrials([recordOf(0.5)])));
  });

  it("is its head alone when nothing is finished, and ends with a newline", () => {
    const text = tableCsv(summariseTrials([]));
    expect(text.startsWith("dataset,protocol,prior,labeled,method,trials,accuracy_mean,accuracy_sd,bold,")).toBe(true);
    expect(text.split("\n").length).toBe(2);
    expect(text.endsWith("\n")).toBe(true);
  });
});
