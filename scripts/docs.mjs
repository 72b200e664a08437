// Runs the commands in the console blocks of the README and the docs and puts what they print below
// those that show output: `npm run docs`. A command whose output is not to be shown has nothing
// below it; to have it shown, put a line with anything there and run this.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./setup.mjs";

const main = join(root, "packages", "bagwise", "dist", "cli", "main.js");
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

function filled(block, folder) {
  return block
    .split(/^(?=\$ )/m)
    .map((part) => {
      const [command, ...output] = part.trimEnd().split("\n");
      const [program, ...args] = command.replace(/^\$ /, "").split(" ");
      if (program !== "bagwise") return part;
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
        cwd: folder,
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`${command}\n${stderr}`);
      return output.length === 0 ? part : `${command}\n${stdout.trimEnd()}\n`;
    })
    .join("");
}

for (const page of pages) {
  const path = join(root, page);
  const folder = mkdtempSync(join(tmpdir(), "bagwise-docs-"));
  const before = readFileSync(path, "utf8");
  const after = before.replace(
    /^(```console\n)([\s\S]*?)(^```)/gm,
    (_, open, block, close) => open + filled(block, folder) + close,
  );
  rmSync(folder, { recursive: true, force: true });
  if (after !== before) {
    writeFileSync(path, after);
    console.log(`${page} updated.`);
  }
}
