// Fills the tables of docs/research/beyond.md from finished comparisons: `npm run beyond --
// FOLDER`. FOLDER holds the output folders of the commands on that page: original, leak-free, paper
// and families. It replaces the text between <!-- NAME --> and <!-- end -->. It computes everything
// from results.jsonl, so it also checks the tables of `experiment compare`.

import { join } from "node:path";
import { fill, folderOf, linesOf, markdown, mean, signed, standardError, TITLES } from "./tables.mjs";

const { COLUMNS, printedCell } = await import(new URL("../packages/bagwise/dist/entries/lab.js", import.meta.url));

const folder = folderOf("beyond", "families");

const PROTOCOLS = ["paper", "leak-free", "original"];
const ARMS = ["auto@true", "auto@data", "auto@audit:30", "auto@labels:30", "pu-skc@true"];

/** The best accuracy that the paper prints for any of its methods; 0 where it prints none. */
function printedBest(dataset, prior) {
  return Math.max(0, ...COLUMNS.map((method) => printedCell(dataset, prior, method)?.mean ?? 0));
}

/** The trials of a folder: data set, prior, arm, draw and result. */
function trialsOf(name) {
  return linesOf(join(folder, name), "results.jsonl")
    .filter(({ spec }) => spec !== undefined)
    .map(({ spec, result }) => ({
      dataset: spec.dataset,
      prior: spec.prior,
      arm: `${spec.method}@${spec.knowledge}`,
      draw: `${spec.seed}-${spec.trial}`,
      ...result,
    }));
}

/** The cells of an arm, in the order of the trials. */
function cellsOf(trials, arm) {
  const cells = new Map();
  for (const trial of trials.filter((each) => each.arm === arm)) {
    const key = `${trial.dataset}|${trial.prior}`;
    if (!cells.has(key)) cells.set(key, []);
    cells.get(key).push(trial);
  }
  return [...cells.values()].map((own) => {
    const { dataset, prior } = own[0];
    const gains = own.map((trial) => trial.accuracy - trial.constantAccuracy);
    const accuracy = own.map((trial) => trial.accuracy);
    const target = Math.max(printedBest(dataset, prior), prior, 1 - prior);
    return {
      dataset,
      prior,
      trials: own,
      gain: mean(gains),
      gainError: standardError(gains),
      accuracy: mean(accuracy),
      margin: mean(accuracy) - target,
      accuracyError: standardError(accuracy),
      auc: mean(own.map((trial) => trial.auc)),
    };
  });
}

/** The AUC of an arm minus that of PU-SKC in each cell, paired by draw. */
function aucDifferences(trials, arm) {
  const others = new Map(
    trials
      .filter((trial) => trial.arm === "pu-skc@true")
      .map((trial) => [`${trial.dataset}|${trial.prior}|${trial.draw}`, trial.auc]),
  );
  return cellsOf(trials, arm).map(({ dataset, prior, trials: own }) => {
    const differences = own.map((trial) => trial.auc - others.get(`${dataset}|${prior}|${trial.draw}`));
    return { dataset, prior, difference: mean(differences), error: standardError(differences) };
  });
}

const priorFacts = (trials, arm) => {
  const own = trials.filter((trial) => trial.arm === arm);
  return {
    error: mean(own.map((trial) => Math.abs(trial.usedPrior - trial.prior))),
    coverage: mean(own.map((trial) => (trial.priorLow <= trial.prior && trial.prior <= trial.priorHigh ? 1 : 0))),
    width: mean(own.map((trial) => trial.priorHigh - trial.priorLow)),
  };
};
const least = (cells, key) => cells.reduce((a, b) => (b[key] < a[key] ? b : a));
const where = ({ dataset, prior }) => `${TITLES[dataset] ?? dataset.replace("family:", "")} ${prior}`;
const below = (cells) => cells.filter(({ gain, gainError }) => gain < -gainError).length;

const results = Object.fromEntries([...PROTOCOLS, "families"].map((name) => [name, trialsOf(name)]));
const known = Object.fromEntries(PROTOCOLS.map((name) => [name, cellsOf(results[name], "auto@true")]));
const gainOf = (name, arm) => mean(cellsOf(results[name], arm).map(({ gain }) => gain));

