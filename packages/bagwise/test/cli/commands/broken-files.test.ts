import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "@bagwise/core/base";
import { afterAll, describe, expect, it } from "vitest";
import { readBags } from "../../../src/node/files/read-bags.js";
import { cli, cliHere } from "../run-cli.js";

const corpus = fileURLToPath(new URL("../../../../files/test/format/corpus/", import.meta.url));
const files = readdirSync(join(corpus, "broken")).sort();
const folder = mkdtempSync(join(tmpdir(), "bagwise-broken-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(files)("the broken file %s", (name) => {
  const path = join(corpus, "broken", name);
  const sidecar = join(corpus, "expected", `${name}.json`);

  it("gives one sentence with the file and a remedy, exit code 2 and no stack trace", async () => {
    const { status, stdout, stderr } = await cliHere(["inspect", path]);
    expect(status).toBe(2);
    expect(stdout).not.toMatch(/\bat .*:\d+:\d+|undefined|\[object/);
    expect(stderr.startsWith(`bagwise: ${path}`), stderr).toBe(true);
    expect(stderr.trimEnd().split("\n"), stderr).toHaveLength(1);
    expect(stderr.trimEnd(), stderr).toMatch(/\.$/);
    expect(stderr.length).toBeLessThan(600);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+|undefined|\[object/);
  });

  it("leaves nothing half-written when converted", async () => {
    const { status } = await cliHere(["convert", path, join(folder, "out.csv")]);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(existsSync(sidecar))("is blamed at the right place", async () => {
    const { code, ...where } = JSON.parse(readFileSync(sidecar, "utf8"));
    const error = await readBags(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code, where });
  });
});

describe("what is no proper file", () => {
  it.each([
    ["a directory", () => folder],
    ["a file that is not there", () => join(folder, "nothing.csv")],
    ["a path through a file", () => join(corpus, "broken", files[0], "x.csv")],
  ])("%s is refused by name", (_, path) => {
    const { status, stdout, stderr } = cli(["inspect", path()]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(path());
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("an empty standard input is refused", () => {
    const { status, stderr } = cli(["inspect", "-"], { input: "" });
    expect(status).toBe(2);
    expect(stderr).toContain("standard input: the file is empty");
  });

  it("a folder that is not there cannot be written to", () => {
    const { status, stderr } = cli(["synth", join(folder, "no", "where", "x.csv")]);
    expect(status).toBe(2);
    expect(stderr).toContain("there is no folder");
  });
});
