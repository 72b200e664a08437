// How often the bound of --labelled-bias contains the truth if the chances of a label differ by exactly its
// factor: npm run bench -- selection --factors [--fill] [--seeds 1] [--sets "plain; musk1"] [--data FOLDER]
// [--more FOLDER] [--records FILE]. Half of the positives of a set may be labelled, and the others stay
// among the unlabeled bags, so these are a fair sample: a candidate is labelled with a probability that
// differs by the factor between two halves (step), or grows evenly from the least to the most likely (even). Each draw of a set meets each way with one
// of the factors, and three draws with all.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { auto, evaluateHeldOut } from "bagwise";
import { random } from "bagwise/bags";
import { auc, evaluateIfBiased } from "bagwise/evaluation";
import { mean } from "../../../scripts/tables.mjs";
import { dataSets } from "./sets.mjs";
import { closeness } from "./trials.mjs";

const FACTORS = [2, 4, 8];
const WAYS = [
  { name: "easy ones", by: "ease", sign: 1, shape: "step" },
  { name: "easy ones", by: "ease", sign: 1, shape: "even" },
  { name: "hard ones", by: "ease", sign: -1, shape: "step" },
  { name: "hard ones", by: "ease", sign: -1, shape: "even" },
  { name: "one cluster", by: "cluster", sign: 1, shape: "step" },
];
const NAMES = [...new Set(WAYS.map(({ name }) => name))];
/** A set needs so many labels. */
const LEAST = 4;
const BOOTSTRAP = 200;
const MEASURES = ["prior", "recall", "auc"];

/** The positives that are labelled, and those that stay hidden; undefined if there are too few. */
function drawn({ bags, truth, ease }, { by, sign, shape, factor }, generator) {
  const positive = truth.flatMap((is, i) => (is ? [i] : []));
  const candidates = Array.from(generator.sample(positive.length, positive.length >> 1), (k) => positive[k]);
  if (candidates.length < 2 * LEAST) return undefined;
  const key = by === "cluster" ? closeness(bags, positive, generator) : new Map(positive.map((i) => [i, ease[i]]));
  const order = [...positive].sort((i, j) => sign * (key.get(i) - key.get(j)));
  const chance = new Map(
    order.map((i, rank) => {
      const place = (rank + 0.5) / order.length;
      return [i, factor ** ((shape === "even" ? place : Math.round(place)) - 1)];
    }),
  );
  for (let attempt = 0; attempt < 100; attempt++) {
    const chosen = candidates.filter((i) => generator.uniform() < chance.get(i));
    if (chosen.length >= LEAST) return { chosen, candidates: new Set(candidates) };
  }
  return undefined;
}

async function trial(set, pool, way, seed) {
  const found = drawn(pool, way, random(seed * 31 + way.factor));
  if (found === undefined) return [];
  const { chosen, candidates } = found;
  const rows = pool.truth.flatMap((_, i) => (candidates.has(i) ? [] : [i]));
  const bags = pool.bags
    .withLabels(pool.truth.map((_, i) => (chosen.includes(i) ? "positive" : "unlabeled")))
    .subset([...chosen, ...rows]);
  const model = await auto({ bootstrap: BOOTSTRAP }).fit(bags);
  const start = performance.now();
  const evaluation = evaluateHeldOut(model, { bootstrap: BOOTSTRAP });
  const bound = evaluateIfBiased(model, evaluation, { labelledBias: way.factor });
  const seconds = (performance.now() - start) / 1000;
  const { prior, measures } = evaluation;
  const ids = pool.bags.ids();
  const hidden = [...rows].sort((a, b) => (ids[a] < ids[b] ? -1 : 1)).map((i) => pool.truth[i]);
  const scores = model.heldOut.unlabeled;
  const above = hidden.filter((is, k) => is && scores[k] >= 0).length;
  const truths = {
    prior: mean(hidden.map(Number)),
    recall: above / hidden.filter(Boolean).length,
    auc: auc(
      scores,
      Int8Array.from(hidden, (is) => (is ? 1 : -1)),
    ),
  };
  const span = ({ low, high }) => ({ low, high });
  const plain = { prior, ...measures };
  const wide = { prior: bound.prior, ...bound.measures };
  const top = [...scores.keys()].sort((a, b) => scores[b] - scores[a]).slice(0, bound.stay);
  return [
    {
      set: set.name,
      way: way.name,
      factor: way.factor,
      seed,
      labels: chosen.length,
      seconds,
      measures: MEASURES.map((name) => ({
        name,
        truth: truths[name],
        plain: span(plain[name]),
        bound: span(wide[name]),
      })),
      called: bound.called,
      stay: bound.stay,
      right: top.filter((k) => hidden[k]).length,
    },
  ];
}

