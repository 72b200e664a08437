// How well `auto` ranks texts, against what people do with scikit-learn, in the same run and on the same draws:
// logistic regression, a linear SVM and naive Bayes on tf-idf of words and pairs of words, labelled documents
// against all others. AUC and work saved over sampling at 95 % recall, among documents that nobody labelled.
// npm run bench -- texts --data FILE --text COLUMNS --label COLUMN [--labels 10,30] [--draws 20] [--seed 5000]
// [--fill] [--json]. The file must have the truth as labels. --fill writes the table into docs/research/texts.md.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { auto, readBags } from "bagwise";
import { auc } from "bagwise/evaluation";
import { fill, mean } from "../../../scripts/tables.mjs";
import { pythonWithScikit, SCIKIT_LEARN } from "../../python.mjs";

const OURS = "auto";
const PEERS = ["logistic regression", "linear SVM", "naive Bayes"];

/** The value behind an option, or a default. */
function optionOf(options, name, usual) {
  const at = options.indexOf(name);
  return at < 0 ? usual : options[at + 1];
}

/** The share of documents that need not be read until 95 % of the positives are found, less 5 %. */
function workSaved(scores, truth) {
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b);
  const wanted = Math.ceil(0.95 * truth.filter(Boolean).length);
  let found = 0;
  for (const [k, i] of order.entries()) {
    found += truth[i] ? 1 : 0;
    if (found === wanted) return (order.length - k - 1) / order.length - 0.05;
  }
  return 0;
}

/** Numbers from 0 to 1, the same for the same seed. */
function draws(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function startPeer(file, columns, label) {
  const python = pythonWithScikit();
  if (python === undefined) return undefined;
  const child = spawn(python, [join(import.meta.dirname, "peer.py"), file, columns, label], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async scores(positive) {
      child.stdin.write(`${JSON.stringify(positive)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("scikit-learn ended early");
      return JSON.parse(value);
    },
    stop: () => child.stdin.end(),
  };
}

export async function run({ json, options }) {
  const file = optionOf(options, "--data");
  const columns = optionOf(options, "--text", "title,abstract");
  const label = optionOf(options, "--label", "included");
  if (file === undefined) throw new Error("name a file of labelled texts: --data FILE");
  const counts = optionOf(options, "--labels", "10,30").split(",").map(Number);
  const number = Number(optionOf(options, "--draws", "20"));
  const seed = Number(optionOf(options, "--seed", "5000"));
  const started = performance.now();
  const bags = await readBags(file, { text: columns, label });
  const reading = (performance.now() - started) / 1000;
  const truth = bags.labels().map((each) => each === "positive");
  const positives = [...truth.keys()].filter((i) => truth[i]);
  const peer = startPeer(resolve(file), columns, label);
  const records = [];
  for (const labeled of counts)
    for (let k = 0; k < number; k++) {
      const random = draws(seed + 1000 * labeled + k);
      for (let warm = 0; warm < 10; warm++) random();
      const shuffled = positives
        .map((i) => [random(), i])
        .sort(([a], [b]) => a - b)
        .map(([, i]) => i);
      const chosen = shuffled.slice(0, labeled);
      const known = new Set(chosen);
      const rest = [...truth.keys()].filter((i) => !known.has(i));
      const hidden = rest.map((i) => truth[i]);
      const signs = Int8Array.from(hidden, (each) => (each ? 1 : -1));
      const from = performance.now();
      const training = bags.withLabels(truth.map((_, i) => (known.has(i) ? "positive" : "unlabeled")));
      const model = await auto({ bootstrap: 0 }).fit(training);
      const scores = model.scores(training);
      const seconds = (performance.now() - from) / 1000;
      const judged = (all) => {
        const own = Float64Array.from(rest, (i) => all[i]);
        return { auc: auc(own, signs), saved: workSaved(own, hidden) };
      };
      const results = { [OURS]: judged(scores) };
      if (peer !== undefined) {
        const theirs = await peer.scores(chosen);
        for (const name of PEERS) results[name] = judged(theirs[name]);
      }
      records.push({ labeled, draw: k, seconds, results });
      console.error(`${labeled} labelled, draw ${k + 1} of ${number}: ${results[OURS].auc.toFixed(3)}`);
    }
  peer?.stop();
  const names = Object.keys(records[0].results);
  const rows = names.map((name) =>
    counts.map((labeled) => {
      const own = records.filter((each) => each.labeled === labeled).map(({ results }) => results[name]);
      return { auc: mean(own.map((each) => each.auc)), saved: mean(own.map((each) => each.saved)) };
    }),
  );
  const fit = mean(records.map(({ seconds }) => seconds));
  if (json) {
    console.log(
      JSON.stringify({
        documents: bags.size,
        positives: positives.length,
        draws: number,
        seed,
        names,
        rows,
        reading,
        fit,
      }),
    );
    return;
  }
  const table = [
    `| | ${counts.map((n) => `${n} labelled: AUC | work saved`).join(" | ")} |`,
    `|---|${counts.map(() => "---|---").join("|")}|`,
    ...rows.map(
      (row, k) =>
        `| ${names[k]} | ${row.map(({ auc: area, saved }) => `${area.toFixed(3)} | ${saved.toFixed(3)}`).join(" | ")} |`,
    ),
  ].join("\n");
  const text = `${bags.size} documents, ${positives.length} positive, ${number} draws from seed ${seed}, ${SCIKIT_LEARN.replace("==", " ")}. Reading took ${reading.toFixed(1)} s, a training ${fit.toFixed(1)} s.`;
  console.log(`${text}\n\n${table}`);
  if (options.includes("--fill")) fill("research/texts.md", { texts: `${text}\n\n${table}` });
}
