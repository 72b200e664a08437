import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sessionSeeds } from "./sessions.mjs";

/** Larger files only make the fuzzer slow. */
const LARGEST = 12_000;

/**
 * What the fuzzer starts from: small files of every format and models of every learner, each with
 * the name by which it is read.
 */
export async function loadSeeds(root, library) {
  const files = (...path) =>
    readdirSync(join(root, "packages", ...path))
      .filter((name) => !name.endsWith(".answers.json"))
      .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(root, "packages", ...path, name))) }));
  const formats = (...path) => files("files", "test", "format", ...path);
  const good = formats("corpus", "good");
  const { readBags, encodeBags, decodeModel, encodeModel } = library;
  const sample = await readBags(good.find(({ name }) => name === "sample.csv").bytes, { name: "sample.csv" });
  const ours = [];
  for (const rows of ["instances", "bags"]) {
    const pieces = [];
    for await (const piece of encodeBags(sample, { format: "parquet", rows })) pieces.push(piece);
    ours.push({ name: `ours-${rows}.parquet`, bytes: new Uint8Array(Buffer.concat(pieces)) });
  }
  const western = latin1Seeds();
  const models = files("bagwise", "test", "golden").flatMap(({ name, bytes }) =>
    ["json", "binary"].map((form) => ({ name, bytes: encodeModel(decodeModel(bytes), { form }) })),
  );
  const broken = formats("corpus", "broken").filter(({ name }) => !name.endsWith(".gz"));
  const sheets = formats("xlsx", "files");
  const data = [...good, ...ours, ...western, ...formats("parquet", "files"), ...sheets, ...broken];
  // Unpacking waits for another thread, so a few files are enough.
  const packed = good
    .filter((_, i) => i % 4 === 0)
    .map(({ name, bytes }) => ({ name: `${name}.gz`, bytes: new Uint8Array(gzipSync(bytes)) }));
  const small = ({ bytes }) => bytes.length <= LARGEST;
  return [...data, ...packed, ...models, ...sessionSeeds(library)].filter(small);
}

/** Text of older programs, with accents that are not UTF-8. */
function latin1Seeds() {
  const rows = (separator) =>
    ["id;label;x;note", "Müller;1;0,5;café crème", "Müller;;1,25;déjà vu", "Zoë;0;2,0;20 °C"]
      .join("\n")
      .replaceAll(";", separator);
  const lines = '{"id":"Zoë","x":1,"size":{"w":2},"v":[1,2]}\n{"id":"Zoë","x":2,"size":{"w":3},"v":[3,4]}\n';
  const attributes = "@relation r\n@attribute id string\n@attribute farbe {rot,grün}\n@attribute x numeric\n@data\n";
  return [
    ["latin1.csv", rows(";")],
    ["latin1.tsv", rows("\t")],
    ["latin1.jsonl", lines],
    ["latin1.arff", `${attributes}Müller,grün,1\nMüller,rot,2\n`],
  ].map(([name, text]) => ({ name, bytes: new Uint8Array(Buffer.from(text, "latin1")) }));
}
