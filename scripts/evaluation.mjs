// Compares what is said without negatives with the truth of hidden labels, and fills the tables of
// docs/research/evaluation.md: `npm run evaluation -- FOLDER [--trials 10] [--seed 2026] [--workers 2]
// [--dry]`. Trials are kept in FOLDER/results-*.jsonl, so that a run that was ended goes on where
// it was. What stands between <!-- NAME --> and <!-- end --> in the page is replaced, unless --dry
// is given.
import { fork } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { root } from "./setup.mjs";
import { fill, markdown, mean, percent, TITLES as SETS, signed } from "./tables.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trials: { type: "string", default: "10" },
    seed: { type: "string", default: "2026" },
    workers: { type: "string", default: "2" },
    part: { type: "string" },
    dry: { type: "boolean", default: false },
    /** A copy of the build, for a run that takes longer than the build lasts. */
    dist: { type: "string", default: join(root, "packages") },
  },
});
const folder = positionals[0];
if (folder === undefined) {
  console.error("Usage: npm run evaluation -- FOLDER [--trials 10] [--seed 2026] [--workers 2] [--dry]");
  process.exit(2);
}
const [trials, seed, workers] = [Number(flags.trials), Number(flags.seed), Number(flags.workers)];

const PRIORS = [0.1, 0.3, 0.5, 0.7];
const TOPS = [10, 20, 50];
const SIZES = { labeled: 20, unlabeled: 180, test: 200 };
const LEVEL = 0.9;
const AUDITED = 30;
const MEASURES = ["auc", "precision", "recall", "accuracy", "leeLiu"];
const ARMS = {
  "auto@true": "`auto`, prior known",
  "auto@audit": `\`auto\`, ${AUDITED} bags audited`,
  "auto@data": "`auto`, prior from data",
  "pu-skc@true": "`pu-skc`, prior known",
  "pu-skc@data": "`pu-skc`, prior from data",
  "pu-skc@copies": "`pu-skc`, prior known, copies apart",
};

/** The draws of the run, in an order in which every part has some of each data set. */
const draws = Object.keys(SETS).flatMap((dataset) =>
  PRIORS.flatMap((prior) => Array.from({ length: trials }, (_, trial) => ({ dataset, prior, trial, seed }))),
);
const idOf = ({ dataset, prior, trial, seed: from }) => `${from}/${dataset}/${prior}/${trial}`;

function finished() {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^results-\d+\.jsonl$/.test(name)) : [];
  const lines = files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const found = new Map();
  for (const line of lines) {
    try {
      const record = JSON.parse(line);
      found.set(record.id, record);
    } catch {
      // The last line of a run that was ended may be cut off, and there is an empty one.
    }
  }
  return found;
}

async function work(part) {
  const load = (path) => import(pathToFileURL(join(flags.dist, path)).href);
  const parts = [
    "bagwise/dist/node/index.js",
    "bagwise/dist/entries/evaluation.js",
    "bagwise/dist/entries/bags.js",
    "bagwise/dist/experiment/index.js",
    "core/dist/learners/shared/training-bags.js",
    "bagwise/dist/entries/lab.js",
    "core/dist/scores/pu-measures.js",
  ];
  const modules = await Promise.all(parts.map(load));
  const [experiment, { sharesOf }] = modules.slice(-2);
  const bagwise = Object.assign({}, ...modules.slice(0, -2));
  const tools = { random: bagwise.random, sharesOf };
  const done = finished();
  const mine = draws.filter((draw, k) => k % workers === part && !done.has(idOf(draw)));
  const sets = new Map();
  for (const draw of mine) {
    if (!sets.has(draw.dataset))
      sets.set(
        draw.dataset,
        await bagwise.readBags(bagwise.findDataSet(draw.dataset, bagwise.dataFolders()).file, { label: "label" }),
      );
    const arms = await judged(bagwise, experiment, tools, sets.get(draw.dataset), draw);
    appendFileSync(join(folder, `results-${part}.jsonl`), `${JSON.stringify({ id: idOf(draw), ...draw, arms })}\n`);
    process.send?.("done");
  }
}

