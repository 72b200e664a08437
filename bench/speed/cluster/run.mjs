// Training on and scoring many bags of a Trino cluster on this machine, with one and with two workers, and with a
// worker that is killed in between. The cluster makes the instances itself, by hashing, when they are asked for:
// 20 instances x 50 features a bag. Nothing is stored but the scores.
// node bench/speed/cluster/run.mjs [--bags=100000] [--workers=1,2] [--train-bags=2000] [--heap=1] [--port=18080] [--full] [--no-kill]
// [--json]; --full is a million bags, --no-kill leaves the worker alone. Processor time is that of all servers of the
// cluster, and says more than the elapsed one on a machine with other work.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clusterNeeds, down, query, restartWorker, status, up } from "../../../scripts/cluster.mjs";

const bin = fileURLToPath(new URL("../../../packages/bagwise/bin/bagwise.js", import.meta.url));
const FEATURES = 50;
const INSTANCES = 20;
/** A prime: numbers from 1 to it, times another one of them, modulo it, are a permutation. */
const PRIME = 2147483647;

/**
 * The instances, as a query. One hash per instance, multiplied by a number for each feature, gives its values: 0 to
 * 10 in thousandths. A fifth of the bags are positive: ten features of one instance are larger by 4. A tenth of
 * these are labelled. The keys begin with the 2,000 of a small table of the connector tpch, which all workers make.
 */
function instancesOf(bags) {
  const each = Math.ceil(bags / 2000);
  const hash = (key) => `bitwise_and(from_big_endian_64(xxhash64(to_big_endian_64(${key}))), 1073741823)`;
  let factor = 12345;
  const values = Array.from({ length: FEATURES }, (_, j) => {
    factor = (factor * 48271) % PRIME;
    const shift = j < 10 ? " + shift" : "";
    return `CAST(g * ${factor} % ${PRIME} / 1000 % 10000${shift} AS double) / 1000 AS f${j + 1}`;
  });
  return `SELECT bag, label, ${values.join(", ")} FROM (
    SELECT bag, CASE WHEN h % 100 < 20 AND h / 100 % 100 < 10 THEN 1 ELSE 0 END AS label,
      CASE WHEN h % 100 < 20 AND i = 1 THEN 4000 ELSE 0 END AS shift, 1 + ${hash("k * 32 + i")} AS g
    FROM (SELECT k, 'bag-' || CAST(k AS varchar) AS bag, ${hash("k")} AS h
      FROM (SELECT (partkey - 1) * ${each} + n AS k FROM tpch.tiny.part CROSS JOIN UNNEST(sequence(1, ${each})) AS s(n)) AS p
      WHERE k <= ${bags}) AS b CROSS JOIN UNNEST(sequence(1, ${INSTANCES})) AS u(i)) AS x`;
}

/** Processor seconds of the servers of the cluster so far; undefined where the system does not tell. */
function clusterSeconds() {
  if (!existsSync("/proc/self/stat")) return undefined;
  const ticks = status().map((pid) => {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** A run of bagwise, which can be watched: how it ends, what it says, and its seconds. */
function bagwise(cache, args) {
  const start = performance.now();
  const before = clusterSeconds();
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, BAGWISE_CACHE: cache } });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"])
    child[name].on("data", (piece) => {
      said[name] += piece;
    });
  return new Promise((done) =>
    child.once("exit", (code) =>
      done({
        code,
        ...said,
        seconds: (performance.now() - start) / 1000,
        processor: before === undefined ? undefined : clusterSeconds() - before,
      }),
    ),
  );
}

async function succeeds(cache, args) {
  const run = await bagwise(cache, args);
  if (run.code !== 0) throw new Error(`bagwise ${args[0]} ended with ${run.code}: ${run.stderr.slice(0, 500)}`);
  return run;
}

