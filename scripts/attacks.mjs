// npm run attacks: makes the table of attacks in docs/reference/promises.md from what they found, bench/attacks/*.json.
import { readdirSync, readFileSync } from "node:fs";
import { fill } from "../bench/fill.mjs";

const folder = new URL("../bench/attacks/", import.meta.url);

/** A row for each stored attack: what was tried, how often it failed, and the command that tries it again. */
export function attackTable() {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")))
    .map(
      ({ attack, tried, failures, command }) =>
        `| ${attack} | ${tried.toLocaleString("en")} | ${failures} | \`${command}\` |`,
    );
  return ["| attack | tried | failures | again |", "|---|---|---:|---|", ...rows].join("\n");
}

if (import.meta.main ?? process.argv[1]?.endsWith("attacks.mjs"))
  fill("reference/promises.md", { attacks: attackTable() });
