// npm run budgets: how large the house is today, beside what it may be. `-- --write` sets the figures of
// budgets.json to what is reached plus 2 %. Needs a build.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ORDER, pack } from "./pack.mjs";
import { root } from "./setup.mjs";

/** The figures that a test holds the house to. */
export const FILE = join(root, "budgets.json");

/** Room for small changes. */
const ROOM = 1.02;

const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"));
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** Lines of source by package, imports from other packages, and words of the docs: what can be counted at once. */
export function sourceFigures() {
  const sources = ORDER.map((name) => [name, filesIn(join(root, "packages", name, "src"), /(?<!\.generated)\.ts$/)]);
  const lines = Object.fromEntries(
    sources.map(([name, texts]) => [`lines of ${name}`, sum(texts.map((text) => text.split("\n").length - 1))]),
  );
  const across = /^(?:import|export|} from)[^;]*?"@bagwise\/|import\("@bagwise\//gm;
  const words = filesIn(join(root, "docs"), /\.md$/).map((text) => text.split(/\s+/).length);
  return {
    ...lines,
    "lines of all packages": sum(Object.values(lines)),
    "imports across packages": sum(
      sources.flatMap(([, texts]) => texts.map((text) => text.match(across)?.length ?? 0)),
    ),
    "words of docs": sum(words),
  };
}

/** Files and bytes of `bagwise` and of all packages as they are published, from what `pack` says of them. */
export function packedFigures(tarballs) {
  const bagwise = tarballs.find(({ name }) => name === "bagwise");
  return {
    "files of bagwise, packed": bagwise.files,
    "bytes of bagwise, unpacked": bagwise.unpackedSize,
    "files of all packages, packed": sum(tarballs.map(({ files }) => files)),
    "bytes of all packages, unpacked": sum(tarballs.map(({ unpackedSize }) => unpackedSize)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-budgets-"));
  const figures = { ...sourceFigures(), ...packedFigures(await pack(folder)) };
  rmSync(folder, { recursive: true });
  const budgets = process.argv.includes("--write")
    ? Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Math.ceil(figure * ROOM)]))
    : JSON.parse(readFileSync(FILE, "utf8"));
  writeFileSync(FILE, `${JSON.stringify(budgets, null, 2)}\n`);
  for (const [name, figure] of Object.entries(figures))
    console.log(`${name.padEnd(34)} ${String(figure).padStart(9)} of ${String(budgets[name]).padStart(9)}`);
}
