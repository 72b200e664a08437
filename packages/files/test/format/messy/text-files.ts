import { gzipSync } from "node:zlib";
import { BAG, changed, comma, LABEL, type MessyFile, PLAIN, ROWS, text, X, Y, Z } from "./truth.js";

const commas = PLAIN.map(([name, cell]): (typeof PLAIN)[number] => [
  name,
  (row) => (typeof cell(row) === "number" ? comma(Number(cell(row))) : cell(row)),
]);

function latin1(content: string): Uint8Array {
  return Uint8Array.from(content, (each) => each.charCodeAt(0));
}

function utf16(content: string, { big }: { big: boolean }): Uint8Array {
  const bytes = new Uint8Array(2 * content.length + 2);
  const view = new DataView(bytes.buffer);
  [0xfeff, ...Array.from({ length: content.length }, (_, k) => content.charCodeAt(k))].forEach((unit, k) => {
    view.setUint16(2 * k, unit, !big);
  });
  return bytes;
}

const umlaut = (b: number) => `Müller ${b}`;

/** How text can be written: delimiters, line ends, encodings, what stands around the table. */
export const TEXT_FILES: readonly MessyFile[] = [
  {
    what: "semicolons and decimal commas",
    name: "a.csv",
    content: text(commas, { delimiter: ";" }),
    notes: ["decimal-comma"],
  },
  {
    what: "semicolons, decimal commas and Latin-1",
    name: "b.csv",
    content: latin1(
      text(
        changed("bag", ({ b }) => umlaut(b), commas),
        { delimiter: ";" },
      ),
    ),
    notes: ["decimal-comma", "western-text"],
    ids: umlaut,
  },
  { what: "tabs", name: "c.tsv", content: text(PLAIN, { delimiter: "\t" }) },
  { what: "tabs in a file called .csv", name: "d.csv", content: text(PLAIN, { delimiter: "\t" }) },
  { what: "bars", name: "e.csv", content: text(PLAIN, { delimiter: "|" }) },
  { what: "a byte order mark and CRLF", name: "f.csv", content: `\ufeff${text(PLAIN, { end: "\r\n" })}` },
  {
    what: "CRLF and LF mixed",
    name: "g.csv",
    content: text()
      .split("\n")
      .map((line, k) => (k % 3 === 1 ? `${line}\r\n` : `${line}\n`))
      .join("")
      .trimEnd(),
  },
  {
    what: "line ends inside quoted fields",
    name: "h.csv",
    content: text([...PLAIN, ["remark", ({ k }) => `"first\nsecond ""${k}"""`]]),
    shown: ["remark"],
    notes: ["ignored-text"],
  },
  { what: "everything quoted", name: "i.csv", content: text(PLAIN, { quoted: true }) },
  { what: "blank lines", name: "j.csv", content: `\n${text().replaceAll("\nm7,", "\n\nm7,")}\n\n` },
  { what: "blanks around fields", name: "k.csv", content: text(PLAIN, { delimiter: " , " }), ids: (b) => `m${b} ` },
  { what: "UTF-16 with a mark", name: "l.csv", content: utf16(text(), { big: false }), notes: ["encoding"] },
  {
    what: "UTF-16 with the large end first",
    name: "m.txt",
    content: utf16(text(), { big: true }),
    notes: ["encoding"],
  },
  { what: "gzip", name: "n.csv.gz", content: new Uint8Array(gzipSync(text())) },
  {
    what: "a delimiter at the end of every line",
    name: "o.csv",
    content: text([...PLAIN, ["", () => null]]),
    notes: ["renamed-columns"],
    problems: [],
  },
  {
    what: "no header",
    name: "p.csv",
    content: text().split("\n").slice(1).join("\n"),
    problems: ["no-bag-column"],
    suggested: { bag: "column1", label: "column2" },
    features: ["column3", "column4", "column5"],
    xyz: ["column3", "column4", "column5"],
  },
  {
    what: "a title above the header",
    name: "q.csv",
    content: `Results of plate 7\n${text()}`,
    hopeless: true,
    problems: ["one-column"],
  },
  {
    what: "a row with a field too many and one with too few",
    name: "r.csv",
    content: text()
      .replace(/(\nm3,.*)/, "$1,9")
      .replace(/\nm5,1,[^,]*,/, "\nm5,1,"),
    hopeless: true,
    problems: ["ragged"],
  },
  {
    what: "a quote that is never closed",
    name: "s.csv",
    content: text().replace("\nm9,", '\n"m9,'),
    hopeless: true,
    problems: ["quotes"],
  },
  { what: "names in capitals with blanks", name: "t.csv", content: text().replace("bag,label", " Bag ID ,LABEL") },
  { what: "rows in another order", name: "u.csv", content: text(PLAIN, { rows: shuffled() }) },
  {
    what: "a hundred columns more",
    name: "v.csv",
    content: text([BAG, LABEL, X, Y, Z, ...wide()]),
    features: ["x", "y", "z", ...wide().map(([name]) => name)],
  },
];

/** Bags apart from each other, instances of a bag in their order. */
function shuffled(): typeof ROWS {
  const rows = [...ROWS];
  const first = rows.filter(({ b, k }) => ROWS.findIndex((row) => row.b === b) === k);
  return [...first, ...rows.filter((row) => !first.includes(row))];
}

function wide(): (typeof PLAIN)[number][] {
  return Array.from({ length: 100 }, (_, k) => [`w${k}`, (row) => (((row.k + 1) ** 2 * (k + 3) * 7919) % 1009) / 8]);
}
