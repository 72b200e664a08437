import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { program } from "../../../src/cli/run.js";
import { manualPage } from "../../../src/cli/shell/man.js";
import { allOf, formsOf, outlineOf } from "../../../src/cli/shell/outline.js";

const built = new URL("../../../dist/bagwise.1", import.meta.url);

describe("the manual page", () => {
  let page: string;
  beforeAll(async () => {
    page = manualPage(await program([]));
  });

  it("is the one that the package installs", () => {
    expect(readFileSync(built, "utf8")).toBe(page);
    const { man } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(new URL(`../../../${man}`, import.meta.url).href).toBe(built.href);
  });

  it("has every command with its flags and examples", async () => {
    const plain = page.replaceAll("\\-", "-");
    for (const { path, usage, flags } of allOf(outlineOf(await program([]))).slice(1)) {
      const [, section = ""] = plain.split(`.SS "bagwise ${path.join(" ")}${usage === "" ? "" : ` ${usage}`}"`);
      const own = section.split("\n.S")[0];
      for (const flag of flags)
        for (const form of formsOf(flag))
          if (form !== "-h" && form !== "--help") expect(own, path.join(" ")).toContain(`\\fB${form}\\fR`);
    }
    expect(plain).toContain("$ bagwise report actives.model molecules.csv --open");
  });

  it("is ASCII, and no text of it starts a request", () => {
    expect(page).toMatch(/^[\n -~]*$/);
    const requests = new Set(page.split("\n").flatMap((line) => /^['.]\S*/.exec(line) ?? []));
    expect([...requests].sort()).toEqual([".B", ".I", ".PP", ".SH", ".SS", ".TH", ".TP", ".fi", ".nf"]);
  });

  // The continuous integration need not have groff.
  it.skipIf(spawnSync("groff", ["--version"]).status !== 0)("is printed by groff without a warning", () => {
    const { stdout, stderr } = spawnSync("groff", ["-ww", "-man", "-Tascii"], { input: page, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.length).toBeGreaterThan(10_000);
  });
});
