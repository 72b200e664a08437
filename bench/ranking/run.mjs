// How well `auto` ranks, against what people do with scikit-learn, in the same run and on the same draws:
// bagged trees, a random forest, a forest on instances and bagged SVMs. Mean AUC of test bags by data set,
// protocol and prior, and the gain of decisions over the better constant guess if the prior is known.
// npm run bench -- ranking [--draws 20] [--seed 3000] [--labels N] [--records FILE] [--data FOLDER]
// [--more FOLDER] [--only NAME,NAME] [--fill] [--json]. Every draw is kept in the file of records, and read
// from it in the next run. --fill writes the tables into docs/research/ranking.md.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { auto, bagging, puSkc } from "bagwise";
import { auc } from "bagwise/evaluation";
import { statisticsOf } from "bagwise/kernels";
import { fill } from "../fill.mjs";
import { dataFolder } from "../pu-skc/training-sets.mjs";
import { pythonWithScikit, SCIKIT_LEARN } from "../python.mjs";
import { cellsOf, drawOf } from "./draws.mjs";

/** Ours; `given` is the prior, which decides but does not rank. */
const OURS = {
  auto: (prior) => auto({ prior, bootstrap: 0 }),
  "auto, views alone": (prior) => auto({ prior, trees: "none", bootstrap: 0 }),
  bagging: (prior) => bagging({ prior, bootstrap: 0 }),
  "pu-skc": (prior) => puSkc({ prior, bootstrap: 0 }),
};
const PEERS = ["bagged trees", "random forest", "instance forest", "bagged SVM"];
/** `auto` is held against these, besides the peers. */
const BEFORE = "auto, views alone";

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What rankings are computed with, so that records of another build are not taken for this one's. */
function buildHash() {
  const folder = join(import.meta.dirname, "../../packages/bagwise/dist");
  const hash = createHash("sha256");
  for (const part of ["learners", "kernels", "model", "solver"])
    for (const name of readdirSync(join(folder, part), { recursive: true }).sort())
      if (name.endsWith(".js")) hash.update(readFileSync(join(folder, part, name)));
  return hash.digest("hex").slice(0, 8);
}

