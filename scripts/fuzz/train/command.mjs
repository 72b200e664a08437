// npm run fuzz -- train [COUNT] [SEED] [KIND] [--record]: trains small nasty problems twice, by the product and by plain
// programs written from the mathematics, and looks for a difference that is not explained. A problem that differs is
// stored in fuzz-findings/; npm run fuzz -- train FILE repeats it. --record keeps the counts in bench/tried/train.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup.mjs";
import { RECORD, store } from "../record.mjs";
import { loadProduct } from "./product.mjs";
import { compared, KINDS, problemOf } from "./run.mjs";

/** Milliseconds between two lines of progress. */
const TELL = 60_000;

const usage = `npm run fuzz -- train [COUNT] [SEED] [KIND] [--record], for example: npm run fuzz -- train 10000 7
npm run fuzz -- train FILE repeats a problem; the kinds are ${Object.keys(KINDS).join(", ")}`;

/**
 * The exit code: 0 if everything agrees, 1 if something differs, 2 for arguments that make no sense. `product` and the
 * folder of findings are those of this repository unless a test gives others.
 */
export async function train(given, { product: other, folder = join(root, "fuzz-findings") } = {}) {
  const [first = "10000", seed = Math.floor(Date.now() / 1000), kind] = given.filter((each) => each !== RECORD);
  const product = other ?? (await loadProduct());
  if (existsSync(first)) return await repeat(JSON.parse(readFileSync(first, "utf8")), product);
  const run = { count: Number(first), seed: Number(seed), kind };
  const known = kind === undefined || kind in KINDS;
  if (!(run.count > 0 && known && [run.count, run.seed].every(Number.isSafeInteger))) {
    console.error(usage);
    return 2;
  }
  const tally = await attack(run, product, folder);
  console.log(JSON.stringify(tally, null, 2));
  if (given.includes(RECORD)) store("train", tally);
  return tally.failures === 0 ? 0 : 1;
}

async function repeat(finding, product) {
  const { wrong } = await compared(finding, product);
  console.log(wrong.length === 0 ? "product and oracle agree" : wrong.join("\n"));
  return wrong.length === 0 ? 0 : 1;
}

async function attack({ count, seed, kind }, product, folder) {
  console.log(`Seed ${seed}: ${count} problems${kind === undefined ? "" : ` of ${kind}`}`);
  const tally = {
    attack: "training, done twice",
    tried: count,
    failures: 0,
    command: `npm run fuzz -- train ${count} ${seed}${kind === undefined ? "" : ` ${kind}`}`,
    seed,
    kinds: {},
  };
  let told = Date.now();
  for (let number = 0; number < count; number++) {
    const found = problemOf(seed, number, kind);
    const { wrong, compared: numbers, explained } = await compared(found, product);
    tally.kinds[found.kind] ??= { tried: 0, failures: 0, compared: 0, explained: {} };
    const own = tally.kinds[found.kind];
    own.tried++;
    own.compared += numbers;
    for (const why of Object.keys(explained)) own.explained[why] = (own.explained[why] ?? 0) + 1;
    if (wrong.length > 0) {
      own.failures++;
      tally.failures++;
      tell(found, { seed, number, wrong, folder });
    }
    if (Date.now() - told < TELL) continue;
    told = Date.now();
    console.log(`${number + 1} of ${count} problems, ${tally.failures} findings`);
  }
  return tally;
}

/** Stores a problem that differs, and says how to repeat it. */
function tell({ kind, problem }, { seed, number, wrong, folder }) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `train-${kind}-seed-${seed}-problem-${number}.json`);
  writeFileSync(path, `${JSON.stringify({ kind, seed, number, wrong, problem })}\n`);
  console.log(`FINDING ${kind}, seed ${seed}, problem ${number}: ${wrong[0]}\n  npm run fuzz -- train ${path}`);
}
