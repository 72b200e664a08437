import { BAG, type Column, changed, comma, LABEL, type MessyFile, PLAIN, type Row, text, X, Y, Z } from "./truth.js";

const with_ = (...columns: readonly Column[]) => text([...PLAIN, ...columns]);
const odd = ({ k }: Row) => k % 11 === 4;
const ABSENT = ["NA", "n.a.", "-", "#N/A"];

/** How values can be written, and columns that are no plain numbers. */
export const VALUE_FILES: readonly MessyFile[] = [
  {
    what: "four words for a missing value",
    name: "a.csv",
    content: text(changed("y", (row) => (odd(row) ? ABSENT[row.k % 4] : row.y))),
    problems: ["not-a-number y", "missing-value y"],
    suggested: { missing: "median", na: ["#N/A", "-", "n.a."] },
    xyz: ["x", null, "z"],
  },
  {
    what: "blank cells",
    name: "b.csv",
    content: text(changed("y", (row) => (odd(row) ? null : row.y))),
    problems: ["missing-value y"],
    suggested: { missing: "median" },
    xyz: ["x", null, "z"],
  },
  {
    what: "columns that are nearly empty",
    name: "c.csv",
    content: with_(
      ...["p", "q", "r", "s"].map((name, i): Column => [name, ({ k }) => (k % 8 === i ? (k % 5) + 1 : null)]),
    ),
    problems: ["missing-value p", "missing-value q", "missing-value r", "missing-value s"],
    suggested: { missing: "median" },
    features: ["x", "y", "z", "p", "q", "r", "s"],
  },
  {
    what: "values below a limit of detection",
    name: "d.csv",
    content: text(changed("y", (row) => (odd(row) ? "<0.5" : row.y))),
    problems: ["not-a-number y"],
    suggested: { na: ["<0.5"], missing: "median" },
    xyz: ["x", null, "z"],
  },
  {
    what: "numbers with remarks of many kinds among them",
    name: "e.csv",
    content: text(changed("y", (row) => (odd(row) || row.k % 11 === 6 ? `see note ${row.k}` : row.y))),
    problems: ["not-a-number y"],
    suggested: { ignore: ["y"] },
    features: ["x", "z"],
    xyz: ["x", null, "z"],
  },
  {
    what: "decimal points and commas in one column",
    name: "f.csv",
    content: text(
      changed("y", (row) => (odd(row) ? comma(Number(row.y.toFixed(2))) : row.y)),
      { delimiter: ";" },
    ),
    problems: ["not-a-number y"],
    suggested: { ignore: ["y"] },
    features: ["x", "z"],
    xyz: ["x", null, "z"],
  },
  {
    what: "a comma before three digits among numbers with points",
    name: "w.csv",
    content: text(
      changed("y", (row) => (odd(row) ? "1,234" : row.y)),
      { delimiter: ";" },
    ),
    notes: ["ambiguous-thousands"],
    xyz: ["x", null, "z"],
  },
  {
    what: "percentages",
    name: "g.csv",
    content: text(changed("y", ({ y }) => `${Number((100 * y).toFixed(1))} %`)),
    notes: ["percent-columns"],
  },
  {
    what: "thousands signs",
    name: "h.csv",
    content: text(changed("z", ({ z }) => `"${z.toLocaleString("en-US")}"`)),
  },
  {
    what: "German numbers with points for thousands",
    name: "i.csv",
    content: text(
      PLAIN.map(
        ([name, cell]): Column => [
          name,
          (row) =>
            ["x", "y", "z"].includes(name)
              ? Number(cell(row)).toLocaleString("de-DE", { maximumFractionDigits: 3 })
              : cell(row),
        ],
      ),
      { delimiter: ";" },
    ),
    notes: ["decimal-comma"],
  },
  {
    what: "Swiss numbers with apostrophes",
    name: "j.csv",
    content: text(changed("z", ({ z }) => z.toLocaleString("en-US").replace(",", "’"))),
  },
  {
    what: "prices with a currency sign",
    name: "k.csv",
    content: with_(["price", ({ k }) => `$${(k * 37) % 101}.50`]),
    notes: ["numbers-in-text"],
    shown: ["price"],
  },
  {
    what: "numbers with a unit",
    name: "l.csv",
    content: with_(["dose", ({ k }) => `${(k * 37) % 101} mg`]),
    notes: ["numbers-in-text"],
    shown: ["dose"],
  },
  {
    what: "yes and no, true and false",
    name: "m.csv",
    content: with_(
      ["seen", ({ k }) => (k % 3 === 0 ? "yes" : "No")],
      ["flag", ({ k }) => (k % 4 === 0 ? "TRUE" : "FALSE")],
    ),
    notes: ["yes-no-columns"],
    features: ["x", "y", "z", "seen", "flag"],
  },
  {
    what: "words of a few kinds",
    name: "n.csv",
    content: with_(["colour", ({ k }) => ["red", "blue", "red"][k % 3]]),
    notes: ["categories"],
    features: ["x", "y", "z", "colour=blue", "colour=red"],
  },
  {
    what: "dates",
    name: "o.csv",
    content: with_(
      ["day", ({ k }) => `${(k % 28) + 1}.${(k % 12) + 1}.2024`],
      ["seen", ({ k }) => `2024-03-${10 + (k % 20)}T08:30:00Z`],
    ),
    notes: ["ignored-dates"],
  },
  {
    what: "a long text",
    name: "p.csv",
    content: with_(["abstract", ({ k }) => `"We study, in detail, ${"very ".repeat(60)}long things no. ${k}."`]),
    notes: ["ignored-text"],
    shown: ["abstract"],
  },
  {
    what: "addresses of pictures",
    name: "q.csv",
    content: with_(["url", ({ k }) => `https://example.org/i/${k}.jpg?size=2&v=1`]),
    notes: ["ignored-text"],
    shown: ["url"],
  },
  {
    what: "vectors in cells",
    name: "r.csv",
    content: text([BAG, LABEL, ["embedding", ({ x, y, z }) => `"[${x}, ${y}, ${z}]"`]]),
    notes: ["vector-columns"],
    features: ["embedding[1]", "embedding[2]", "embedding[3]"],
    xyz: ["embedding[1]", "embedding[2]", "embedding[3]"],
  },
  { what: "a column without values", name: "s.csv", content: with_(["void", () => null]), problems: [] },
  {
    what: "infinite values",
    name: "t.csv",
    content: text(changed("y", (row) => (odd(row) ? "inf" : row.y))),
    problems: ["not-a-number y"],
    suggested: { na: ["inf"], missing: "median" },
    xyz: ["x", null, "z"],
  },
  {
    what: "numbers with exponents and signs",
    name: "u.csv",
    content: text([BAG, LABEL, ["x", ({ x }) => `+${x.toExponential()}`], Y, Z]),
  },
  {
    what: "the label in the last column and the bag in the middle",
    name: "v.csv",
    content: text([X, Y, BAG, Z, LABEL]),
  },
];
