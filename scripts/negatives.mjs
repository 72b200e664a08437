// Fills the tables of docs/research/negatives.md from a finished comparison: `npm run negatives --
// FOLDER`. FOLDER is the output folder of the command on that page. It replaces the text between
// <!-- NAME --> and <!-- end -->. It computes everything from results.jsonl.
import { distinct, fill, folderOf, linesOf, markdown, mean, signed, standardError } from "./tables.mjs";

const folder = folderOf("negatives", "report.html", ", the output folder of a finished `bagwise experiment compare`");

const trials = linesOf(folder, "results.jsonl")
  .filter(({ spec }) => spec !== undefined)
  .map(({ spec, result }) => ({
    ...result,
    protocol: spec.protocol,
    prior: spec.prior,
    method: spec.method,
    draw: [spec.dataset, spec.protocol, spec.prior, spec.labeled, spec.seed, spec.trial].join("|"),
  }));
const methods = distinct(trials.map(({ method }) => method));
const REFERENCES = ["auto", "pu-skc:default"];

/** The trials of a method and protocol, by draw. */
const ownOf = (protocol, method) =>
  new Map(trials.filter((t) => t.protocol === protocol && t.method === method).map((t) => [t.draw, t]));

/** The AUC of a method minus that of another on the same draws, with its standard error. */
function againstText(own, other) {
  const differences = [...own].map(([draw, { auc }]) => auc - other.get(draw).auc);
  return `${signed(mean(differences))} ± ${standardError(differences).toFixed(3)}`;
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

const tables = Object.fromEntries(
  distinct(trials.map(({ protocol }) => protocol)).map((protocol) => [protocol, table(protocol)]),
);
fill("research/negatives.md", tables);
