import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { encodeBags } from "@bagwise/files";
import { describe, expect, it } from "vitest";
import { cliHere } from "../cli/run-cli.js";
import { root } from "../require-all.js";
import { failureModesPage } from "./failure-modes.js";

describe("docs/reference/failure-modes.md", () => {
  it("lists every code of the catalogue, with an example that was printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bagwise-failure-"));
    try {
      const file = join(folder, "twice.csv");
      writeFileSync(file, await doubled());
      const args = ["--prior", "0.3", "--degree", "1", "--lambda", "0.1"];
      const command = ["train", file, "--out", join(folder, "m.model"), "--method", "pu-skc", ...args];
      const { status, stdout } = await cliHere(command);
      expect(status).toBe(0);
      const example = stdout.split("\n").filter((_, i, lines) => isPartOf("different folds", lines, i));
      expect(example.length).toBeGreaterThan(0);
      const page = failureModesPage({ example: example.join("\n") });
      await expect(page).toMatchFileSnapshot(join(root, "docs", "reference", "failure-modes.md"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Whether a line is one of the note that holds these words. */
function isPartOf(words: string, lines: readonly string[], i: number): boolean {
  const starts = lines.map((line) => line.startsWith("Note: ") || line === "");
  const first = starts.lastIndexOf(true, i);
  const next = starts.indexOf(true, i + 1);
  return (
    lines[first] !== "" &&
    lines
      .slice(first, next === -1 ? undefined : next)
      .join(" ")
      .includes(words)
  );
}

/** Forty bags as CSV, and a copy of each with other ids and values that differ by little. */
async function doubled(): Promise<string> {
  const { bags } = synthesise({ bags: 40, labeled: 12, dimensions: 5, seed: 6 });
  let text = "";
  for await (const piece of encodeBags(bags, { format: "csv" })) text += new TextDecoder().decode(piece);
  const [header, ...rows] = text.trim().split("\n");
  const at = header.split(",").indexOf("label") + 1;
  const copy = (row: string) =>
    row
      .split(",")
      .map((cell, column) => (column === 0 ? `${cell}-again` : column < at ? cell : String(Number(cell) + 0.001)))
      .join(",");
  return [header, ...rows, ...rows.map(copy)].join("\n");
}
