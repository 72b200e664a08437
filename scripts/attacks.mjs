// npm run attacks: makes the tables of attacks in docs/reference/promises.md from what they found, bench/tried/*.json.
import { readdirSync, readFileSync } from "node:fs";
import { fill } from "./tables.mjs";

const folder = new URL("../bench/tried/", import.meta.url);

const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

/** What is stored, in the order of the names of the files. */
export function storedAttacks() {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map(read);
}

/** A row for each stored attack: what was tried, how often it failed, and the command that tries it again. */
export function attackTable() {
  const rows = storedAttacks()
    .filter(({ rooms }) => rooms === undefined)
    .map(
      ({ attack, tried, failures, command }) =>
        `| ${attack} | ${tried.toLocaleString("en")} | ${failures} | \`${command}\` |`,
    );
  return ["| attack | tried | failures | again |", "|---|---|---:|---|", ...rows].join("\n");
}

/** What is in the rooms that promise something. */
const WORDS = {
  proofs: "proofs that a problem is solved",
  scores: "scores and measures",
  judging: "evaluation, calibration, thresholds",
  review: "reviews and when to stop",
  audit: "audits",
  prior: "the share of positives",
  labels: "what labels mean",
};

/** A row for each room that promises something: the mistakes that its tests notice, and the branches that they take. */
export function roomTable() {
  const [mutants, coverage] = [read("mutants.json"), read("coverage.json")];
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const rows = mutants.rooms.map(({ room, mutants: tried, score }) => {
    const { branches, share } = coverage.rooms.find((each) => each.room === room);
    return `| ${WORDS[room] ?? room} | ${percent(score)} of ${tried} | ${percent(share)} of ${branches} |`;
  });
  return [
    "| room | small mistakes that a test notices | branches that a test takes |",
    "|---|---:|---:|",
    ...rows,
    `| again | \`${mutants.command}\` | \`${coverage.command}\` |`,
  ].join("\n");
}

if (import.meta.main ?? process.argv[1]?.endsWith("attacks.mjs"))
  fill("reference/promises.md", { attacks: attackTable(), rooms: roomTable() });
