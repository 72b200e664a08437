// Fills the tables of docs/research/negatives.md from a finished comparison: `npm run negatives --
// FOLDER`. FOLDER is the output folder of the command on that page. It replaces the text between
// <!-- NAME --> and <!-- end -->. It computes everything from results.jsonl.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, "report.html"))) {
  console.error("Usage: npm run negatives -- FOLDER, the output folder of a finished `bagwise experiment compare`");
  process.exit(2);
}

const trials = readFileSync(join(folder, "results.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ spec }) => spec !== undefined)
  .map(({ spec, result }) => ({
    ...result,
    protocol: spec.protocol,
    prior: spec.prior,
    method: spec.method,
    draw: [spec.dataset, spec.protocol, spec.prior, spec.labeled, spec.seed, spec.trial].join("|"),
  }));
const distinct = (key) => [...new Set(trials.map((trial) => trial[key]))];
const methods = distinct("method");
const REFERENCES = ["auto", "pu-skc:default"];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const error = (values) => {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1) / values.length);
};
const signed = (value) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
const markdown = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${head.map((_, k) => (k === 0 ? "---" : "---:")).join("|")}|`]
    .concat(rows.map((row) => `| ${row.join(" | ")} |`))
    .join("\n");

/** The trials of a method and protocol, by draw. */
const ownOf = (protocol, method) =>
  new Map(trials.filter((t) => t.protocol === protocol && t.method === method).map((t) => [t.draw, t]));

/** The AUC of a method minus that of another on the same draws, with its standard error. */
function againstText(own, other) {
  const differences = [...own].map(([draw, { auc }]) => auc - other.get(draw).auc);
  return `${signed(mean(differences))} ± ${error(differences).toFixed(3)}`;
}

function table(protocol) {
  const references = REFERENCES.map((method) => ownOf(protocol, method));
  return markdown(
    ["method", "AUC", ...REFERENCES.map((name) => `minus \`${name}\``), "gain", "called positive"],
    methods.map((method) => {
      const own = ownOf(protocol, method);
      const all = [...own.values()];
      return [
        `\`${method}\``,
        mean(all.map(({ auc }) => auc)).toFixed(3),
        ...references.map((other, k) => (method === REFERENCES[k] ? "" : againstText(own, other))),
        signed(mean(all.map(({ accuracy, constantAccuracy }) => accuracy - constantAccuracy))),
        `${Math.round((100 * mean(all.map(({ positiveRate }) => positiveRate))) / mean(all.map(({ prior }) => prior)))} %`,
      ];
    }),
  );
}

const tables = Object.fromEntries(distinct("protocol").map((protocol) => [protocol, table(protocol)]));
const page = join(root, "docs", "research", "negatives.md");
const before = readFileSync(page, "utf8");
const after = before.replace(/(<!-- ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g, (whole, open, name, close) =>
  tables[name] === undefined ? whole : `${open}\n${tables[name]}\n\n${close}`,
);
writeFileSync(page, after);
console.log(after === before ? "docs/research/negatives.md is up to date." : "docs/research/negatives.md updated.");
