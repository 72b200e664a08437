import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cliHere, type HereResult } from "../cli/run-cli.js";
import { root } from "../require-all.js";
import { PACKAGES } from "./house.js";

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
  ...PACKAGES.map(({ name }) => join("packages", name, "README.md")),
  join("examples", "README.md"),
].map((path) => path.replaceAll("\\", "/"));

/** Anchors as GitHub makes them from headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

/** The commands of a page's console blocks, each with the output printed below it, if any. */
function commandsOf(text: string): { command: string; output: string }[] {
  return [...text.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command, ...output] = part.split("\n");
        return { command: command.trim(), output: output.join("\n").trim() };
      }),
  );
}

const folders = mkdtempSync(join(tmpdir(), "bagwise-docs-"));
const runs = new Map<string, Promise<HereResult & { folder: string }>>();
afterAll(() => rmSync(folders, { recursive: true, force: true }));

/**
 * Runs the last of some commands in a folder where the others ran before it. Pages that begin alike
 * share the runs of their beginning.
 */
function runLast(commands: readonly string[]): Promise<HereResult & { folder: string }> {
  const key = commands.join("\n");
  const known = runs.get(key);
  if (known !== undefined) return known;
  const run = (async () => {
    const folder = mkdtempSync(join(folders, "run-"));
    const before = commands.slice(0, -1);
    if (before.length > 0) cpSync((await runLast(before)).folder, folder, { recursive: true });
    const [, ...args] = (commands.at(-1) ?? "").split(" ");
    return { ...(await cliHere(args, { cwd: folder })), folder };
  })();
  runs.set(key, run);
  return run;
}

describe.each(pages)("%s", (page) => {
  const text = readFileSync(join(root, page), "utf8");

  it("links only to what is there", () => {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path, anchor] = target.split("#");
      const file = path === "" ? page : relative(root, join(root, dirname(page), path));
      expect(existsSync(join(root, file)), `${page} -> ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(readFileSync(join(root, file), "utf8")), target).toContain(anchor);
    }
  });

  it("shows commands that work and print what it says", { timeout: 120_000 }, async () => {
    const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);
    const before: string[] = [];
    for (const { command, output } of commandsOf(text)) {
      const typed = command.replace(/^npx /, "");
      const [program, ...args] = typed.split(" ");
      if (program === "npm") {
        expect(args[0] === "run" ? scripts : ["test", "install"], command).toContain(
          args[0] === "run" ? args[1] : args[0],
        );
        continue;
      }
      expect(program, command).toBe("bagwise");
      before.push(typed);
      const { status, stdout, stderr } = await runLast(before);
      expect(status, `${command}: ${stderr}`).toBe(0);
      if (output !== "") expect(stdout.trim(), command).toBe(output);
    }
  });
});

it("the docs name every format and every ending", async () => {
  const { FORMATS } = await import("../../../files/src/format/formats.js");
  const formats = readFileSync(join(root, "docs", "reference", "formats.md"), "utf8");
  for (const { name, extensions } of FORMATS) {
    expect(formats).toContain(name);
    for (const extension of extensions) expect(formats).toContain(`\`.${extension}\``);
  }
});
