// Whether the intervals of `bagwise audit` hold, and how much narrower they are than those of a
// plain random sample of the same size: the paper's five data sets, hidden labels as the reviewer's
// answers. npm run bench -- audit [--data FOLDER] [--trials 4] [--audits 150] [--n 30] [--seed
// 2026] [--protocol leak-free|original] [--json]
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { auto, drawAudit, estimateAudit, readBags } from "bagwise";
import { random } from "bagwise/bags";
import { AUDIT_MEASURES } from "bagwise/evaluation";
import { DATA_SETS, drawBags } from "bagwise/lab";
import { dataFolder } from "../../speed/pu-skc/training-sets.mjs";
import { plainAudit, truthOf } from "./plain-sample.mjs";

const PRIORS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
const LEVEL = 0.9;
/** A share of so many audits that covers by chance alone may lie this far below the nominal one. */
const SLACK = 0.01;

function numberAfter(options, flag, fallback) {
  const at = options.indexOf(flag);
  const value = at >= 0 ? Number(options[at + 1]) : fallback;
  if (!(Number.isInteger(value) && value >= 1)) throw new Error(`${flag} takes a whole number from 1 on`);
  return value;
}

/**
 * One training as in the paper's experiment; the unlabeled bags with their scores, and what they
 * are in truth.
 */
async function trained(bags, spec) {
  const { training, truth } = drawBags(bags, spec);
  const model = await auto({ bootstrap: 0, seed: spec.trial }).fit(training);
  const labels = training.labels();
  const hidden = [...truth].filter((_, i) => labels[i] === "unlabeled").map((label) => label === 1);
  const predictions = model.predict(training.unlabeled());
  return { predictions, hidden, threshold: model.threshold };
}

/** The sums over many audits of one model, for each measure and both ways. */
function auditOften({ predictions, hidden, threshold }, { audits, n, seed, sums }) {
  const positive = new Map(predictions.map(({ bag }, i) => [bag, hidden[i]]));
  const truth = truthOf(predictions, positive, threshold);
  const generator = random(seed);
  for (let k = 0; k < audits; k++) {
    const design = drawAudit(predictions, { n, threshold, seed: generator.below(2 ** 32) });
    const answers = design.bags.map(({ bag }) => ({ bag, label: positive.get(bag) ? "positive" : "negative" }));
    const found = estimateAudit(design, answers, { level: LEVEL });
    const plain = plainAudit(predictions, positive, { n: design.bags.length, threshold, generator });
    for (const name of AUDIT_MEASURES) {
      const value = truth[name];
      // Where the model calls all or none positive, precision or recall is known without an audit.
      if (value === null) continue;
      const sum = sums[name];
      sum.audits++;
      for (const [way, { low, high }] of [
        ["audit", found[name]],
        ["plain", plain[name]],
      ]) {
        sum[way].covered += low <= value + 1e-9 && value <= high + 1e-9 ? 1 : 0;
        sum[way].width += high - low;
      }
    }
  }
}

const emptySums = () =>
  Object.fromEntries(
    AUDIT_MEASURES.map((name) => [
      name,
      { audits: 0, audit: { covered: 0, width: 0 }, plain: { covered: 0, width: 0 } },
    ]),
  );

/** Coverage and mean width of both ways, from sums over cells. */
function summary(cells) {
  return Object.fromEntries(
    AUDIT_MEASURES.map((name) => {
      const total = (pick) => cells.reduce((sum, cell) => sum + pick(cell.sums[name]), 0);
      const audits = total((sum) => sum.audits);
      const mean = (way, what) => total((sum) => sum[way][what]) / audits;
      const [width, plainWidth] = [mean("audit", "width"), mean("plain", "width")];
      return [
        name,
        {
          audits,
          coverage: mean("audit", "covered"),
          width,
          plainCoverage: mean("plain", "covered"),
          plainWidth,
          ratio: width / plainWidth,
        },
      ];
    }),
  );
}

