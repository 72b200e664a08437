import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bytesOf, CORPUS } from "../../../../files/test/format/messy/corpus.js";
import { cliHere } from "../run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "bagwise-messy-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The words of a command as a shell splits them: quotes keep blanks, and nothing else is special. */
function words(line: string): string[] {
  const found = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return found.map((word) => word.replace(/'([^']*)'|\\(.)/g, (_, quoted, escaped) => quoted ?? escaped));
}

/** The commands that an output tells you to type: the rest of a line, up to a remark in brackets. */
function commandsIn(output: string): string[] {
  return [...output.matchAll(/(?<=^|[\s$`])bagwise (?:\S.*?)(?=\s{2,}|`|$)/gm)].map(([command]) => command);
}

/**
 * What a page shows and what folds measure does not depend on how the file is written: one file in
 * sixteen goes through all commands as they are printed, the others are trained on by the quickest
 * method and skip these two. With BAGWISE_THOROUGH=1 all files go through all.
 */
const SLOW = ["report", "evaluate"];
const EVERY = process.env.BAGWISE_THOROUGH ? 1 : 16;

const files = Object.entries(CORPUS)
  .flatMap(([topic, all]) => all.map((file) => ({ ...file, topic })))
  .map((file, k) => ({ ...file, thorough: k % EVERY === 0 }));

describe("a messy file", () => {
  it.each(files.map((file) => [`${file.topic}: ${file.what}`, file] as const))(
    "(%s) is trained on with the command that inspect prints, and all that train prints works",
    async (_, file) => {
      const cwd = mkdtempSync(join(folder, "case "));
      const name = `my ${file.name}`;
      writeFileSync(join(cwd, name), await bytesOf(file));
      const inspected = await cliHere(["inspect", name], { cwd });
      const stops = (file.problems ?? []).length > 0;
      expect(inspected.status, inspected.stderr).toBe(stops ? 2 : 0);
      const [train, ...others] = commandsIn(inspected.stdout);
      expect(others).toEqual([]);
      if (file.hopeless) {
        expect(train).toBeUndefined();
        return;
      }
      const [program, ...args] = words(train);
      expect([program, args[0], args[1]]).toEqual(["bagwise", "train", name]);
      const trained = await cliHere(file.thorough ? args : [...args, "--method", "lsdd"], { cwd });
      expect(trained, train).toMatchObject({ status: 0, stderr: "" });
      const next = commandsIn(trained.stdout);
      expect(next.length).toBeGreaterThan(0);
      for (const command of next) {
        // A name in capitals stands for a file of yours.
        const [, ...rest] = words(command).map((word) => (word === "NEW-FILE" ? name : word));
        if (!file.thorough && SLOW.includes(rest[0])) continue;
        const { status, stderr } = await cliHere(rest, { cwd });
        expect({ status, stderr }, command).toEqual({ status: 0, stderr: "" });
      }
    },
  );
});
