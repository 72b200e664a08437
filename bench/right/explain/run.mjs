// Explanations: whether the witness is a positive instance in truth, and what explaining costs
// beside scoring and beside scoring the bag without each instance. node bench/right/explain/run.mjs
// [--bags 10000] [--turns 3] [--seeds 5] [--training 300] [--only truth|cost] [--json]
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { explainingCost } from "./cost.mjs";
import { witnessTruth } from "./truth.mjs";

/** Goals. */
const LEAST_SHARE = 0.95;
const MOST_RATIO = 10;

function numberOption(options, name, usual) {
  const at = options.indexOf(name);
  const value = at >= 0 ? Number(options[at + 1]) : usual;
  if (!(Number.isInteger(value) && value >= 1)) throw new Error(`${name} takes a whole number from 1 on`);
  return value;
}

/**
 * Measures everything and prints it (or JSON, with `json`); returns `{ machine, truth, cost,
 * targets }`.
 */
export async function run({ json = false, options = [] } = {}) {
  const bags = numberOption(options, "--bags", 10_000);
  const turns = numberOption(options, "--turns", 3);
  const seeds = numberOption(options, "--seeds", 5);
  const training = numberOption(options, "--training", 300);
  const only = options.includes("--only") ? options[options.indexOf("--only") + 1] : undefined;
  const note = (text) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text} ...`);
  const truth = only === "cost" ? [] : await witnessTruth({ seeds, note });
  const cost = only === "truth" ? [] : await explainingCost({ bags, turns, training, note });
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const targets = [
    ...truth
      .filter(({ limited }) => limited)
      .map(({ learner, share, setting }) => ({
        text: `${learner}: the witness is positive in ${percent(share)} of the positive bags it finds, ${setting} (limit ${percent(LEAST_SHARE)})`,
        reached: share >= LEAST_SHARE,
      })),
    ...cost.map(({ learner, ratio }) => ({
      text: `${learner}: explaining costs ${ratio.toFixed(1)} x scoring (limit ${MOST_RATIO})`,
      reached: ratio <= MOST_RATIO,
    })),
  ];
  const machine = { cpu: cpus()[0]?.model ?? "unknown", node: process.version, platform: process.platform };
  const result = { benchmark: "explain", machine, bags, turns, seeds, training, truth, cost, targets };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function table(lines) {
  const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
  for (const line of lines)
    console.log(`  ${line.map((cell, k) => (k <= 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ")}`);
}

function print({ machine, bags, turns, seeds, training, truth, cost, targets }) {
  console.log(`\n${machine.cpu}, Node.js ${machine.node}.`);
  if (truth.length > 0) {
    console.log(
      `\nOf the positive bags that are called positive, the share whose witness is a positive instance; ${seeds} draws of 50 labelled and 150 unlabeled bags to train on and 400 others to explain. Chance: the share of positive instances in them.\n`,
    );
    table([
      ["setting", "learner", "found", "of positive bags", "witness positive", "chance"],
      ...truth.map((row) => [
        row.setting,
        row.learner,
        `${row.found}`,
        `${row.positive}`,
        percent(row.share),
        percent(row.chance),
      ]),
    ]);
  }
  if (cost.length > 0) {
    console.log(
      `\n${bags.toLocaleString("en-US")} bags of 50 instances x 100 features, a model of ${training} bags; processor seconds, median of ${turns} turns. Explaining: all contributions, witness, five features. Peer: scoring every bag without each instance, contributions alone, measured on 100 bags.\n`,
    );
    table([
      ["", "centres", "scoring", "explaining", "explaining / scoring", "peer / scoring"],
      ...cost.map((row) => [
        row.learner,
        `${row.centres}`,
        row.scoring.toFixed(2),
        row.explaining.toFixed(2),
        row.ratio.toFixed(1),
        row.peerRatio === undefined ? "-" : row.peerRatio.toFixed(1),
      ]),
    ]);
  }
  console.log("");
  for (const { text, reached } of targets) console.log(`  ${reached ? "reached" : "MISSED "}  ${text}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
}