/** Measures everything and prints it (or JSON, with `json`). */
export async function run({ json = false, options = [] } = {}) {
  const folder = dataFolder(options);
  const [trials, audits, n, seed] = [
    numberAfter(options, "--trials", 4),
    numberAfter(options, "--audits", 150),
    numberAfter(options, "--n", 30),
    numberAfter(options, "--seed", 2026),
  ];
  const at = options.indexOf("--protocol");
  const protocol = at >= 0 ? options[at + 1] : "leak-free";
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text} ...`);
  const cells = [];
  for (const { name } of DATA_SETS) {
    const bags = await readBags(join(folder, `${name}.csv`));
    for (const prior of PRIORS) {
      const sums = emptySums();
      for (let trial = 0; trial < trials; trial++) {
        note(`${name}, prior ${prior}, training ${trial + 1} of ${trials}`);
        const spec = {
          dataset: name,
          protocol,
          prior,
          labeled: 20,
          unlabeled: 180,
          test: 200,
          noise: "printed",
          trial,
          seed,
        };
        auditOften(await trained(bags, spec), { audits, n, seed: trial + 1, sums });
      }
      cells.push({ name, prior, sums });
    }
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const rows = [
    ...DATA_SETS.map(({ name }) => ({ row: name, ...summary(cells.filter((cell) => cell.name === name)) })),
    ...PRIORS.map((prior) => ({ row: `prior ${prior}`, ...summary(cells.filter((cell) => cell.prior === prior)) })),
    { row: "all", ...summary(cells) },
  ];
  const each = cells.map(({ name, prior, sums }) => ({ cell: `${name} at ${prior}`, ...summary([{ sums }]) }));
  const result = {
    benchmark: "audit",
    machine: { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform },
    setting: { protocol, trials, audits, n, seed, level: LEVEL },
    rows,
    cells: each,
    targets: targetsOf(rows.slice(0, DATA_SETS.length), each),
  };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

function targetsOf(sets, cells) {
  const values = (rows, what) =>
    rows.flatMap((row) => AUDIT_MEASURES.map((name) => row[name][what])).filter(Number.isFinite);
  const least = Math.min(...values(sets, "coverage"));
  const most = Math.max(...values(sets, "ratio"));
  const ratios = values(cells, "ratio");
  const narrower = ratios.filter((ratio) => ratio < 1).length;
  return [
    {
      text: `on each data set every interval covers at least ${least.toFixed(3)} (nominal ${LEVEL})`,
      reached: least >= LEVEL - SLACK,
    },
    {
      text: `on each data set every interval is at most ${most.toFixed(3)} x as wide as that of a plain sample`,
      reached: most < 1,
    },
    {
      text: `narrower in ${narrower} of ${ratios.length} cells of data set, prior and measure`,
      reached: narrower === ratios.length,
    },
  ];
}

function table(lines) {
  const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
  for (const line of lines)
    console.log(`  ${line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ")}`);
}

function print({ machine, setting, rows, cells, targets }) {
  const { protocol, trials, audits, n, seed, level } = setting;
  console.log(`\n${machine.cpu}, Node.js ${machine.node}.`);
  console.log(
    `\nAudits of ${n} of the unlabeled bags; ${protocol} draws, seed ${seed}: ${trials} trainings of auto for each data set and prior, ${audits} audits of each. Coverage of the ${100 * level} % intervals, their mean width, and that width over the one of a plain random sample of the same size (Wilson's interval, corrected for the finite population; its coverage in brackets).\n`,
  );
  table([
    ["", ...AUDIT_MEASURES.flatMap((name) => [name, "width", "ratio"])],
    ...rows.map((row) => [
      row.row,
      ...AUDIT_MEASURES.flatMap((name) => {
        const { coverage, plainCoverage, width, ratio } = row[name];
        return [`${coverage.toFixed(3)} (${plainCoverage.toFixed(3)})`, width.toFixed(3), ratio.toFixed(2)];
      }),
    ]),
  ]);
  const wide = cells.flatMap((cell) =>
    AUDIT_MEASURES.filter((name) => cell[name].ratio >= 1).map(
      (name) => `${cell.cell} ${name} ${cell[name].ratio.toFixed(3)}`,
    ),
  );
  if (wide.length > 0) console.log(`\nNot narrower: ${wide.join("; ")}`);
  console.log("");
  for (const { text, reached } of targets) console.log(`  ${reached ? "reached" : "MISSED "}  ${text}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
