// npm run fuzz -- parts [COUNT] [SEED] [--record]: reads files at once, in pieces of a few bytes and in parts of a few values, and
// looks for one that is not read alike. Line ends are odd, quotes stand across pieces, bags across parts.
// npm run fuzz -- parts 1 SEED NUMBER repeats one of them.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup.mjs";
import { draws } from "./random.mjs";
import { RECORD, store } from "./record.mjs";

const FORMATS = ["csv", "csv", "tsv", "jsonl", "parquet", "arrow", "json", "arff", "svmlight", "csv.gz", "jsonl.gz"];
/** What is read as it comes, so that parts of it can be given away. */
const IN_PARTS = new Set(["csv", "tsv", "jsonl", "parquet", "csv.gz", "jsonl.gz"]);
/** More than what the readers look at to learn how a file is written. */
const HEAD = 2 ** 18;
const LINE_ENDS = ["\n", "\r\n", "\n\n", "\r\n\r\n", " \n"];
const IDS = ["", " ", '"', ",", "\n", "\r\n", "é", "\u{1f600}", "'", "\t", "; ", "#", "\u2028"];

/** A file, how its bytes come and how large its parts are; the pair of seed and number decides. */
export async function partsProblem(seed, number, library) {
  const draw = draws(seed, number);
  const format = draw.pick(FORMATS);
  const name = `bags.${format}`;
  // What comes before only fills the readers' first look.
  const long = draw.chance(0.2);
  const write = { csv: delimited, tsv: delimited, jsonl: lines }[format.replace(".gz", "")];
  const bags = someBags(draw, long ? 4000 : 1 + draw.small(40));
  const plain =
    write !== undefined && draw.chance(0.7)
      ? new TextEncoder().encode(write(draw, bags, format.startsWith("tsv") ? "\t" : draw.pick([",", ",", ";"])))
      : await encoded(library, bags, format.replace(".gz", ""));
  const bytes = format.endsWith(".gz") ? await packed(plain) : plain;
  const mess = draw.chance(0.15) && bytes.length > 0;
  if (mess) bytes[bytes.length - 1 - draw.small(bytes.length)] = draw.pick([34, 10, 13, 44, 0, 255, 32, 49]);
  const tiny = bytes.length < 20_000 || draw.chance(0.2);
  return {
    name,
    bytes,
    values: 1 + draw.small(60),
    sizes: Array.from({ length: 40 }, () => (tiny ? 1 + draw.small(9) : draw.pick([1, 2, 7, 4096, 65536, HEAD - 1]))),
  };
}

/** Bags as plain objects: some have no instance values alike, some ids hold what separates fields. */
function someBags(draw, count) {
  const width = 1 + draw.below(3);
  const value = () => draw.pick([draw.below(9), draw.below(1e6) / 1e3, -draw.below(99) / 7, 1e-300, 2 ** 53, 0.1]);
  return Array.from({ length: count }, (_, i) => ({
    id: `${draw.chance(0.2) ? draw.pick(IDS) : "b"}${i}${draw.chance(0.05) ? draw.pick(IDS) : ""}x`,
    label: draw.pick([1, 0, 0]),
    instances: Array.from({ length: 1 + draw.below(4) }, () => Array.from({ length: width }, value)),
  }));
}