/** All arms on one draw. */
async function judged(bagwise, experiment, tools, bags, draw) {
  const spec = { ...SIZES, ...draw, noise: "reference", protocol: "leak-free" };
  const { training, test, truth } = experiment.drawBags(bags, spec);
  const grouped = bagwise.groupCopies(training).bags;
  const hidden = new Map(training.ids().map((id, i) => [id, truth[i]]));
  const unlabeled = training.ids().filter((_, i) => training.labelOf(i) === "unlabeled");
  const order = bagwise.random(draw.trial + 1).permutation(unlabeled.length);
  const reviewed = Array.from(order.subarray(0, AUDITED), (k) => unlabeled[k]);
  const found = reviewed.filter((id) => hidden.get(id) > 0).length;
  const own = { seed: draw.trial, bootstrap: 0 };
  const learners = {
    "auto@true": [bagwise.auto({ ...own, prior: draw.prior }), training],
    "auto@audit": [bagwise.auto({ ...own, audited: `${found}/${AUDITED}` }), training],
    "auto@data": [bagwise.auto(own), training],
    "pu-skc@true": [bagwise.puSkc({ ...own, prior: draw.prior }), grouped],
    // Its interval of the prior needs a bootstrap of its own.
    "pu-skc@data": [bagwise.puSkc({ seed: draw.trial, bootstrap: 50 }), grouped],
    "pu-skc@copies": [bagwise.puSkc({ ...own, prior: draw.prior }), training],
  };
  const arms = {};
  for (const [name, [learner, from]] of Object.entries(learners)) {
    const model = await learner.fit(from);
    // Held-out scores stand in the order of the training bags of a learner.
    const ids = bagwise.trainingBags(from, { negatives: "use" }).bags.unlabeled().ids();
    arms[name] = compared(
      bagwise,
      tools,
      model,
      ids.map((id) => hidden.get(id)),
      test,
      draw,
    );
  }
  return arms;
}

function compared(bagwise, tools, model, labels, test, draw) {
  const held = model.heldOut;
  const prior = bagwise.priorOf(model.card.prior);
  const scores = Array.from(held.unlabeled);
  const found = bagwise.evaluateHeldOut(held, { prior, level: LEVEL, bootstrap: 500, seed: draw.trial, top: TOPS });
  const same = truthOf(bagwise, scores, labels);
  const fresh = truthOf(
    bagwise,
    Array.from(model.scores(test)),
    test.labels().map((label) => (label === "positive" ? 1 : -1)),
  );
  const plain = plainIntervals(tools, held, prior, draw.trial);
  const order = bagwise.byScore(scores);
  const at = (k) => Array.from(held.positive).filter((score) => score >= scores[order[k - 1]]).length;
  return {
    prior: { value: prior.value, low: prior.low, high: prior.high },
    measures: Object.fromEntries(
      MEASURES.map((name) => {
        const { value, low, high } = found.measures[name];
        return [name, { value, low, high, truth: same[name], fresh: fresh[name], plain: plain[name] }];
      }),
    ),
    top: found.top.map(({ k, value, low, high }) => ({
      k,
      value,
      low,
      high,
      truth: order.slice(0, k).filter((i) => labels[i] > 0).length,
      // The plain estimate: share x unlabeled bags x recall at the k-th score.
      plain: Math.min(k, (prior.value * scores.length * at(k)) / held.positive.length),
    })),
  };
}

/** What the measures are by the labels. */
function truthOf(bagwise, scores, labels) {
  const { auc, precision, recall, accuracy } = bagwise.evaluate(scores, labels);
  const rate = scores.filter((score) => score >= 0).length / scores.length;
  return { auc, precision, recall, accuracy, leeLiu: recall ** 2 / rate };
}

