// The pages on raw things show commands on files that no command makes. They run here, on files that
// the tests make. Where one prints something else, run this test with `-u`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pumpsCsv } from "../../../files/test/encode/window/pumps.js";
import { cliHere } from "../cli/run-cli.js";
import { writeScenes } from "../node/raw/photo-files.js";
import { root } from "../require-all.js";

/** The pages, and what makes their files in a folder. */
const PAGES: readonly [string, (folder: string) => void | Promise<void>][] = [
  ["photos.md", async (folder) => void (await writeScenes(join(folder, "photos"), { photos: 60 }))],
  ["time-series.md", (folder) => writeFileSync(join(folder, "pumps.csv"), pumpsCsv())],
];

it.each(PAGES)(
  "docs/tasks/%s shows commands that work and print what it says",
  { timeout: 120_000 },
  async (name, make) => {
    const path = join(root, "docs", "tasks", name);
    const page = readFileSync(path, "utf8");
    const folder = mkdtempSync(join(tmpdir(), "bagwise-raw-"));
    try {
      await make(folder);
      let filled = "";
      let done = 0;
      for (const block of page.matchAll(/^```text\n(?=\$ )([\s\S]*?)^```/gm)) {
        const parts = block[1].split(/^\$ /m).slice(1);
        const printed: string[] = [];
        for (const part of parts) {
          const [command, ...output] = part.split("\n");
          const { status, stdout, stderr } = await cliHere(command.split(" ").slice(1), { cwd: folder });
          expect(status, `${command}: ${stderr}`).toBe(0);
          // A command without output on the page may print what it likes.
          printed.push(output.join("").trim() === "" ? `$ ${command}` : `$ ${command}\n${stdout.trimEnd()}`);
        }
        const start = block.index + "```text\n".length;
        filled += `${page.slice(done, start)}${printed.join("\n")}\n`;
        done = start + block[1].length;
      }
      expect(done).toBeGreaterThan(0);
      await expect(filled + page.slice(done)).toMatchFileSnapshot(path);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