/** Waits until a part of the scores is there. */
async function partsDone(cache) {
  const folder = join(cache, "scores");
  mkdirSync(folder, { recursive: true });
  for (let tries = 0; tries < 30_000; tries++) {
    if (readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0)) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

/** Scores with a worker that is killed after the first part, and once more when it runs again. */
async function killed(cache, predict) {
  const running = bagwise(cache, predict);
  const begun = await Promise.race([partsDone(cache), running.then(() => false)]);
  if (!begun) throw new Error("the scores were there before a worker could be killed");
  process.kill(status()[1], "SIGKILL");
  const failed = await running;
  await restartWorker(1);
  const resumed = await succeeds(cache, predict);
  return {
    code: failed.code,
    said: failed.stderr.trim(),
    seconds: failed.seconds,
    resumed: resumed.seconds,
    goesOn: /earlier run was stopped/.test(resumed.stdout),
  };
}

async function onCluster(workers, bags, { trainBags, kill, heap, port, note }) {
  const cache = mkdtempSync(join(tmpdir(), "bagwise-cluster-"));
  const address = `trino://127.0.0.1:${port}/memory/default`;
  const model = join(cache, "bags.model");
  note(`starting ${workers} ${workers === 1 ? "worker" : "workers"}`);
  await up({ workers, port, heap });
  try {
    const source = [address, "--query", instancesOf(bags)];
    const predict = (into) => ["predict", model, ...source, "--into", into, "--timeout", "3000"];
    // The first queries of a server are slow, because its code is not compiled yet.
    await query(port, `SELECT count(*), sum(f1) FROM (${instancesOf(2000)})`);
    note(`training with ${workers}`);
    const flags = ["--train-bags", `${trainBags}`, "--method", "pu-skc", "--seed", "1", "--force"];
    const train = await succeeds(cache, ["train", ...source, "--out", model, ...flags]);
    if (kill) note("killing a worker");
    note(`trained in ${train.seconds.toFixed(1)} s (processor ${train.processor?.toFixed(1)} s)`);
    const lost = kill ? await killed(cache, predict("resumed")) : undefined;
    if (lost !== undefined)
      note(
        `ended with ${lost.code} after ${lost.seconds.toFixed(1)} s, resumed in ${lost.resumed.toFixed(1)} s: ${lost.said}`,
      );
    note(`scoring with ${workers}`);
    const score = await succeeds(cache, predict("scores"));
    note(`scored in ${score.seconds.toFixed(1)} s (processor ${score.processor?.toFixed(1)} s)`);
    note("comparing");
    const [[rows, sum, positive]] = await query(
      port,
      "SELECT count(*), to_hex(checksum(score)), sum(CASE WHEN predicted = 'positive' THEN 1 ELSE 0 END) FROM scores",
    );
    const [[different]] = kill
      ? await query(
          port,
          "SELECT count(*) FROM scores a FULL JOIN resumed b ON a.bag = b.bag AND a.score = b.score WHERE a.bag IS NULL OR b.bag IS NULL",
        )
      : [[undefined]];
    return {
      workers,
      train: train.seconds,
      trainProcessor: train.processor,
      score: score.seconds,
      scoreProcessor: score.processor,
      rows,
      positive,
      checksum: sum,
      lost,
      different,
    };
  } finally {
    down();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Measures and prints (or JSON). */
export async function run({ json = false, options = [] } = {}) {
  const lacking = clusterNeeds();
  if (lacking !== undefined) throw new Error(`no cluster can be started: ${lacking}`);
  if (status().length > 0) throw new Error("a cluster runs already: node scripts/cluster.mjs down");
  const value = (name, usual) => options.find((each) => each.startsWith(`--${name}=`))?.split("=")[1] ?? usual;
  const bags = Number(value("bags", options.includes("--full") ? 1_000_000 : 100_000));
  const trainBags = Number(value("train-bags", 2000));
  const heap = Number(value("heap", 1));
  const port = Number(value("port", 18080));
  const workers = value("workers", "1,2").split(",").map(Number);
  const note = (text) => console.error(`${text} ...`);
  const rows = [];
  for (const each of workers)
    rows.push(
      await onCluster(each, bags, { trainBags, heap, port, note, kill: each > 1 && !options.includes("--no-kill") }),
    );
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, node: process.version };
  const result = { benchmark: "cluster", machine, bags, instances: bags * INSTANCES, features: FEATURES, rows };
  if (json) console.log(JSON.stringify(result, null, 2));
  else print(result);
  return result;
}

function print({ machine, bags, instances, features, rows }) {
  const thousands = (number) => number.toLocaleString("en-US");
  console.log(`\n${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}.`);
  console.log(
    `${thousands(bags)} bags, ${thousands(instances)} instances x ${features} features, made by the cluster.\n`,
  );
  console.log(
    "workers | train | processor | score all bags and write them | processor | bags a second | predicted positive | checksum",
  );
  const seconds = (number) => (number === undefined ? "-" : `${number.toFixed(1)} s`);
  for (const { workers, train, trainProcessor, score, scoreProcessor, rows: scored, positive, checksum } of rows)
    console.log(
      [
        workers,
        seconds(train),
        seconds(trainProcessor),
        seconds(score),
        seconds(scoreProcessor),
        thousands(Math.round(scored / score)),
        thousands(positive),
        checksum,
      ].join(" | "),
    );
  for (const { lost, different } of rows) {
    if (lost === undefined) continue;
    console.log(
      `\nA worker killed while scoring: exit code ${lost.code} after ${lost.seconds.toFixed(1)} s, and this sentence:`,
    );
    console.log(`  ${lost.said}`);
    console.log(
      `The same command again, when the worker ran again: ${lost.resumed.toFixed(1)} s, ${lost.goesOn ? "after the parts that were done" : "from the beginning"}; ${different} scores differ from those of a run without a stop.`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await run({ json: process.argv.includes("--json"), options: process.argv.slice(2) });
