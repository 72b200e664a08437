import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../../../src/cli/run.js";
import { allOf, type CommandOutline, formsOf, outlineOf } from "../../../src/cli/shell/outline.js";
import { missing } from "../../require-all.js";
import { cliHere, printed } from "../run-cli.js";

const SHELLS = ["bash", "zsh", "fish"] as const;
const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

const folder = mkdtempSync(join(tmpdir(), "bagwise-completion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let outline: CommandOutline;
beforeAll(async () => {
  outline = outlineOf(await program([]));
});

describe("completion", () => {
  it.each(SHELLS)("for %s names every command and every flag", async (shell) => {
    const script = await printed(["completion", shell]);
    for (const { path, flags } of allOf(outline)) {
      for (const name of path) expect(script).toContain(name);
      for (const flag of flags)
        for (const form of formsOf(flag))
          expect(script, `${path.join(" ")} ${form}`).toContain(shell === "fish" ? form.replace(/^--?/, "") : form);
    }
  });

  // The continuous integration installs neither zsh nor fish.
  it.each(SHELLS.filter(has))("for %s is a script without a mistake", async (shell) => {
    writeFileSync(join(folder, shell), await printed(["completion", shell]));
    const { status, stderr } = spawnSync(shell, ["-n", join(folder, shell)], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("refuses a shell that it does not know", async () => {
    expect((await cliHere(["completion", "csh"])).status).toBe(2);
  });
});

describe.skipIf(missing("bash", has("bash") || undefined))("completion in bash", () => {
  /** What bash offers for each line, whose last word is being typed. `=` parts words, as in bash. */
  async function offers(lines: readonly string[]): Promise<string[][]> {
    writeFileSync(join(folder, "script"), await printed(["completion", "bash"]));
    const calls = lines.map((line) => {
      const words = line.split(/ |(?<==)|(?==)/).map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _bagwise; echo "\${COMPREPLY[*]}"`;
    });
    const input = ["source ./script", ...calls].join("\n");
    const { stdout, stderr } = spawnSync("bash", ["--norc"], { cwd: folder, input, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split(" ").filter((word) => word !== ""));
  }

  it("offers commands, subcommands, flags of the command, and values of a flag; else file names", async () => {
    const [all, some, sub, flags, map, letter, equals, shells, free, file, value] = await offers([
      "bagwise ",
      "bagwise re",
      "bagwise experiment comp",
      "bagwise report m.model --m",
      "bagwise report m.model --map ",
      "bagwise report m.model --map u",
      "bagwise report m.model --map=p",
      "bagwise completion ",
      "bagwise report m.model --title ",
      "bagwise report m.model b",
      "bagwise report --title rank --ma",
    ]);
    expect(all).toEqual(outline.commands.map(({ path }) => path[0]));
    expect(some).toEqual(["review", "report"]);
    expect(sub).toEqual(["compare"]);
    expect(flags).toEqual(expect.arrayContaining(["--map", "--missing"]));
    expect(map).toEqual(["pca", "umap", "none"]);
    expect(letter).toEqual(["umap"]);
    expect(equals).toEqual(["pca"]);
    expect(shells).toEqual([...SHELLS]);
    // Nothing, so that bash offers file names.
    expect([free, file]).toEqual([[], []]);
    expect(value).toEqual(["--map"]);
  });

  it("does not offer what the help hides", async () => {
    const [flags] = await offers(["bagwise report m.model --d"]);
    expect(flags).not.toContain("--data");
    expect(flags).toContain("--delimiter");
  });
});
