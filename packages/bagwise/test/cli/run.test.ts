import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCli } from "../../src/cli/run.js";
import { Collected, cliHere } from "./run-cli.js";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-run-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a run with streams of its own", () => {
  it("prints nothing on those of the process: results, help, versions, errors of use and of input", async () => {
    const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write"));
    try {
      const runs = [
        [["synth", "-", "--bags", "4"], 0, "stdout"],
        [["synth", "own.csv", "--bags", "4"], 0, "stdout"],
        [["inspect", "own.csv", "--json"], 0, "stdout"],
        [[], 0, "stdout"],
        [["--help"], 0, "stdout"],
        [["train", "--help"], 0, "stdout"],
        [["--version"], 0, "stdout"],
        [["inspct"], 2, "stderr"],
        [["inspect"], 2, "stderr"],
        [["inspect", "not-there.csv"], 2, "stderr"],
      ] as const;
      for (const [args, status, stream] of runs) {
        const run = await cliHere(args, { cwd: folder });
        expect(run.status, args.join(" ")).toBe(status);
        expect(run[stream], args.join(" ")).not.toBe("");
        expect(run[stream === "stdout" ? "stderr" : "stdout"], args.join(" ")).toBe("");
      }
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  it("does not mix with another at the same time, nor with its folder", async () => {
    const folders = [mkdtempSync(join(folder, "a-")), mkdtempSync(join(folder, "b-"))];
    const runs = await Promise.all(
      folders.map((cwd, k) => cliHere(["synth", "bags.csv", "--bags", String(10 + k), "--json"], { cwd })),
    );
    const counts = await Promise.all(folders.map((cwd) => cliHere(["inspect", "bags.csv", "--json"], { cwd })));
    for (const [k, { stdout }] of runs.entries()) {
      expect(JSON.parse(stdout)).toMatchObject({ file: "bags.csv", bags: 10 + k });
      expect(JSON.parse(counts[k].stdout)).toMatchObject({ file: "bags.csv", bags: 10 + k });
    }
    expect(existsSync("bags.csv")).toBe(false);
  });

  it("reads its own standard input", async () => {
    const { status, stdout } = await cliHere(["inspect", "-", "--json"], { input: "bag,label,x\na,1,0.5\nb,0,0.25\n" });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ bags: 2, positive: 1 });
  });

  it("styles text for a terminal unless NO_COLOR is set", async () => {
    const inspect = async (env: Record<string, string>) => {
      const stdout = Object.assign(new Collected(), { isTTY: true, columns: 80 });
      await runCli(["inspect", "-"], { stdin: bytes("bag,label,x\na,1,0.5\nb,0,0.25\n"), stdout, env });
      return stdout.text();
    };
    expect(await inspect({})).toContain("\x1b[");
    expect(await inspect({ NO_COLOR: "1" })).not.toContain("\x1b[");
  });

  it("fits help to the width of its screen", async () => {
    const widest = async (columns: number) => {
      const stdout = Object.assign(new Collected(), { isTTY: true, columns });
      await runCli(["inspect", "--help"], { stdout });
      const [flags] = stdout.text().split("Examples:");
      return Math.max(...flags.split("\n").map((line) => line.length));
    };
    expect(await widest(90)).toBeLessThanOrEqual(90);
    expect(await widest(200)).toBeGreaterThan(90);
  });

  it("tells who asks which error it ended with, and names paths as they were given", async () => {
    const { status, code, stderr } = await cliHere(["inspect", "not-there.csv"], { cwd: folder });
    expect([status, code]).toEqual([2, "no-such-file"]);
    expect(stderr).toMatch(/^bagwise: not-there\.csv: /);
  });

  it("refuses to overwrite what it reads in its folder", async () => {
    await cliHere(["synth", "kept.csv", "--bags", "4"], { cwd: folder });
    expect(await cliHere(["convert", "kept.csv", "./kept.csv"], { cwd: folder })).toMatchObject({
      status: 2,
      code: "overwrite",
    });
  });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
