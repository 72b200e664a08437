// Fills the tables of docs/research/reproduction.md from finished experiments: `npm run
// reproduction -- FOLDER`. FOLDER holds the output folders of five experiments: `paper` (all four
// columns), `both` (the paper's protocol and the leak-free one), `true` (PU-SKC with the true
// prior), `pumil` and `pumil2` (the variants of puMIL that search). It replaces the text between
// <!-- NAME --> and <!-- end -->.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fill, folderOf, markdown, mean, TITLES } from "./tables.mjs";

const folder = folderOf("reproduction", "paper");

function cellsOf(name) {
  const [head, ...lines] = readFileSync(join(folder, name, "table.csv"), "utf8")
    .trim()
    .split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const fields = line.split(",");
    const cell = Object.fromEntries(names.map((key, k) => [key, fields[k]]));
    const number = (key) => (cell[key] === "" ? undefined : Number(cell[key]));
    return {
      dataset: cell.dataset,
      protocol: cell.protocol,
      prior: cell.prior,
      method: cell.method,
      trials: number("trials"),
      mean: number("accuracy_mean"),
      sd: number("accuracy_sd"),
      printed: number("printed_mean"),
      auc: number("auc_mean"),
      used: number("used_prior_mean"),
      guess: number("constant_guess"),
      unsolved: number("unsolved"),
    };
  });
}

const paper = cellsOf("paper");
const both = cellsOf("both");
const known = cellsOf("true");
const pumil = [...cellsOf("pumil"), ...cellsOf("pumil2")];

const of = (cells, method, protocol = "paper") =>
  cells.filter((cell) => cell.method === method && cell.protocol === protocol);
const at = (cells, { dataset, prior }) => cells.find((cell) => cell.dataset === dataset && cell.prior === prior);
const show = (value) => (value === undefined ? "" : value.toFixed(3));
const withSd = (cell) => (cell === undefined ? "" : `${show(cell.mean)} (${show(cell.sd)})`);

/** The rows of a table with the name of a data set only in its first row. */
function rowsOf(cells, fields) {
  return cells.map((cell, k) => [
    cells[k - 1]?.dataset === cell.dataset ? "" : TITLES[cell.dataset],
    cell.prior,
    ...fields.map((field) => field(cell)),
  ]);
}

function differencesOf(cells) {
  const all = cells.map((cell) => ({ cell, off: cell.mean - cell.printed }));
  const most = all.reduce((a, b) => (Math.abs(b.off) > Math.abs(a.off) ? b : a));
  return {
    mad: mean(all.map(({ off }) => Math.abs(off))),
    signed: mean(all.map(({ off }) => off)),
    most: Math.abs(most.off),
    where: `${TITLES[most.cell.dataset]}, π = ${most.cell.prior}`,
    below: cells.filter((cell) => cell.mean < cell.guess).length,
    within: (limit) => all.filter(({ off }) => Math.abs(off) <= limit).length,
  };
}

const summary = markdown(
  [
    "column of the paper",
    "ours",
    "cells",
    "mean absolute difference",
    "largest",
    "where",
    "cells below the constant guess",
  ],
  [
    ["PU-SKC", "`pu-skc`", of(paper, "pu-skc")],
    ["LSDD", "`lsdd`", of(paper, "lsdd")],
    ["DSDD", "`dsdd`", of(paper, "dsdd")],
    ["puMIL", "`pu-mil:program`", of(paper, "pu-mil:program")],
    ["puMIL", "`pu-mil:1-epoch`", of(pumil, "pu-mil:1-epoch")],
    ["puMIL", "`pu-mil`, the text", of(pumil, "pu-mil")],
  ].map(([column, ours, cells]) => {
    const { mad, most, where, below } = differencesOf(cells);
    return [column, ours, cells.length, show(mad), show(most), where, below];
  }),
);

const tables = {
  summary,
  "pu-skc": markdown(
    ["data set", "π", "constant guess", "ours", "printed", "true prior given", "leak-free"],
    rowsOf(of(paper, "pu-skc"), [
      ({ guess }) => show(guess),
      withSd,
      ({ printed }) => show(printed),
      (cell) => show(at(of(known, "pu-skc"), cell)?.mean),
      (cell) => show(at(of(both, "pu-skc", "leak-free"), cell)?.mean),
    ]),
  ),
  "density-differences": markdown(
    ["data set", "π", "LSDD ours", "LSDD printed", "DSDD ours", "DSDD printed"],
    rowsOf(of(paper, "lsdd"), [
      withSd,
      ({ printed }) => show(printed),
      (cell) => withSd(at(of(paper, "dsdd"), cell)),
      (cell) => show(at(of(paper, "dsdd"), cell)?.printed),
    ]),
  ),
  pumil: markdown(
    ["data set", "π", "the text", "the text, 1 epoch", "as programmed", "printed"],
    rowsOf(of(paper, "pu-mil:program"), [
      (cell) => withSd(at(of(pumil, "pu-mil"), cell)),
      (cell) => withSd(at(of(pumil, "pu-mil:1-epoch"), cell)),
      withSd,
      ({ printed }) => show(printed),
    ]),
  ),
  leak: markdown(
    ["method", "paper's protocol", "leak-free", "loss", "AUC, paper's protocol", "AUC, leak-free", "constant guess"],
    [
      ["PU-SKC", "pu-skc"],
      ["LSDD", "lsdd"],
      ["DSDD", "dsdd"],
      ["puMIL, the text", "pu-mil"],
    ].map(([title, method]) => {
      const [leaky, free] = [of(both, method), of(both, method, "leak-free")];
      const [a, b] = [leaky, free].map((cells) => mean(cells.map((cell) => cell.mean)));
      const [aucA, aucB] = [leaky, free].map((cells) => mean(cells.map((cell) => cell.auc)));
      return [title, show(a), show(b), show(a - b), show(aucA), show(aucB), show(mean(free.map(({ guess }) => guess)))];
    }),
  ),
  prior: markdown(
    ["data set", ...["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"].map((prior) => `π = ${prior}`)],
    Object.keys(TITLES).map((dataset) => [
      TITLES[dataset],
      ...of(paper, "pu-skc")
        .filter((cell) => cell.dataset === dataset)
        .map(({ used }) => used.toFixed(2)),
    ]),
  ),
};

fill("research/reproduction.md", tables);

// The numbers in the sentences of the page are not filled in: check them against these when you
// edit the text.
const pu = differencesOf(of(paper, "pu-skc"));
const facts = {
  "PU-SKC: mean absolute and largest difference": [show(pu.mad), show(pu.most), pu.where],
  "PU-SKC: cells below the constant guess, as printed formula and with the true prior": [
    pu.below,
    of(known, "pu-skc").filter((cell) => cell.mean < cell.guess).length,
  ],
  "PU-SKC: mean accuracy, printed formula, true prior, constant guess": [of(paper, "pu-skc"), of(known, "pu-skc")]
    .map((cells) => show(mean(cells.map((cell) => cell.mean))))
    .concat(show(mean(of(paper, "pu-skc").map(({ guess }) => guess)))),
  "trainings that were not solved": [paper, both, known, pumil].map((cells) =>
    cells.reduce((sum, cell) => sum + cell.unsolved, 0),
  ),
  "signed differences LSDD, DSDD, program, text": [
    of(paper, "lsdd"),
    of(paper, "dsdd"),
    of(paper, "pu-mil:program"),
    of(pumil, "pu-mil"),
  ].map((cells) => show(differencesOf(cells).signed)),
};
for (const [what, values] of Object.entries(facts)) console.log(`${what}: ${values.join(", ")}`);