function delimited(draw, bags, delimiter) {
  const odd = draw.chance(0.5) ? LINE_ENDS : ["\n"];
  const quote = (text, share) => {
    const mustBe = /["\r\n,;\t]|^\s|\s$/.test(text);
    return mustBe || draw.chance(share) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const width = bags[0].instances[0].length;
  const header = ["bag", "label", ...Array.from({ length: width }, (_, j) => `x${j}`)];
  const share = draw.pick([0, 0.02, 0.5]);
  const rows = bags.flatMap(({ id, label, instances }) =>
    instances.map((row) => [quote(id, share), String(label), ...row.map((value) => quote(String(value), share))]),
  );
  // Sometimes a bag comes back after others.
  if (draw.chance(0.1) && rows.length > 2) rows.push(rows[draw.below(rows.length - 1)]);
  const end = () => (draw.chance(0.05) ? draw.pick(odd) : odd[0]);
  const mark = draw.chance(0.1) ? "\ufeff" : "";
  const last = draw.chance(0.3) ? "" : end();
  const text = [header, ...rows].map((row) => row.join(delimiter));
  return mark + text.map((line, k) => line + (k === text.length - 1 ? last : end())).join("");
}

function lines(draw, bags) {
  const byBag = draw.chance(0.5);
  const text = bags.flatMap(({ id, label, instances }) =>
    byBag
      ? [JSON.stringify({ bag: id, label, instances: instances.map(named) })]
      : instances.map((row) => JSON.stringify({ bag: id, label, ...named(row) })),
  );
  const odd = draw.chance(0.5) ? LINE_ENDS : ["\n"];
  return text.map((line) => line + (draw.chance(0.05) ? draw.pick(odd) : odd[0])).join("");
}

const named = (row) => Object.fromEntries(row.map((value, j) => [`x${j}`, value]));

async function encoded({ BagSet, encodeBags }, bags, format) {
  const pieces = [];
  for await (const piece of encodeBags(BagSet.from(bags), { format })) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

async function packed(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The bytes in pieces of these sizes, again and again. A piece is overwritten when the next but one is asked for. */
async function* pieces(bytes, sizes) {
  const given = [];
  for (let at = 0, k = 0; at < bytes.length; at += sizes[k++ % sizes.length]) {
    if (given.length === 2) given.shift().fill(0x37);
    given.push(bytes.slice(at, at + sizes[k % sizes.length]));
    yield given.at(-1);
  }
}

async function all(parts) {
  const found = [];
  for await (const part of parts) found.push(part);
  return found;
}

/** What the ways of reading must agree on: all values, names and places, or the error. */
async function outcome(name, work, { InputError, ScatteredBag }) {
  try {
    const sets = await work();
    return JSON.stringify(
      sets.flatMap((bags) =>
        Array.from(bags, ({ id, label, size, values, index }) => {
          const names = Array.from({ length: size }, (_, j) => bags.instanceName(index, j));
          return [id, label, Array.from(values, (value) => (Object.is(value, -0) ? "-0" : value)), names];
        }),
      ),
    );
  } catch (error) {
    if (error instanceof ScatteredBag) return "scattered";
    // Of a damaged archive, the size of the pieces decides whether its end or what it holds is noticed first.
    if (error instanceof InputError && name.endsWith(".gz")) return "refused";
    if (error instanceof InputError) return `${error.code} ${JSON.stringify(error.where)}`;
    throw error;
  }
}

/** How the ways of reading a problem differ; undefined if they agree. */
export async function partsDiffer({ name, bytes, values, sizes }, library) {
  const { readBags, readBagParts } = library;
  const format = name.slice(name.indexOf(".") + 1);
  const options = { name, bag: "bag", label: "label" };
  const wanted = format === "svmlight" ? { name } : options;
  const source = { name, size: undefined, bytes: () => pieces(bytes, sizes) };
  const whole = await outcome(name, async () => [await readBags(bytes, wanted)], library);
  const ways = { "in pieces": await outcome(name, async () => [await readBags(source, wanted)], library) };
  const read = IN_PARTS.has(format) && (await readBags(bytes, wanted).catch(() => undefined));
  if (read?.recipe) {
    const recalled = { ...wanted, recipe: read.recipe };
    const again = await outcome(name, async () => [await readBags(bytes, recalled)], library);
    if (again !== whole) return `like itself: ${shortly(whole, again)}`;
    for (const [way, input] of Object.entries({ "in parts": bytes, "in parts of pieces": source })) {
      const parts = await outcome(name, () => all(readBagParts(input, recalled, { values })), library);
      if (parts !== "scattered" || !comesBack(read)) ways[way] = parts;
    }
  }
  for (const [way, found] of Object.entries(ways)) if (found !== whole) return `${way}: ${shortly(whole, found)}`;
  return undefined;
}

/** Whether rows of a bag stand behind those of a later one, by their places in the file. */
function comesBack(bags) {
  let last = 0;
  return Array.from(bags, ({ index, size }) => {
    const places = Array.from({ length: size }, (_, j) => Number(/\d+/.exec(bags.instanceName(index, j) ?? "")?.[0]));
    const before = last;
    last = Math.max(last, ...places);
    return !(Math.min(...places) > before) || places.some(Number.isNaN);
  }).includes(true);
}

function shortly(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `${a.slice(Math.max(0, at - 40), at + 80)} <> ${b.slice(Math.max(0, at - 40), at + 80)}`;
}

/** The parts of the built library that are compared. */
async function loadLibrary() {
  const from = (path) => import(pathToFileURL(join(root, "packages", path)).href);
  const [main, errors, parts, cut, bags] = await Promise.all(
    [
      "bagwise/dist/index.js",
      "core/dist/base/errors.js",
      "files/dist/format/read-parts.js",
      "files/dist/format/rows/cut.js",
      "core/dist/bags/bag-set.js",
    ].map(from),
  );
  return { ...main, ...errors, ...parts, ...cut, ...bags };
}

/** The exit code: 0 if all files are read alike, 1 if one is not, 2 for arguments that make no sense. */
export async function parts(given) {
  const [count = "2000", seed = String(Math.floor(Date.now() / 1000)), only] = given.filter((each) => each !== RECORD);
  const [most, from] = [Number(count), Number(seed)];
  if (!(most > 0) || !Number.isSafeInteger(from)) {
    console.error("npm run fuzz -- parts [COUNT] [SEED] [--record], for example: npm run fuzz -- parts 2000 7");
    return 2;
  }
  const library = await loadLibrary();
  console.log(`Seed ${from}: ${most} files, each read at once, in pieces and in parts`);
  let failures = 0;
  for (let k = 0; k < most; k++) {
    const number = only === undefined ? k : Number(only);
    const problem = await partsProblem(from, number, library);
    const wrong = await partsDiffer(problem, library);
    if (wrong === undefined) continue;
    failures++;
    console.log(`FINDING ${number} (${problem.name}, ${problem.bytes.length} bytes): ${wrong}`);
  }
  console.log(`${most} files, ${failures} not read alike`);
  if (given.includes(RECORD))
    store("parts", {
      attack: "files read at once, in pieces of a few bytes and in parts of a few values",
      tried: `${most.toLocaleString("en")} files`,
      failures,
      command: `npm run fuzz -- parts ${most} ${from}`,
    });
  return failures === 0 ? 0 : 1;
}