/**
 * The formulas on each of 300 plain bootstrap samples of bags, and the priors of a belief: what the
 * page compares the intervals with.
 */
function plainIntervals({ random, sharesOf }, held, prior, from) {
  const generator = random(from);
  const shares = sharesOf(held, 0);
  const [n, m] = [held.positive.length, held.unlabeled.length];
  const limit = (value) => Math.min(1, Math.max(0, value));
  const samples = Array.from({ length: 300 }, () => {
    const bags = new Float64Array(n + m);
    for (let i = 0; i < n; i++) bags[generator.below(n)]++;
    for (let i = 0; i < m; i++) bags[n + generator.below(m)]++;
    const { recall: r, rate: q, auc } = shares({ bags, positive: [0, 0], other: [0, 0] });
    const pi = drawn(prior, generator.uniform());
    return {
      recall: r,
      precision: q === 0 ? Number.NaN : limit((pi * r) / q),
      accuracy: limit(1 - (2 * pi * (1 - r) + q - pi)),
      auc: limit((auc - pi / 2) / (1 - pi)),
      leeLiu: q === 0 ? Number.NaN : r ** 2 / q,
    };
  });
  return Object.fromEntries(
    MEASURES.map((name) => {
      const values = samples.map((sample) => sample[name]).filter(Number.isFinite);
      values.sort((a, b) => a - b);
      const end = (share) => values[Math.round(share * (values.length - 1))] ?? Number.NaN;
      return [name, { low: end((1 - LEVEL) / 2), high: end((1 + LEVEL) / 2) }];
    }),
  );
}

function drawn({ value, belief }, chance) {
  let below = 0;
  for (const [k, point] of (belief?.points ?? []).entries()) {
    below += belief.weights[k];
    if (below >= chance) return point;
  }
  return value;
}

const TITLES = { auc: "AUC", precision: "precision", recall: "recall", accuracy: "accuracy", leeLiu: "Lee-Liu" };
const titleOf = (name) => TITLES[name] ?? `positives in top ${name}`;

/** All comparisons: arm, data set, prior, what is estimated, the estimate and the truths. */
function comparisons(records) {
  return records.flatMap(({ dataset, prior, arms }) =>
    Object.entries(arms).flatMap(([arm, { measures, top }]) => [
      ...MEASURES.map((name) => ({ arm, dataset, prior, name, ...measures[name] })),
      ...top.map((each) => ({ arm, dataset, prior, name: String(each.k), ...each })),
    ]),
  );
}

/** Where estimate and truth are both known: a number is null in JSON where it was none. */
function facts(all, against = "truth", interval = (each) => each) {
  const known = all.filter((each) => each.value !== null && each[against] !== null && interval(each).low !== null);
  const within = ({ low, high }, truth) => truth >= low - 1e-9 && truth <= high + 1e-9;
  return {
    trials: known.length,
    bias: mean(known.map((each) => each.value - each[against])),
    error: mean(known.map((each) => Math.abs(each.value - each[against]))),
    coverage: mean(known.map((each) => (within(interval(each), each[against]) ? 1 : 0))),
    width: mean(known.map((each) => interval(each).high - interval(each).low)),
  };
}