function targets() {
  const met = (yes) => (yes ? "yes" : "**no**");
  const rows = [];
  const paper = known.paper;
  const reached = paper.filter(({ margin, accuracyError }) => margin >= -accuracyError).length;
  const margin = mean(paper.map((cell) => cell.margin));
  rows.push([
    "1 paper, prior known: cells that reach the target, within one standard error",
    "35 of 35",
    `${reached} of ${paper.length}`,
    met(reached === paper.length),
  ]);
  rows.push(["1 mean margin to the target", "+0.05", signed(margin), met(margin >= 0.05)]);
  for (const [name, wanted] of [
    ["leak-free", 0.057],
    ["original", 0.04],
  ]) {
    const cells = known[name];
    const gain = mean(cells.map((cell) => cell.gain));
    const worst = least(cells, "gain");
    rows.push([`2 ${name}, prior known: mean gain`, signed(wanted), signed(gain), met(gain >= wanted)]);
    rows.push([`2 ${name}: cells below`, "at most 4", `${below(cells)}`, met(below(cells) <= 4)]);
    rows.push([`2 ${name}: worst cell`, "-0.030", `${signed(worst.gain)} (${where(worst)})`, met(worst.gain >= -0.03)]);
  }
  for (const name of ["leak-free", "original"]) {
    const all = aucDifferences(results[name], "auto@true");
    const difference = mean(all.map((cell) => cell.difference));
    const worse = all.filter((cell) => cell.difference < -cell.error);
    rows.push([`3 ${name}: AUC minus that of PU-SKC, mean`, "+0.03", signed(difference), met(difference >= 0.03)]);
    rows.push([
      `3 ${name}: cells more than a standard error below PU-SKC`,
      "0",
      `${worse.length}${worse.length > 0 ? ` (${worse.map(where).join(", ")})` : ""}`,
      met(worse.length === 0),
    ]);
  }
  const original = priorFacts(results.original, "auto@data");
  rows.push([
    "4 prior from data, original: mean absolute error",
    "0.14",
    original.error.toFixed(3),
    met(original.error <= 0.14),
  ]);
  for (const name of PROTOCOLS) {
    const { coverage } = priorFacts(results[name], "auto@data");
    rows.push([
      `4 coverage of 90 % intervals, ${name}`,
      "90 %",
      `${(100 * coverage).toFixed(1)} %`,
      met(coverage >= 0.9),
    ]);
  }
  rows.push([
    "4 mean width of the intervals, original",
    "below 0.70",
    original.width.toFixed(3),
    met(original.width < 0.7),
  ]);
  for (const name of PROTOCOLS) {
    const loss = gainOf(name, "auto@true") - gainOf(name, "auto@audit:30");
    const worst = least(cellsOf(results[name], "auto@audit:30"), "gain");
    rows.push([
      `5 audit of 30, ${name}: loss of accuracy against the known prior`,
      "at most 0.015",
      loss.toFixed(3),
      met(loss <= 0.015),
    ]);
    rows.push([
      `5 audit of 30, ${name}: worst cell`,
      "-0.040",
      `${signed(worst.gain)} (${where(worst)})`,
      met(worst.gain >= -0.04),
    ]);
  }
  for (const name of PROTOCOLS) {
    const more = gainOf(name, "auto@labels:30") - gainOf(name, "auto@audit:30");
    rows.push([
      `5 audited bags also used as labels, ${name}: gain in accuracy`,
      "above 0",
      signed(more),
      met(more > 0),
    ]);
  }
  return markdown(["target", "wanted", "result", "met"], rows);
}

