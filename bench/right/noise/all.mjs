// npm run noise [-- --files 100] [--workers 2] [--again] [--only TEXT]: trains every method with every choice that it has on
// labels without any meaning, and says whether held-out scores are honest. Writes bench/tried/noise.json after every
// few trainings, goes on where it stopped, and fills the table of docs/research/evaluation.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { fill } from "../../../scripts/tables.mjs";
import { after, allCells, begun, cellName, errorOf, judged, train } from "./cells.mjs";

/** Files of one piece of work. */
const PIECE = 5;
const STORED = new URL("../../tried/noise.json", import.meta.url);

async function run(options) {
  const given = (flag, fallback) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : fallback);
  const files = Number(given("--files", "100"));
  const only = given("--only", "");
  const again = options.includes("--again");
  const before = existsSync(STORED) ? JSON.parse(readFileSync(STORED, "utf8")).cells : [];
  const known = new Map(before.map(({ honest: _, ...cell }) => [cellName(cell), cell]));
  const cells = new Map(allCells().map((cell) => [cellName(cell), known.get(cellName(cell)) ?? begun(cell)]));
  const wanted = [...cells].filter(([name]) => name.includes(only));
  if (again) for (const [name, cell] of wanted) cells.set(name, begun({ ...cell }));
  // All cells have about as many files, whenever it is stopped.
  const pieces = Array.from({ length: Math.ceil(files / PIECE) }, (_, k) => [
    k * PIECE,
    Math.min(files, (k + 1) * PIECE),
  ])
    .flatMap(([from, to]) => wanted.map(([name]) => ({ name, from, to })))
    .filter(({ name, from }) => cells.get(name).files <= from);
  const early = new Map();
  let taken = 0;
  let done = 0;
  async function work() {
    const worker = new Worker(new URL(import.meta.url));
    for (let piece = pieces[taken++]; piece !== undefined; piece = pieces[taken++]) {
      const { name, from, to } = piece;
      const found = await new Promise((resolve, reject) => {
        worker.once("message", resolve).once("error", reject);
        worker.postMessage({ cell: cells.get(name), from, to });
      });
      worker.removeAllListeners("error");
      early.set(`${name} ${from}`, found);
      for (let next = early.get(key(name)); next !== undefined; next = early.get(key(name))) {
        early.delete(key(name));
        cells.set(name, after(cells.get(name), next));
      }
      if (++done % 20 === 0) {
        store([...cells.values()]);
        console.error(`${done} of ${pieces.length} pieces`);
      }
    }
    await worker.terminate();
  }
  const key = (name) => `${name} ${cells.get(name).files}`;
  await Promise.all(Array.from({ length: Number(given("--workers", "2")) }, work));
  const stored = store([...cells.values()]);
  const failed = stored.cells.filter(({ honest }) => !honest);
  console.log(`${stored.tried}: ${failed.length === 0 ? "all are honest" : `${failed.length} lean`}`);
  for (const cell of failed)
    console.log(
      `${cellName(cell)}: AUC ${cell.auc.toFixed(3)} ± ${errorOf(cell).toFixed(3)}, stands out in ${cell.standsOut} of ${cell.heldOut}`,
    );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** Writes the result and its table. */
function store(found) {
  const cells = judged(found);
  const trainings = cells.reduce((sum, { files }) => sum + files, 0);
  const [least, most] = [Math.min, Math.max].map((of) => of(...cells.map(({ files }) => files)));
  const result = {
    attack: "labels without meaning: held-out scores that flatter themselves",
    tried: `${cells.length} settings of methods, ${least === most ? most : `${least} to ${most}`} files each: ${trainings.toLocaleString("en")} trainings`,
    failures: cells.filter(({ honest }) => !honest).length,
    command: "npm run noise",
    cells,
  };
  mkdirSync(new URL(".", STORED), { recursive: true });
  const text = JSON.stringify(result, null, 2);
  // Lists of numbers on one line, as the formatter has them.
  writeFileSync(
    STORED,
    `${text.replace(/\[[\s\d.,e-]+\]/g, (list) => list.replace(/\s+/g, " ").replace(/\[ | \]/g, (end) => end.trim()))}\n`,
  );
  fill("research/evaluation.md", { noise: tableOf(cells) });
  return result;
}

const HEAD = ["method", "choices", "trainings", "mean held-out AUC", "highest of a choice", "stands out"];

/** A line for each method; every choice is in the stored result. */
function tableOf(cells) {
  const methods = [...new Set(cells.map(({ method }) => method))];
  const lines = methods.map((method) => lineOf(`\`${method}\``, cells, (cell) => cell.method === method));
  return [`| ${HEAD.join(" | ")} |`, "|---|---:|---:|---:|---|---:|", ...lines].join("\n");
}

function lineOf(name, cells, isOwn) {
  const own = cells.filter(isOwn);
  const sum = (of) => own.reduce((total, cell) => total + of(cell), 0);
  const held = own.filter(({ heldOut }) => heldOut >= 2);
  const [files, heldOut] = [sum((cell) => cell.files), sum((cell) => cell.heldOut)];
  const highest = held.reduce((a, b) => (b.auc > (a?.auc ?? 0) ? b : a), undefined);
  const figures =
    highest === undefined
      ? ["none held out", "", ""]
      : [
          (sum(({ auc, heldOut: count }) => (count === 0 ? 0 : auc * count)) / heldOut).toFixed(3),
          `${highest.auc.toFixed(3)} ± ${errorOf(highest).toFixed(3)}: ${choiceOf(highest)}`,
          `${((100 * sum((cell) => cell.standsOut)) / heldOut).toFixed(1)} %`,
        ];
  return `| ${[own.every(({ honest }) => honest) ? name : `**${name}**`, own.length, files, ...figures].join(" | ")} |`;
}

/** What distinguishes a row of its method. */
function choiceOf(cell) {
  const choice = cellName(cell).slice(cell.method.length).trim();
  return choice === "" ? "as it is" : `\`${choice}\``;
}

if (isMainThread) await run(process.argv.slice(2));
else
  parentPort.on("message", async ({ cell, from, to }) => {
    const found = [];
    for (let seed = from; seed < to; seed++) found.push(await train(cell, seed));
    parentPort.postMessage(found);
  });
