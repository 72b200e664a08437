// Blocks of the docs that are not run as they stand. Where one differs from what is printed, run
// this test with `-u`: it puts the new text into the page.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cliHere } from "../cli/run-cli.js";
import { root } from "../require-all.js";

/** The page with the first `text` block that begins with this line replaced. */
function withBlock(page: string, first: string, text: string): string {
  const from = page.indexOf(`\`\`\`text\n${first}\n`);
  expect(from, first).toBeGreaterThan(-1);
  const start = from + "```text\n".length;
  return `${page.slice(0, start)}${text.trimEnd()}\n${page.slice(page.indexOf("```", start))}`;
}

/** A new folder, and what a command prints there that must succeed. */
function desk() {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-excerpts-"));
  const run = async (command: string): Promise<string> => {
    const { status, stdout, stderr } = await cliHere(command.split(" ").slice(1), { cwd: folder });
    expect(status, `${command}: ${stderr}`).toBe(0);
    return stdout;
  };
  return { folder, run };
}

it("the page on auditing shows an audit that was answered by the truth", { timeout: 60_000 }, async () => {
  const path = join(root, "docs", "tasks", "auditing.md");
  const page = readFileSync(path, "utf8");
  const { folder, run } = desk();
  const rowsOf = (name: string) =>
    readFileSync(join(folder, name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
  try {
    const [, block] = /^```console\n([\s\S]*?)^```/m.exec(page) ?? [];
    for (const [, command] of (block ?? "").matchAll(/^\$ (.+)$/gm)) await run(command);
    const drawn = rowsOf("audit.csv");
    const truth = new Map(rowsOf("truth.csv").map(([bag, , bagTruth]) => [bag, bagTruth]));
    const answered = drawn.map(([bag, label, audit], k) => [bag, k === 0 ? label : truth.get(bag), audit]);
    writeFileSync(join(folder, "audit.csv"), `${answered.map((row) => row.join(",")).join("\n")}\n`);
    const command = "bagwise audit actives.model molecules.csv --answers audit.csv --refit audited.model";
    const printed = `$ ${command}\n${await run(command)}`;
    const shown = drawn.slice(0, 4).map((row) => row.join(","));
    const filled = withBlock(withBlock(page, shown[0], shown.join("\n")), `$ ${command}`, printed);
    await expect(filled).toMatchFileSnapshot(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("the page on reviews shows a review that was answered by the truth", { timeout: 60_000 }, async () => {
  const path = join(root, "docs", "tasks", "review.md");
  const page = readFileSync(path, "utf8");
  const { folder, run } = desk();
  const read = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
  try {
    await run("bagwise sample letters --out letters.csv --truth truth.csv");
    await run("bagwise review letters.csv");
    const truth = new Map(read("truth.csv").map((line) => line.split(",") as [string, string]));
    const answer = () => {
      const ids = read("letters.next.csv").map((line) => line.split(",")[0]);
      const rows = ids.slice(1).map((id) => `${id},${truth.get(id) === "1" ? 1 : 0}`);
      writeFileSync(join(folder, "letters.next.csv"), `bag,answer\n${rows.join("\n")}\n`);
    };
    answer();
    const second = "bagwise review letters.csv";
    let filled = withBlock(page, `$ ${second}`, `$ ${second}\n${await run(second)}`);
    answer();
    await run(second);
    answer();
    const last = `${second} --export labels.csv`;
    filled = withBlock(filled, `$ ${last}`, `$ ${last}\n${await run(last)}`);
    await expect(filled).toMatchFileSnapshot(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
