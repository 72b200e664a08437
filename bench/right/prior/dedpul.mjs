// The protocol on which DEDPUL was judged (Ivanov, ICMLA 2020), on those of its data sets that packages ship
// (dedpul-data.py makes the files): single instances, positives and unlabeled ones of five priors, as many as there are.
// npm run bench -- prior --dedpul FOLDER [--seeds 1] [--json] [--fill]; 4 minutes on one core.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ESTIMATORS } from "@bagwise/lab";
import { readBags } from "bagwise";
import { studyPrior } from "bagwise/evaluation";
import { estimatePriors, priorInput } from "bagwise/prior";
import { fill, mean } from "../../../scripts/tables.mjs";

const { random } = await import(new URL("../../../packages/core/dist/base/random.js", import.meta.url));

const PRIORS = [0.05, 0.25, 0.5, 0.75, 0.95];
/** How many positives are labelled, as there; of Housing a different number at each prior. */
const LABELED = {
  concrete: [100],
  housing: [194, 110, 50, 50, 57],
  landsat: [1000],
  mushroom: [1000],
  "page-blocks": [100],
  shuttle: [1000],
  spambase: [400],
  wine: [500],
  mnist: [1000],
};
/** Larger samples would only take longer: what scores say of the prior stops growing long before. */
const MOST_UNLABELED = 4000;
const SEEDS = 1;

/** Positives, and as many unlabeled rows as there are at this prior. */
function drawn(all, { labeled, prior, seed }) {
  const labels = all.labels();
  const order = Array.from(random(seed).permutation(all.size));
  const [positive, negative] = ["positive", "negative"].map((kind) => order.filter((i) => labels[i] === kind));
  const rest = positive.length - labeled;
  const size = Math.min(MOST_UNLABELED, Math.floor(rest / prior), Math.floor(negative.length / (1 - prior)));
  const hidden = Math.round(prior * size);
  const rows = [...positive.slice(0, labeled + hidden), ...negative.slice(0, size - hidden)];
  const known = rows.map((_, k) => (k < labeled ? "positive" : "unlabeled"));
  return { bags: all.subset(Uint32Array.from(rows)).withLabels(known), truth: hidden / size };
}

/** What each estimator says of one draw, `auto` first. */
async function estimates({ bags, truth }, seed) {
  const { summary } = await studyPrior(bags, { seed });
  const names = ESTIMATORS.filter(({ name }) => name !== "as-printed");
  return [
    { method: "auto", value: summary.mean, low: summary.low, high: summary.high },
    ...estimatePriors(names, priorInput(bags, { seed }), { seed }),
  ].map(({ method, value, low, high }) => ({
    method,
    value,
    low,
    high,
    error: Math.abs(value - truth),
    covered: low <= truth && truth <= high,
  }));
}

export async function runDedpul(folder, { json, options }) {
  const at = options.indexOf("--seeds");
  const seeds = at < 0 ? SEEDS : Number(options[at + 1]);
  const started = performance.now();
  const rows = [];
  for (const [name, labeled] of Object.entries(LABELED)) {
    const file = join(folder ?? "", `${name}.csv`);
    if (!existsSync(file)) throw new Error(`there is no file ${file}: bench/right/prior/dedpul-data.py makes it`);
    const all = await readBags(file);
    for (const [k, prior] of PRIORS.entries())
      for (let seed = 0; seed < seeds; seed++) {
        const draw = drawn(all, { labeled: labeled[k] ?? labeled[0], prior, seed: 100 * k + seed });
        const { positive, unlabeled } = { positive: draw.bags.positive().size, unlabeled: draw.bags.unlabeled().size };
        const found = await estimates(draw, seed);
        rows.push({ name, prior, seed, truth: draw.truth, positive, unlabeled, estimates: found });
        if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name} ${prior} ...`);
      }
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const result = { benchmark: "dedpul", seeds, seconds: (performance.now() - started) / 1000, rows };
  const table = tableOf(rows);
  if (options.includes("--fill")) fill("research/intervals.md", { dedpul: table });
  if (json) console.log(JSON.stringify(result));
  else console.log(`${table}\n\n${result.seconds.toFixed(0)} s`);
  return result;
}

/** A row for each data set, for each prior, and for all: errors of all estimators, and the intervals of `auto`. */
function tableOf(rows) {
  const methods = rows[0].estimates.map(({ method }) => method);
  const line = (title, own) => {
    const of = (method) => own.flatMap((row) => row.estimates.filter((each) => each.method === method));
    const auto = of("auto");
    return [
      title,
      String(own.length),
      ...methods.map((method) => mean(of(method).map(({ error }) => error)).toFixed(3)),
      `${auto.filter(({ covered }) => covered).length} of ${own.length}`,
      mean(auto.map(({ low, high }) => high - low)).toFixed(2),
    ];
  };
  const lines = [
    line("all", rows),
    ...PRIORS.map((prior) =>
      line(
        `prior ${prior}`,
        rows.filter((row) => row.prior === prior),
      ),
    ),
    ...Object.keys(LABELED).map((name) =>
      line(
        name,
        rows.filter((row) => row.name === name),
      ),
    ),
  ];
  const head = ["", "draws", ...methods, "`auto` covered", "width"];
  return [head, head.map((_, k) => (k === 0 ? "---" : "---:")), ...lines]
    .map((fields) => `| ${fields.join(" | ")} |`)
    .join("\n");
}
