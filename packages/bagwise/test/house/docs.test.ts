import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../cli/run-cli.js";
import { root } from "../require-all.js";

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
  join("packages", "bagwise", "README.md"),
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

  it("shows commands that work and print what it says", { timeout: 120_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "bagwise-docs-"));
    const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);
    try {
      for (const { command, output } of commandsOf(text)) {
        const [program, ...args] = command.replace(/^npx /, "").split(" ");
        if (program === "npm") {
          expect(args[0] === "run" ? scripts : ["test", "install"], command).toContain(
            args[0] === "run" ? args[1] : args[0],
          );
          continue;
        }
        expect(program, command).toBe("bagwise");
        const { status, stdout, stderr } = cli(args, { cwd: folder });
        expect(status, `${command}: ${stderr}`).toBe(0);
        if (output !== "") expect(stdout.trim(), command).toBe(output);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it("the docs name every format and every ending", async () => {
  const { FORMATS } = await import("../../src/format/formats.js");
  const formats = readFileSync(join(root, "docs", "reference", "formats.md"), "utf8");
  for (const { name, extensions } of FORMATS) {
    expect(formats).toContain(name);
    for (const extension of extensions) expect(formats).toContain(`\`.${extension}\``);
  }
});
