// How much work a review saves, against ASReview in the same run and from the same starting records: one relevant
// and one irrelevant record, drawn by a seed. ASReview runs `simulate` with its defaults. Both order all records;
// bagwise asks for no random ones here. npm run bench -- review --data FILE [--text title,abstract] [--label
// included] [--starts 10] [--seed 0] [--fill] [--json]. The file must have the truth as labels, 1 and 0. Finished
// starts are kept in bench/results/review.jsonl, and not run again. --fill writes docs/research/review.md. With
// --stopping it looks at the stopping rule instead: 100 synthetic reviews of each kind, and 100 of the file.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { contentHash, readBags } from "bagwise";
import { reviewMeasures, reviewRanker, simulateReview } from "bagwise/evaluation";
import { fill, mean } from "../../../scripts/tables.mjs";
import { ASREVIEW, pythonWithAsreview } from "../../python.mjs";
import { realStops, stoppingTable, syntheticStops } from "./stopping.mjs";

const KEPT = join(import.meta.dirname, "..", "..", "results", "review.jsonl");
const MEASURES = {
  wss95: "work saved at 95 %",
  wss100: "at 100 %",
  atd: "time to discovery",
  recall10: "recall after 10 %",
};

const optionOf = (options, name, usual) => (options.includes(name) ? options[options.indexOf(name) + 1] : usual);

function startPeer(file, label) {
  const python = pythonWithAsreview();
  if (python === undefined) throw new Error("ASReview cannot be installed: Python is missing");
  const child = spawn(python, [join(import.meta.dirname, "peer.py"), file, label], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("ASReview ended early");
      return JSON.parse(value);
    },
    stop: () => child.stdin.end(),
  };
}

/** Reviews from a start, with a new ranking after one record at first, then after 5 % of what is reviewed. */
async function ours(bags, truth, start) {
  const ranker = reviewRanker(bags);
  let [rankings, spent] = [0, 0];
  const began = performance.now();
  const rank = (labels) => {
    const from = performance.now();
    const { scores } = ranker.rank(labels);
    spent += performance.now() - from;
    rankings++;
    return scores;
  };
  const { order } = await simulateReview(truth, rank, { start, randomShare: 0, until: "all found" });
  return { order, seconds: (performance.now() - began) / 1000, perRanking: spent / rankings / 1000 };
}

/** All records in order: those after the last positive are negative. */
function measuresOf(order, truth) {
  const rest = truth.length - 2 - order.length;
  return reviewMeasures([...order.map((i) => truth[i] === "positive"), ...Array(rest).fill(false)]);
}

export async function run({ json, options }) {
  const file = optionOf(options, "--data");
  const label = optionOf(options, "--label", "included");
  if (file === undefined) throw new Error("name a file of labelled texts: --data FILE");
  const number = Number(optionOf(options, "--starts", "10"));
  const seed = Number(optionOf(options, "--seed", "0"));
  const bags = await readBags(file, { text: optionOf(options, "--text", "title,abstract"), label });
  const truth = bags.labels().map((each) => (each === "positive" ? "positive" : "negative"));
  const data = await contentHash(bags);
  mkdirSync(join(KEPT, ".."), { recursive: true });
  const kept = new Map(
    (existsSync(KEPT) ? readFileSync(KEPT, "utf8").trim().split("\n") : [])
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map((each) => [`${each.data} ${each.program} ${each.seed}`, each]),
  );
  const once = async (program, k, work) => {
    const key = `${data} ${program} ${k}`;
    if (!kept.has(key)) {
      const record = { data, program, seed: k, ...(await work()) };
      appendFileSync(KEPT, `${JSON.stringify(record)}\n`);
      kept.set(key, record);
    }
    return kept.get(key);
  };
  if (options.includes("--stopping")) {
    const reviews = Number(optionOf(options, "--reviews", "100"));
    const real = { name: "the texts", results: await realStops(bags, truth, reviews, once) };
    const table = stoppingTable([real, ...(await syntheticStops(reviews, 70_000))]);
    console.log(table);
    if (options.includes("--fill")) fill("research/review.md", { stopping: table });
    return;
  }
  const peer = startPeer(resolve(file), label);
  const records = [];
  for (let k = seed; k < seed + number; k++) {
    const { start } = await peer.ask({ seed: k, drawOnly: true });
    const own = await once("bagwise", k, () => ours(bags, truth, start));
    const theirs = await once(ASREVIEW, k, () => peer.ask({ seed: k, drawOnly: false }));
    const judged = [own, theirs].map(({ order, seconds }) => ({ ...measuresOf(order, truth), seconds }));
    records.push({ seed: k, start, bagwise: judged[0], ASReview: judged[1], perRanking: own.perRanking });
    console.error(`start ${k}: ${judged.map(({ wss95 }) => wss95.toFixed(3)).join(" against ")}`);
  }
  peer.stop();
  const programs = ["bagwise", "ASReview"];
  const means = programs.map((name) =>
    Object.fromEntries(
      [...Object.keys(MEASURES), "seconds"].map((each) => [each, mean(records.map((record) => record[name][each]))]),
    ),
  );
  const better = records.filter(({ bagwise, ASReview }) => bagwise.wss95 > ASReview.wss95).length;
  const perRanking = mean(records.map((each) => each.perRanking));
  if (json) {
    console.log(JSON.stringify({ documents: bags.size, starts: number, seed, programs, means, better, records }));
    return;
  }
  const positives = truth.filter((each) => each === "positive").length;
  const table = [
    `| | ${Object.values(MEASURES).join(" | ")} |`,
    `|---|${Object.keys(MEASURES)
      .map(() => "---")
      .join("|")}|`,
    ...programs.map(
      (name, p) =>
        `| ${name} | ${Object.keys(MEASURES)
          .map((each) => means[p][each].toFixed(3))
          .join(" | ")} |`,
    ),
  ].join("\n");
  const text = `${bags.size} records, ${positives} relevant, ${number} starts from seed ${seed}, ${ASREVIEW.replace("==", " ")}. In ${better} of them bagwise saved more work at 95 % recall. A ranking of all records took it ${perRanking.toFixed(2)} s.`;
  console.log(`${text}\n\n${table}`);
  if (options.includes("--fill")) fill("research/review.md", { review: `${text}\n\n${table}` });
}
