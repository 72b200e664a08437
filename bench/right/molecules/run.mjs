// How well `auto` ranks molecules, against what people do with RDKit and scikit-learn, in the same run and on
// the same draws: a random forest and a logistic regression on Morgan fingerprints, labelled molecules against
// all others, and the similarity to the closest labelled one. AUC and enrichment among molecules that nobody
// labelled; how long molecules take to read, and how much of that is for conformers.
// npm run bench -- molecules --data FILE [--smiles COLUMN] [--label COLUMN] [--bag COLUMN] [--ignore COLUMNS]
// [--labeled 20] [--draws 10] [--seed 7000] [--python PYTHON] [--fill] [--json]. The file is a CSV with the
// truth as labels, 1 and others. --fill writes the tables into docs/research/molecules.md.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { auto, readBags } from "bagwise";
import { random } from "bagwise/bags";
import { auc, enrichmentFactor } from "bagwise/evaluation";
import { fill, mean } from "../../../scripts/tables.mjs";
import { pythonWithRdkit, RDKIT, SCIKIT_LEARN } from "../../python.mjs";

/** Ours, by the most conformers of a molecule. */
const OURS = { "auto, 10 conformers": 10, "auto, no conformers": 0 };

/** The value behind an option, or a default. */
function optionOf(options, name, usual) {
  const at = options.indexOf(name);
  return at < 0 ? usual : options[at + 1];
}

function startPeer(python, file, smiles) {
  if (python === undefined) return undefined;
  const child = spawn(python, [join(import.meta.dirname, "peer.py"), file, smiles], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async scores(asked) {
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("Python ended early");
      return JSON.parse(value);
    },
    stop: () => child.stdin.end(),
  };
}

/** Runs some work; its result, and its seconds of the processor, in all threads, and on the clock. */
async function timed(work) {
  const [clock, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu: (user + system) / 1e6, seconds: (performance.now() - clock) / 1000 };
}

/** How long reading takes: in one thread without and with conformers, and as it is usually done. */
async function readingTimes(read) {
  // The library of chemistry is loaded before.
  await read({ conformers: 0, tools: {} });
  const without = await timed(() => read({ conformers: 0, tools: {} }));
  const one = await timed(() => read({ conformers: 10, tools: {} }));
  const usual = await timed(() => read({ conformers: 10 }));
  const molecules = one.result.size;
  return {
    molecules,
    conformers: one.result.instances,
    share: 1 - without.cpu / one.cpu,
    perSecond: { without: molecules / without.cpu, one: molecules / one.cpu, usual: molecules / usual.seconds },
  };
}

function tableOf(names, records) {
  const row = (name) => {
    const own = records.map(({ results }) => results[name]);
    const shown = (part) => mean(own.map((each) => each[part])).toFixed(3);
    return `| ${name} | ${shown("auc")} | ${shown("at1")} | ${shown("at5")} |`;
  };
  return ["| | AUC | EF at 1 % | EF at 5 % |", "|---|---|---|---|", ...names.map(row)].join("\n");
}

export async function run({ json, options }) {
  const file = optionOf(options, "--data");
  if (file === undefined) throw new Error("name a CSV file of molecules with their labels: --data FILE");
  const smiles = optionOf(options, "--smiles", "smiles");
  const label = optionOf(options, "--label", "active");
  const labeled = Number(optionOf(options, "--labeled", "20"));
  const number = Number(optionOf(options, "--draws", "10"));
  const seed = Number(optionOf(options, "--seed", "7000"));
  const ignore = optionOf(options, "--ignore")?.split(",");
  const bag = optionOf(options, "--bag");
  const read = (more) => readBags(file, { smiles, label, bag, ignore, ...more });
  const times = await readingTimes(read);
  const sets = Object.fromEntries(
    await Promise.all(Object.entries(OURS).map(async ([name, conformers]) => [name, await read({ conformers })])),
  );
  const [first] = Object.values(sets);
  const truth = first.labels().map((each) => each === "positive");
  const positives = [...truth.keys()].filter((i) => truth[i]);
  const peer = startPeer(optionOf(options, "--python", undefined) ?? pythonWithRdkit(), resolve(file), smiles);
  const records = [];
  for (let k = 0; k < number; k++) {
    const chosen = Array.from(random(seed + k).sample(positives.length, labeled), (at) => positives[at]);
    const known = new Set(chosen);
    const rest = [...truth.keys()].filter((i) => !known.has(i));
    const signs = Int8Array.from(rest, (i) => (truth[i] ? 1 : -1));
    const judged = (all) => {
      const own = Float64Array.from(rest, (i) => all[i]);
      return {
        auc: auc(own, signs),
        at1: enrichmentFactor(own, signs, 0.01),
        at5: enrichmentFactor(own, signs, 0.05),
      };
    };
    const results = {};
    for (const [name, bags] of Object.entries(sets)) {
      const training = bags.withLabels(truth.map((_, i) => (known.has(i) ? "positive" : "unlabeled")));
      results[name] = judged((await auto({ bootstrap: 0 }).fit(training)).scores(training));
    }
    const theirs = (await peer?.scores({ positive: chosen, seed: seed + k })) ?? {};
    for (const [name, scores] of Object.entries(theirs)) results[name] = judged(scores);
    records.push({ draw: k, results });
    console.error(`draw ${k + 1} of ${number}`);
  }
  peer?.stop();
  const names = Object.keys(records[0].results);
  if (json) {
    console.log(JSON.stringify({ molecules: first.size, positives: positives.length, labeled, seed, records, times }));
    return;
  }
  const ranking = tableOf(names, records);
  const { share, perSecond, conformers, molecules } = times;
  const text = `${molecules} molecules, ${positives.length} active, ${labeled} of them labelled, ${number} draws from seed ${seed}; ${RDKIT.replace("==", " ")}, ${SCIKIT_LEARN.replace("==", " ")}.`;
  const speed = `One core reads ${perSecond.one.toFixed(0)} molecules per second with ${(conformers / molecules).toFixed(1)} conformers each, and ${perSecond.without.toFixed(0)} without conformers: these take ${(100 * share).toFixed(0)} % of the time.`;
  console.log(`${text}\n\n${ranking}\n\n${speed}`);
  console.log(`\nOn the clock, in all threads: ${perSecond.usual.toFixed(0)} molecules per second.`);
  if (options.includes("--fill"))
    fill("research/molecules.md", { molecules: `${text}\n\n${ranking}`, "molecules speed": speed });
}