function arms(names, title) {
  const rows = names.flatMap((name) =>
    ARMS.filter((arm) => results[name].some((trial) => trial.arm === arm)).map((arm) => {
      const cells = cellsOf(results[name], arm);
      const worst = least(cells, "gain");
      const { error: off, coverage, width } = priorFacts(results[name], arm);
      const asked = !arm.endsWith("@true");
      return [
        name,
        `\`${arm}\``,
        mean(cells.map((cell) => cell.accuracy)).toFixed(3),
        signed(mean(cells.map((cell) => cell.gain))),
        `${signed(worst.gain)} (${where(worst)})`,
        `${below(cells)} of ${cells.length}`,
        mean(cells.map((cell) => cell.auc)).toFixed(3),
        asked ? off.toFixed(3) : "",
        asked ? `${(100 * coverage).toFixed(0)} %` : "",
        asked ? width.toFixed(2) : "",
      ];
    }),
  );
  return markdown(
    [title, "method", "accuracy", "gain", "worst cell", "below", "AUC", "error of the prior", "coverage", "width"],
    rows,
  );
}

/** Rows of data sets, columns of priors. */
function grid(cells, show) {
  const priors = [...new Set(cells.map(({ prior }) => prior))].sort((a, b) => a - b);
  const rows = Object.keys(TITLES).map((dataset) => [
    TITLES[dataset],
    ...priors.map((prior) => show(cells.find((cell) => cell.dataset === dataset && cell.prior === prior))),
  ]);
  return markdown(["", ...priors.map(String)], rows);
}

function families() {
  const of = (arm) => cellsOf(results.families, arm);
  const reference = aucDifferences(results.families, "auto@true");
  const [truly, data, audit, labels, skc] = ARMS.map(of);
  const rows = truly.map((cell, k) => [
    cell.dataset.replace("family:", ""),
    String(cell.prior),
    signed(cell.gain),
    signed(data[k].gain),
    signed(audit[k].gain),
    signed(labels[k].gain),
    signed(skc[k].gain),
    cell.auc.toFixed(3),
    `${signed(reference[k].difference)}${reference[k].difference < -reference[k].error ? " *" : ""}`,
    mean(data[k].trials.map((trial) => trial.usedPrior)).toFixed(2),
    `${Math.round(100 * mean(data[k].trials.map((trial) => (trial.priorLow <= trial.prior && trial.prior <= trial.priorHigh ? 1 : 0))))} %`,
  ]);
  return `Gains over the constant guess. \`*\` marks an AUC that is more than one standard error below that of PU-SKC.\n\n${markdown(
    [
      "family",
      "prior",
      "true",
      "data",
      "audit:30",
      "labels:30",
      "PU-SKC, true",
      "AUC",
      "minus PU-SKC",
      "prior from data",
      "coverage",
    ],
    rows,
  )}`;
}

const parts = {
  targets: targets(),
  arms: arms(PROTOCOLS, "protocol"),
  gains: `${PROTOCOLS.map(
    (name) =>
      `${name}:\n\n${grid(known[name], (cell) => `${signed(cell.gain)}${cell.gain < -cell.gainError ? " *" : ""}`)}`,
  ).join("\n\n")}\n\n\`*\`: more than one standard error below the constant guess.`,
  margins: `${grid(known.paper, (cell) => `${signed(cell.margin)}${cell.margin < -cell.accuracyError ? " *" : ""}`)}\n\n\`*\`: more than one standard error below.`,
  auc: ["leak-free", "original"]
    .map(
      (name) =>
        `${name}:\n\n${grid(aucDifferences(results[name], "auto@true"), (cell) => `${signed(cell.difference)}${cell.difference < -cell.error ? " *" : ""}`)}`,
    )
    .join("\n\n"),
  prior: markdown(
    ["protocol", "mean absolute error", "always 0.33", "coverage of 90 % intervals", "mean width"],
    PROTOCOLS.map((name) => {
      const { error: off, coverage, width } = priorFacts(results[name], "auto@data");
      const constant = mean(known[name].map(({ prior }) => Math.abs(prior - 0.33)));
      return [name, off.toFixed(3), constant.toFixed(3), `${(100 * coverage).toFixed(1)} %`, width.toFixed(2)];
    }),
  ),
  audit: markdown(
    ["protocol", "gain: data alone", "30 audited", "30 audited, also as labels", "prior known"],
    PROTOCOLS.map((name) => [
      name,
      ...["auto@data", "auto@audit:30", "auto@labels:30", "auto@true"].map((arm) => signed(gainOf(name, arm))),
    ]),
  ),
  families: families(),
};

fill("research/beyond.md", parts);
