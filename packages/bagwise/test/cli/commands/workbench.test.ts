import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run.js";
import { Collected, refusal } from "../run-cli.js";

const main = fileURLToPath(new URL("../../../dist/bin/main.js", import.meta.url));
const letters = fileURLToPath(new URL("../../../samples/letters.csv", import.meta.url));

describe("bagwise workbench", () => {
  it("prints an address that answers, until Ctrl-C", async () => {
    const signals = new EventEmitter();
    const [stdout, stderr] = [new Collected(), new Collected()];
    const run = runCli(["workbench", letters, "--no-open", "--json"], { signals, stdout, stderr });
    while (stdout.text() === "") await new Promise((resolve) => setTimeout(resolve, 10));
    const { url, file } = JSON.parse(stdout.text()) as { url: string; file: string };
    expect(file).toBe(letters);
    expect(await (await fetch(url)).text()).toContain("letters.csv");
    expect(await (await fetch(`${url}given`)).text()).toContain("letter-01");
    signals.emit("SIGINT");
    expect(await run).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    expect(stderr.text()).toBe("");
  });

  it("refuses a port that is none, and a file that is not there", async () => {
    expect(await refusal(["workbench", "--port", "99999"])).toContain("Give a whole number from 1 to 65535");
    expect(await refusal(["workbench", "none.csv", "--no-open"])).toContain("none.csv");
  });

  it.skipIf(process.platform === "win32")("ends as a program when it gets a signal", async () => {
    const child = spawn(process.execPath, [main, "workbench", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (piece) => {
      text += String(piece);
    });
    while (!text.includes("Ctrl-C")) await once(child.stdout, "data");
    expect(text).toMatch(/^The workbench is at http:\/\/127\.0\.0\.1:\d+\//);
    child.kill("SIGINT");
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
  });
});
