// What the records of draws show: means by cell, by group and in all, as tables of the docs.
import { mean } from "../../../scripts/tables.mjs";

/** The rankings of scikit-learn. */
export const PEERS = ["bagged trees", "random forest", "instance forest", "bagged SVM"];
/** `auto` of an earlier version, if there is one, and else the ranking of its views; besides the peers. */
export const BEFORE = "auto before";
const VIEWS = "auto, views alone";

/** Records by cell, and their means. */
export function tableOf(records) {
  const cells = new Map();
  for (const record of records) {
    const key = [record.group, record.name, record.prior ?? ""].join("/");
    cells.set(key, [...(cells.get(key) ?? []), record]);
  }
  return [...cells.values()].map((own) => {
    const over = (part) =>
      Object.fromEntries(Object.keys(own[0][part]).map((name) => [name, mean(own.map((each) => each[part][name]))]));
    const { group, name, prior } = own[0];
    return {
      group,
      name,
      prior,
      draws: own.length,
      aucs: over("aucs"),
      leads: Object.fromEntries(Object.keys(own[0].aucs).map((other) => [other, leadOver(other, own)])),
      gains: over("gains"),
      seconds: over("seconds"),
    };
  });
}

/** How far `auto` is ahead of another ranking on the same draws, with the standard error over draws. */
function leadOver(other, records) {
  const leads = records.map(({ aucs }) => aucs.auto - aucs[other]);
  const lead = mean(leads);
  const squares = leads.reduce((sum, each) => sum + (each - lead) ** 2, 0);
  return { lead, error: Math.sqrt(squares / (leads.length - 1) / leads.length) };
}

/** The mean over cells, by group and in all. */
function meansOf(cells) {
  const groups = [...new Set(cells.map(({ group }) => group)), "all"];
  return groups.map((group) => {
    const own = cells.filter((cell) => group === "all" || cell.group === group);
    const over = (part) =>
      Object.fromEntries(Object.keys(own[0][part]).map((name) => [name, mean(own.map((each) => each[part][name]))]));
    return { group, cells: own.length, aucs: over("aucs"), gains: over("gains") };
  });
}

const shown = (value) => (value === undefined ? "" : value.toFixed(3).replace(/^(-?)0\./, "$1."));
const line = (cells) => `| ${cells.join(" | ")} |`;

export function markdown(cells) {
  const names = Object.keys(cells[0].aucs);
  const rivals = [names.includes(BEFORE) ? BEFORE : VIEWS, ...PEERS].filter((name) => names.includes(name));
  const lead = ({ aucs, leads }) => {
    if (rivals.length === 0 || aucs.auto === undefined) return "";
    const { lead: ahead, error } = leads[rivals.reduce((best, name) => (aucs[name] > aucs[best] ? name : best))];
    return Number.isFinite(error) ? `${shown(ahead)} ± ${shown(error)}` : shown(ahead);
  };
  const means = [
    line(["mean AUC", "cells", ...names]),
    line(["---", "---:", ...names.map(() => "---:")]),
    ...meansOf(cells).map(({ group, cells: count, aucs }) =>
      line([group, count, ...names.map((name) => shown(aucs[name]))]),
    ),
  ];
  const each = [
    line(["data set", "protocol", "prior", ...names, "`auto` against the best other"]),
    line(["---", "---", "---:", ...names.map(() => "---:"), "---:"]),
    ...cells.map((cell) =>
      line([
        cell.name,
        cell.group === "others" ? "original" : cell.group,
        cell.prior ?? "",
        ...names.map((each) => shown(cell.aucs[each])),
        lead(cell),
      ]),
    ),
  ];
  const ours = Object.keys(cells[0].gains);
  const gains = [
    line(["gain over the constant guess, prior known", ...ours, "lowest cell of `auto`"]),
    line(["---", ...ours.map(() => "---:"), "---:"]),
    ...meansOf(cells).map(({ group, gains: own }) =>
      line([
        group,
        ...ours.map((name) => shown(own[name])),
        shown(Math.min(...cells.filter((cell) => group === "all" || cell.group === group).map((c) => c.gains.auto))),
      ]),
    ),
  ];
  return { means: means.join("\n"), cells: each.join("\n"), gains: gains.join("\n") };
}