function summarise(records) {
  const covers = (each, truth) => (each.low <= truth && truth <= each.high ? 1 : 0);
  return FACTORS.flatMap((factor) =>
    NAMES.map((way) => {
      const own = records.filter((record) => record.factor === factor && record.way === way);
      const of = Object.fromEntries(
        MEASURES.map((name) => {
          const all = own.flatMap(({ measures }) => measures.filter((each) => each.name === name));
          return [
            name,
            {
              plain: mean(all.map(({ plain, truth }) => covers(plain, truth))),
              bound: mean(all.map(({ bound, truth }) => covers(bound, truth))),
              width: mean(all.map(({ bound }) => bound.high - bound.low)),
              plainWidth: mean(all.map(({ plain }) => plain.high - plain.low)),
            },
          ];
        }),
      );
      const sum = (what) => own.reduce((total, record) => total + record[what], 0);
      const stay = { share: sum("stay") / sum("called"), right: sum("right") / sum("stay") };
      return { factor, way, trials: own.length, ...of, stay, seconds: mean(own.map(({ seconds }) => seconds)) };
    }).filter(({ trials }) => trials > 0),
  );
}

/** The table of the page, and the same for the screen. */
export function boundsTable(rows) {
  const percent = (value) => `${Math.round(100 * value)} %`;
  const head = [
    "labels prefer",
    "factor",
    "trials",
    ...["prior", "recall", "AUC"].flatMap((name) => [`${name} covered`, "with the bound"]),
    "width for the prior",
    "with the bound",
  ];
  const lines = rows.map(({ way, factor, trials, prior, recall, auc: ranking }) => [
    way,
    String(factor),
    String(trials),
    ...[prior, recall, ranking].flatMap((each) => [percent(each.plain), percent(each.bound)]),
    prior.plainWidth.toFixed(2),
    prior.width.toFixed(2),
  ]);
  return [head, head.map((_, k) => (k === 0 ? "---" : "---:")), ...lines]
    .map((line) => `| ${line.join(" | ")} |`)
    .join("\n");
}

/** Runs the trials, and prints what they found. */
export async function runFactors({ json, seeds, options, file }) {
  const records = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  if (records.length === 0) {
    const sets = dataSets(options).filter(({ kind }) => kind === "synthetic" || kind === "real");
    for (const [s, set] of sets.entries())
      for (let seed = 0; seed < seeds; seed++) {
        const pool = await set.make(seed);
        for (const [k, way] of WAYS.entries()) {
          const factor = FACTORS[(s + k + seed) % FACTORS.length];
          records.push(...(await trial(set, pool, { ...way, factor }, seed * 7 + k)));
        }
        if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${set.name}, ${seed + 1} of ${seeds} ...`);
      }
    if (file !== undefined) writeFileSync(file, JSON.stringify(records));
  }
  const rows = summarise(records);
  if (json) console.log(JSON.stringify(rows, null, 2));
  else {
    console.log(boundsTable(rows));
    for (const { way, factor, stay, seconds } of rows)
      console.log(
        `${way}, ${factor}: ${stay.share.toFixed(2)} stay, of which ${stay.right.toFixed(2)} are positive; ${seconds.toFixed(1)} s`,
      );
  }
  return rows;
}
