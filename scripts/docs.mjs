// Runs the commands in the console blocks of the README and the docs and puts what they print below
// those that show output: `npm run docs`. A command whose output is not to be shown has nothing
// below it; to have it shown, put a line with anything there and run this.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { root } from "./setup.mjs";

const { runCli } = await import(new URL("../packages/bagwise/dist/cli/run.js", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

const folders = mkdtempSync(join(tmpdir(), "bagwise-docs-"));
const runs = new Map();

/**
 * What the last of some commands prints in a folder where the others ran before it. Pages that
 * begin alike share the runs of their beginning.
 */
async function runLast(commands) {
  const key = commands.join("\n");
  const known = runs.get(key);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(folders, "run-"));
  if (commands.length > 1) cpSync((await runLast(commands.slice(0, -1))).folder, folder, { recursive: true });
  const [stdout, stderr] = [collected(), collected()];
  const status = await runCli(commands.at(-1).split(" ").slice(1), { cwd: folder, stdout, stderr });
  if (status !== 0) throw new Error(`${key}\n${stderr.text()}`);
  const run = { folder, stdout: stdout.text() };
  runs.set(key, run);
  return run;
}

function collected() {
  const pieces = [];
  const stream = new Writable({
    write(piece, _, done) {
      pieces.push(piece);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(pieces).toString("utf8") });
}

/** A console block with the output of its commands; `before` are the commands above it. */
async function filled(block, before) {
  const parts = [];
  for (const part of block.split(/^(?=\$ )/m)) {
    const [command, ...output] = part.trimEnd().split("\n");
    const typed = command.replace(/^\$ /, "");
    if (!typed.startsWith("bagwise ")) {
      parts.push(part);
      continue;
    }
    before.push(typed);
    const { stdout } = await runLast(before);
    parts.push(output.length === 0 ? part : `${command}\n${stdout.trimEnd()}\n`);
  }
  return parts.join("");
}

try {
  for (const page of pages) {
    const path = join(root, page);
    const text = readFileSync(path, "utf8");
    const before = [];
    const parts = [];
    // What a capturing group matches stays among the parts: opening, block and closing line.
    for (const [k, part] of text.split(/^(```console\n)([\s\S]*?)(^```)/gm).entries())
      parts.push(k % 4 === 2 ? await filled(part, before) : part);
    const after = parts.join("");
    if (after === text) continue;
    writeFileSync(path, after);
    console.log(`${page} updated.`);
  }
} finally {
  rmSync(folders, { recursive: true, force: true });
}
