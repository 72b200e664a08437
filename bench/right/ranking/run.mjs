// How well `auto` ranks, against what people do with scikit-learn, in the same run and on the same draws:
// bagged trees, a random forest, a forest on instances and bagged SVMs. Mean AUC of test bags by data set,
// protocol and prior, and the gain of decisions over the better constant guess if the prior is known.
// npm run bench -- ranking [--draws 20] [--seed 3000] [--labels N] [--records FILE] [--data FOLDER]
// [--more FOLDER] [--before FOLDER] [--only NAME,NAME] [--rankings "NAME;NAME"] [--fill] [--json].
// --before: a checkout of an earlier version, built there (npm ci, npm run build), whose `auto` takes part.
// --rankings: only these, by the names in the tables; those of scikit-learn go together.
// Every ranking of a draw is kept in the file of records, and read from it in the next run, unless what it
// is computed with has changed. --fill writes the tables into docs/research/ranking.md.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fill, mean } from "../../../scripts/tables.mjs";
import { dataFolder } from "../../speed/pu-skc/training-sets.mjs";
import { cellsOf, drawOf } from "./draws.mjs";
import { rankersOf } from "./rankings.mjs";
import { markdown, tableOf } from "./tables.mjs";

/** A draw, and what rankings of it are judged by; undefined where the data allow no such draw. */
async function judgedDraw(cell, { labeled, seed }) {
  const drawn = await drawOf(cell, { labeled, seed });
  if (drawn === undefined) return undefined;
  const { training, test, truth } = drawn;
  const signs = Int8Array.from(test.labels(), (label) => (label === "positive" ? 1 : -1));
  const hidden = Array.from(truth).filter((_, i) => training.labelOf(i) !== "positive");
  const prior = Math.min(0.99, Math.max(0.01, mean(hidden.map((each) => (each === 1 ? 1 : 0)))));
  const positives = mean(Array.from(signs, (sign) => (sign === 1 ? 1 : 0)));
  const hash = createHash("sha256");
  for (const bags of [training, test]) {
    hash.update(Float64Array.from(bags.toMatrix()));
    hash.update(JSON.stringify([bags.labels(), bags.ids().map((_, i) => bags.sizeOf(i))]));
  }
  const id = [cell.group, cell.name, cell.prior ?? "", labeled ?? "usual", seed, hash.digest("hex").slice(0, 8)];
  return { training, truth, test, signs, prior, constant: Math.max(positives, 1 - positives), seed, id: id.join("/") };
}

export async function run({ json = false, options = [] } = {}) {
  const after = (flag) => (options.includes(flag) ? options[options.indexOf(flag) + 1] : undefined);
  const draws = Number(after("--draws") ?? 20);
  const first = Number(after("--seed") ?? 3000);
  const labeled = after("--labels") === undefined ? undefined : Number(after("--labels"));
  const file = resolve(after("--records") ?? join(tmpdir(), "bagwise-ranking.jsonl"));
  const only = after("--only")?.split(",");
  const cells = cellsOf({ data: dataFolder(options), more: after("--more"), only });
  const known = new Map();
  for (const each of existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []) {
    const { id, ...found } = JSON.parse(each);
    known.set(id, found);
  }
  const { rankers, scikit, stop } = await rankersOf({
    before: after("--before"),
    only: after("--rankings")?.split(";"),
  });
  const records = [];
  try {
    for (let k = 0; k < draws; k++)
      for (const cell of cells) {
        const draw = await judgedDraw(cell, { labeled, seed: first + k });
        if (draw === undefined) continue;
        const parts = [];
        for (const { names, stamp, rank } of rankers) {
          const id = [names[0], stamp, draw.id].join("/");
          if (!known.has(id)) {
            const found = await rank(draw);
            known.set(id, found);
            appendFileSync(file, `${JSON.stringify({ id, ...found })}\n`);
          }
          parts.push(known.get(id));
        }
        const joined = (part) => Object.assign({}, ...parts.map((each) => each[part]));
        const { group, name, prior = null } = cell;
        records.push({ group, name, prior, aucs: joined("aucs"), gains: joined("gains"), seconds: joined("seconds") });
        if (process.stderr.isTTY) process.stderr.write(`\r${records.length} of ${draws * cells.length} draws`);
      }
  } finally {
    stop();
  }
  const table = tableOf(records);
  if (json) console.log(JSON.stringify({ peer: scikit, draws, seed: first, cells: table }, null, 2));
  else for (const part of Object.values(markdown(table))) console.log(`\n${part}`);
  if (options.includes("--fill")) fill("research/ranking.md", markdown(table));
}
