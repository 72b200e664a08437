import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PLAIN, text } from "../../../../files/test/format/messy/truth.js";
import { cliHere } from "../run-cli.js";

const cwd = mkdtempSync(join(tmpdir(), "bagwise-inspect-"));

afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const messy = text([
  ["Probe", ({ bag }) => bag],
  ["active", ({ positive }) => (positive ? "hit" : "")],
  ["a,b", ({ k }) => (k % 3 === 0 ? `remark ${k}` : k / 8)],
  ...PLAIN.slice(2, 4),
  ["z", ({ k, z }) => (k === 4 ? "-" : z)],
]).replace("a,b", '"a,b"');
writeFileSync(join(cwd, "my file.csv"), messy);

describe("bagwise inspect", () => {
  it("prints all problems, what is read all the same, and one command, and exits with 2", async () => {
    const { status, stdout, stderr, code } = await cliHere(["inspect", "my file.csv"], { cwd });
    expect({ status, code }).toEqual({ status: 2, code: "no-bag-column" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stdout).toContain("30 bags: 8 positive, 22 unlabeled, 0 negative");
    // A name with a comma is given by its number, and a value that looks like a flag by =.
    expect(stdout).toContain(
      "$ bagwise train 'my file.csv' --out 'my file.model' --bag Probe --positive hit --ignore 3 --na=- --missing median\n",
    );
    for (const told of ["a,b: ", "z: ", "active: "]) expect(stdout).toContain(`✗ ${told}`);
  });

  it("prints the same as JSON, with the options by name", async () => {
    const { status, stdout } = await cliHere(["inspect", "my file.csv", "--json"], { cwd });
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      bags: 30,
      error: { code: "no-bag-column" },
      suggested: { bag: "Probe", positive: ["hit"], ignore: ["a,b"], na: ["-"], missing: "median" },
      problems: [
        { code: "no-bag-column" },
        { code: "label-value", column: "active" },
        { code: "not-a-number", column: "a,b" },
        { code: "not-a-number", column: "z", count: 1 },
      ],
    });
  });

  it("repeats the flags you gave in the command, and needs no other where they are enough", async () => {
    const flags = ["--bag", "Probe", "--positive", "hit", "--ignore", "3", "--na=-", "--missing", "drop"];
    const { status, stdout } = await cliHere(["inspect", "my file.csv", ...flags], { cwd });
    expect(status).toBe(0);
    expect(stdout).toContain("--bag Probe --positive hit --ignore 3 --na=- --missing drop\n");
  });

  it("prints no command for bags that nothing can be learnt from", async () => {
    const { status, stdout } = await cliHere(["inspect", "-"], { cwd, input: "bag,x\na,1\nb,2\n" });
    expect(status).toBe(0);
    expect(stdout).not.toContain("bagwise train");
  });
});
