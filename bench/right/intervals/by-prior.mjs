// How often intervals of the prior contain it: at each prior, for narrow intervals, and by data set; and what knowing
// the prior truly gains, by what bagwise said that it would.
import { mean } from "../../../scripts/tables.mjs";

const NARROW = 0.4;
/** What knowing the prior is said to gain, up to these; below the first, bagwise says that it gains nothing. */
const SAID = [0.005, 0.02, 0.05, 1];

const percent = (share) => `${Math.round(100 * share)} %`;
const signed = (value) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
const covers = ({ data: { low, high }, truth }) => low <= truth + 1e-9 && truth <= high + 1e-9;
const width = ({ data: { low, high } }) => high - low;
const groupsBy = (rows, key) =>
  [...new Set(rows.map(key))].map((value) => [value, rows.filter((row) => key(row) === value)]);

const table = (head, lines) =>
  [head, head.map((_, k) => (k === 0 ? "---" : "---:")), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");

function coverageLine(title, rows) {
  const narrow = rows.filter((row) => width(row) < NARROW);
  const below = rows.filter((row) => row.data.high < row.truth && !covers(row));
  return [
    title,
    String(rows.length),
    percent(mean(rows.map((row) => (covers(row) ? 1 : 0)))),
    mean(rows.map(width)).toFixed(2),
    String(below.length),
    String(narrow.length),
    narrow.length === 0 ? "" : percent(mean(narrow.map((row) => (covers(row) ? 1 : 0)))),
  ];
}

/** Coverage at each prior, and by data set, the worst first. */
export function coverageTable(rows) {
  const shares = groupsBy(rows, ({ share }) => share).sort(([a], [b]) => Number(a) - Number(b));
  const covered = (own) => mean(own.map((row) => (covers(row) ? 1 : 0)));
  const sets = groupsBy(rows, ({ name }) => name).sort(([, a], [, b]) => covered(a) - covered(b));
  return table(
    ["", "draws", "covered", "width", "truth above", `narrower than ${NARROW}`, "covered there"],
    [
      coverageLine("all", rows),
      ...shares.map(([share, own]) => coverageLine(`prior ${share}`, own)),
      ...sets.map(([name, own]) => coverageLine(name.replace("family:", ""), own)),
    ],
  );
}

/** What was said to be gained, and what was: accuracy over all unlabeled bags. Errors are over data sets. */
export function gainTable(rows) {
  const said = ({ worth }) => worth.known - worth.right;
  const gained = ({ decisions }) => decisions["prior known"] - decisions["prior from data"];
  const byAudit = ({ decisions }) => decisions["prior audited"] - decisions["prior from data"];
  const withError = (own, of) => {
    const means = groupsBy(own, ({ name }) => name).map(([, each]) => mean(each.map(of)));
    const off = mean(means.map((each) => (each - mean(means)) ** 2)) * (means.length / (means.length - 1));
    const error = means.length > 1 ? ` ± ${Math.sqrt(off / means.length).toFixed(3)}` : "";
    return `${signed(mean(own.map(of)))}${error}`;
  };
  const line = (title, own) => [
    title,
    String(own.length),
    signed(mean(own.map(said))),
    withError(own, gained),
    signed(mean(own.map(({ worth }) => worth.audited - worth.right))),
    withError(own, byAudit),
  ];
  return table(
    ["said to be gained", "draws", "prior known: said", "true", "audit of 30: said", "true"],
    [
      line("all", rows),
      ...SAID.flatMap((most, k) => {
        const least = SAID[k - 1] ?? Number.NEGATIVE_INFINITY;
        const own = rows.filter((row) => said(row) >= least && said(row) < most);
        const title = k === 0 ? `below ${most} ("not more")` : most < 1 ? `${least} to ${most}` : `${least} or more`;
        return own.length === 0 ? [] : [line(title, own)];
      }),
    ],
  );
}