/** scikit-learn, one draw after the other; undefined without Python. */
function startPeer() {
  const python = pythonWithScikit();
  if (python === undefined) return undefined;
  const child = spawn(python, [join(import.meta.dirname, "peer.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const folder = mkdtempSync(join(tmpdir(), "bagwise-ranking-"));
  return {
    async scores(training, test, seed) {
      const positive = training.positive();
      const sorted = training.subset([
        ...training.ids().flatMap((_, i) => (training.labelOf(i) === "positive" ? [i] : [])),
        ...training.ids().flatMap((_, i) => (training.labelOf(i) === "positive" ? [] : [i])),
      ]);
      const write = (name, values) => writeFileSync(join(folder, name), new Uint8Array(values.buffer));
      write("x", statisticsOf("min-max-mean", sorted).data.slice());
      write("y", statisticsOf("min-max-mean", test).data.slice());
      write("a", Float32Array.from(sorted.toMatrix()));
      write("b", Float32Array.from(test.toMatrix()));
      const sizes = (bags) => Array.from({ length: bags.size }, (_, i) => bags.sizeOf(i));
      const asked = {
        folder,
        seed,
        positives: positive.size,
        dimension: training.dimension,
        sizes: sizes(sorted),
        testSizes: sizes(test),
      };
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("scikit-learn ended early");
      return JSON.parse(value);
    },
    stop() {
      child.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One draw: AUC of each ranking, and what decisions gain over the better constant guess. */
async function measured(cell, { labeled, seed, peer }) {
  const drawn = await drawOf(cell, { labeled, seed });
  if (drawn === undefined) return { none: true };
  const { training, test, truth } = drawn;
  const signs = Int8Array.from(test.labels(), (label) => (label === "positive" ? 1 : -1));
  const hidden = Array.from(truth).filter((_, i) => training.labelOf(i) !== "positive");
  const prior = Math.min(0.99, Math.max(0.01, mean(hidden.map((each) => (each === 1 ? 1 : 0)))));
  const positives = mean(Array.from(signs, (sign) => (sign === 1 ? 1 : 0)));
  const constant = Math.max(positives, 1 - positives);
  const [aucs, gains] = [{}, {}];
  for (const [name, create] of Object.entries(OURS)) {
    const scores = (await create(prior).fit(training)).scores(test);
    aucs[name] = auc(scores, signs);
    gains[name] = mean(Array.from(scores, (score, i) => (score >= 0 === (signs[i] === 1) ? 1 : 0))) - constant;
  }
  if (peer === undefined) return { aucs, gains };
  for (const [name, scores] of Object.entries(await peer.scores(training, test, seed)))
    aucs[name] = auc(Float64Array.from(scores), signs);
  return { aucs, gains };
}

/** Records by cell, and their means. */
function tableOf(records) {
  const cells = new Map();
  for (const record of records) {
    const key = [record.group, record.name, record.prior ?? ""].join("/");
    cells.set(key, [...(cells.get(key) ?? []), record]);
  }
  return [...cells.values()].map((own) => {
    const over = (part) =>
      Object.fromEntries(Object.keys(own[0][part]).map((name) => [name, mean(own.map((each) => each[part][name]))]));
    const { group, name, prior } = own[0];
    return { group, name, prior, draws: own.length, aucs: over("aucs"), gains: over("gains") };
  });
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

function markdown(cells) {
  const names = Object.keys(cells[0].aucs);
  const rivals = [BEFORE, ...PEERS].filter((name) => names.includes(name));
  const best = (aucs) => Math.max(...rivals.map((name) => aucs[name]));
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
    ...cells.map(({ name, group, prior, aucs }) =>
      line([
        name,
        group === "others" ? "original" : group,
        prior ?? "",
        ...names.map((each) => shown(aucs[each])),
        shown(aucs.auto - best(aucs)),
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

export async function run({ json = false, options = [] } = {}) {
  const after = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : undefined);
  const draws = Number(after("--draws") ?? 20);
  const first = Number(after("--seed") ?? 3000);
  const labeled = after("--labels") === undefined ? undefined : Number(after("--labels"));
  const file = resolve(after("--records") ?? join(tmpdir(), "bagwise-ranking.jsonl"));
  const cells = cellsOf({
    data: dataFolder(options),
    more: after("--more"),
    only: after("--only")?.split(","),
  });
  const known = new Map();
  for (const each of existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []) {
    const record = JSON.parse(each);
    known.set(record.id, record);
  }
  const build = buildHash();
  const peer = startPeer();
  const wanted = [];
  try {
    for (let k = 0; k < draws; k++)
      for (const cell of cells) {
        const { group, name, prior = null } = cell;
        const seed = first + k;
        const id = [build, group, name, prior, labeled ?? "usual", seed, peer && SCIKIT_LEARN].join("/");
        wanted.push(id);
        if (known.has(id)) continue;
        const record = { id, group, name, prior, seed, ...(await measured(cell, { labeled, seed, peer })) };
        known.set(id, record);
        appendFileSync(file, `${JSON.stringify(record)}\n`);
        if (process.stderr.isTTY) process.stderr.write(`\r${wanted.length} of ${draws * cells.length} draws`);
      }
  } finally {
    peer?.stop();
  }
  const records = wanted.map((id) => known.get(id)).filter(({ none }) => none !== true);
  const table = tableOf(records);
  if (json) console.log(JSON.stringify({ peer: peer && SCIKIT_LEARN, draws, seed: first, cells: table }, null, 2));
  else for (const part of Object.values(markdown(table))) console.log(`\n${part}`);
  if (options.includes("--fill")) fill("research/ranking.md", markdown(table));
}
