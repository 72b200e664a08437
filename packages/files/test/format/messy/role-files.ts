import { type Column, changed, type MessyFile, PLAIN, type Row, text } from "./truth.js";

const first = ({ b, k }: Row) => k === 2 * b + Math.floor(b / 2);
const with_ = (...columns: readonly Column[]) => text([...columns, ...PLAIN]);
const named = (bag: string, label: string) => text().replace("bag,label", `${bag},${label}`);

/** What may be the bag, the label, or neither. */
export const ROLE_FILES: readonly MessyFile[] = [
  {
    what: "ids with leading zeros",
    name: "a.csv",
    content: text(changed("bag", ({ b }) => `00${b}`)),
    ids: (b) => `00${b}`,
  },
  {
    what: "ids that pandas made decimals",
    name: "b.csv",
    content: text(changed("bag", ({ b }) => `${b}.0`)),
    ids: (b) => `${b}.0`,
  },
  {
    what: "ids of every script",
    name: "c.csv",
    content: text(changed("bag", ({ b }) => `分子 ${b} 🧪é`)),
    ids: (b) => `分子 ${b} 🧪é`,
  },
  { what: "the bag called id", name: "d.csv", content: named("id", "label"), notes: ["guessed"] },
  {
    what: "a bag column with a name that nobody knows",
    name: "e.csv",
    content: named("Probe", "label"),
    problems: ["no-bag-column"],
    suggested: { bag: "Probe" },
  },
  {
    what: "a bag column with a name in two words, and labels of another name",
    name: "f.csv",
    content: named("batch no", "outcome").replaceAll(/\n(m\d+),,/g, "\n$1,0,"),
    problems: ["no-bag-column"],
    suggested: { bag: "batch no", label: "outcome" },
  },
  {
    what: "labels under a name that nobody knows",
    name: "g.csv",
    content: text(changed("label", ({ positive }) => (positive ? "yes" : "no"))).replace("label", "outcome"),
    suggested: { label: "outcome" },
  },
  {
    what: "labels in words",
    name: "h.csv",
    content: text(changed("label", ({ positive }) => (positive ? "Active" : "inactive"))),
    notes: ["labels-not-known"],
  },
  {
    what: "labels in words that nobody knows",
    name: "i.csv",
    content: text(changed("label", ({ positive }) => (positive ? "hit" : "miss"))),
    problems: ["label-value label"],
    suggested: { positive: ["hit"], unlabeled: ["miss"] },
  },
  {
    what: "one word for a positive label",
    name: "j.csv",
    content: text(
      changed("label", ({ positive }) => (positive ? "toxisch, sehr" : null)),
      { delimiter: ";" },
    ),
    problems: ["label-value label"],
    suggested: { positive: ["*"] },
  },
  {
    what: "labels TRUE and FALSE",
    name: "k.csv",
    content: text(changed("label", ({ positive }) => (positive ? "TRUE" : "FALSE"))),
    notes: ["labels-not-known"],
  },
  {
    what: "labels on the first row of a bag alone",
    name: "l.csv",
    content: text(changed("label", (row) => (row.positive && first(row) ? 1 : null))),
  },
  {
    what: "labels that disagree within a bag",
    name: "m.csv",
    content: text(changed("label", (row) => (row.positive && first(row) ? 1 : 0))),
    hopeless: true,
    problems: ["two-labels label"],
  },
  {
    what: "a bag named on its first row alone",
    name: "n.csv",
    content: text(changed("bag", (row) => (first(row) ? row.bag : null))),
    hopeless: true,
    problems: ["empty-bag-id bag"],
  },
  {
    what: "a row of totals without a name",
    name: "o.csv",
    content: `${text()},,9000,9000,9000\n`,
    hopeless: true,
    problems: ["empty-bag-id bag"],
  },
  { what: "a row index", name: "p.csv", content: with_(["row", ({ k }) => k + 1]), notes: ["row-number"] },
  { what: "the row index of pandas", name: "q.csv", content: with_(["", ({ k }) => k]), notes: ["ignored-index"] },
  {
    what: "two row indices of pandas",
    name: "r.csv",
    content: with_(["", ({ k }) => k], ["Unnamed: 0", ({ k }) => k]),
    notes: ["ignored-index", "row-number"],
  },
  {
    what: "a copy of the label",
    name: "s.csv",
    content: with_(["assay", ({ positive }) => (positive ? 7 : 3)]),
    notes: ["label-copy"],
  },
  {
    what: "a number for each bag",
    name: "t.csv",
    content: with_(["cas", ({ b }) => 100_000 + ((7919 * b) % 9973)]),
    notes: ["identifier"],
  },
  {
    what: "two columns of the same name",
    name: "u.csv",
    content: text([...PLAIN, ["x", ({ k }) => ((k * 37) % 101) / 8]]),
    notes: ["renamed-columns"],
    features: ["x", "y", "z", "x (2)"],
  },
  {
    what: "one instance in each bag",
    name: "v.csv",
    content: text(changed("bag", ({ k }) => `m${k}`)),
    single: true,
  },
  {
    what: "everything at once",
    name: "w.csv",
    content: text(
      [
        ["", ({ k }) => k],
        ["Probe", ({ bag }) => bag],
        ["active", ({ positive }) => (positive ? "ja" : "")],
        ["x", ({ x, k }) => (k === 3 ? "n.d." : String(x).replace(".", ","))],
        ["x", ({ y }) => String(y).replace(".", ",")],
        ["z", ({ z, k }) => (k === 8 ? "" : String(z).replace(".", ","))],
        ["Datum", ({ k }) => `${(k % 28) + 1}.3.2024`],
        ["Notiz", ({ k }) => `Bemerkung ${k}`],
      ],
      { delimiter: ";", end: "\r\n" },
    ),
    problems: ["no-bag-column", "label-value active", "not-a-number x", "missing-value z"],
    suggested: { bag: "Probe", positive: ["ja"], na: ["n.d."], missing: "median" },
    features: ["x", "x (2)", "z"],
    xyz: [null, "x (2)", null],
    shown: ["Notiz"],
    notes: ["decimal-comma", "renamed-columns", "ignored-index", "ignored-dates"],
  },
];