function tables(records) {
  const all = comparisons(records);
  const names = [...MEASURES, ...TOPS.map(String)];
  const digitsOf = (name) => (TITLES[name] === undefined ? 1 : name === "leeLiu" ? 2 : 3);
  const of = (arm, name) => all.filter((each) => each.arm === arm && each.name === name);
  const rows = (arms) =>
    arms.flatMap((arm) =>
      names.map((name) => {
        const { trials: n, bias, error, coverage, width } = facts(of(arm, name));
        const digits = digitsOf(name);
        const fresh = TITLES[name] === undefined ? undefined : facts(of(arm, name), "fresh");
        return [
          ARMS[arm],
          titleOf(name),
          String(n),
          signed(bias, digits),
          error.toFixed(digits),
          percent(coverage),
          width.toFixed(Math.min(digits, 2)),
          fresh === undefined ? "" : signed(fresh.bias, digits),
          fresh === undefined ? "" : percent(fresh.coverage),
        ];
      }),
    );
  const head = [
    "",
    "measure",
    "trials",
    "mean error",
    "mean absolute error",
    "coverage",
    "width",
    "fresh bags: mean error",
    "coverage",
  ];
  const split = (key, values, show) =>
    markdown(
      ["", ...names.map(titleOf)],
      ["auto@true", "auto@audit", "auto@data", "pu-skc@true"].flatMap((arm) =>
        values.map((value) => [
          `${ARMS[arm]}, ${show(value)}`,
          ...names.map((name) => percent(facts(of(arm, name).filter((each) => each[key] === value)).coverage)),
        ]),
      ),
    );
  return {
    auto: markdown(head, rows(["auto@true", "auto@audit", "auto@data"])),
    skc: markdown(head, rows(["pu-skc@true", "pu-skc@data", "pu-skc@copies"])),
    priors: split("prior", PRIORS, (prior) => `prior ${prior}`),
    sets: split("dataset", Object.keys(SETS), (name) => SETS[name]),
    bootstrap: markdown(
      ["", ...MEASURES.flatMap((name) => [TITLES[name], "width"])],
      ["auto@true", "auto@audit", "pu-skc@true"].flatMap((arm) =>
        [
          ["simulated counts", (each) => each],
          ["plain bootstrap", (each) => each.plain],
        ].map(([title, interval]) => [
          `${ARMS[arm]}: ${title}`,
          ...MEASURES.flatMap((name) => {
            const { coverage, width } = facts(of(arm, name), "truth", interval);
            return [percent(coverage), width.toFixed(2)];
          }),
        ]),
      ),
    ),
    top: markdown(
      ["", ...TOPS.flatMap((k) => [`top ${k}: probabilities`, "recall at the k-th score"])],
      ["auto@true", "auto@audit", "auto@data", "pu-skc@true"].map((arm) => [
        ARMS[arm],
        ...TOPS.flatMap((k) => {
          const own = of(arm, String(k));
          const plain = own.map((each) => ({ ...each, value: each.plain }));
          return [own, plain].map((each) => `${signed(facts(each).bias, 1)} / ${facts(each).error.toFixed(1)}`);
        }),
      ]),
    ),
    prior: markdown(
      ["", "mean error", "mean absolute error", "coverage of the 90 % interval", "width"],
      ["auto@audit", "auto@data", "pu-skc@data"].map((arm) => {
        const own = records.map(({ prior, arms }) => ({ truth: prior, ...arms[arm].prior }));
        const { bias, error, coverage, width } = facts(own);
        return [ARMS[arm], signed(bias, 3), error.toFixed(3), percent(coverage), width.toFixed(2)];
      }),
    ),
  };
}

async function main() {
  mkdirSync(folder, { recursive: true });
  const total = draws.length;
  let done = draws.filter((draw) => finished().has(idOf(draw))).length;
  const begun = Date.now();
  if (done < total)
    await Promise.all(
      Array.from({ length: workers }, (_, part) => {
        const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), "--part", String(part)]);
        child.on("message", () => {
          done++;
          if (done % 20 === 0) console.error(`${done} of ${total} draws, ${Math.round((Date.now() - begun) / 1000)} s`);
        });
        return new Promise((resolve, reject) => {
          child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`part ${part} ended with ${code}`))));
        });
      }),
    );
  const all = finished();
  const records = draws.map((draw) => all.get(idOf(draw)));
  const parts = tables(records);
  writeFileSync(join(folder, "results.json"), `${JSON.stringify({ trials, seed, tables: parts, records })}\n`);
  if (flags.dry) for (const [name, part] of Object.entries(parts)) console.log(`${name}\n\n${part}\n`);
  else fill("research/evaluation.md", parts);
}

if (flags.part !== undefined) await work(Number(flags.part));
else await main();
