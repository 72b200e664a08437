import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere, refusal } from "../run-cli.js";

const model = fileURLToPath(new URL("../../golden/learner-pu-skc.model", import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-serve-"));
  writeFileSync(join(folder, "empty"), " \n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("bagwise serve", () => {
  it.each(["SIGINT", "SIGTERM"])("answers until %s, then ends well", async (signal) => {
    const signals = new EventEmitter();
    const run = cliHere(["serve", model, "--port", "0", "--json"], { signals });
    await expect.poll(() => signals.listenerCount(signal), { timeout: 20_000 }).toBe(1);
    signals.emit(signal);
    const { status, stdout, stderr } = await run;
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(signals.eventNames()).toEqual([]);
  });

  it("scores in one thread unless you ask for more", async () => {
    const help = (await cliHere(["serve", "--help"])).stdout.replace(/\s+/g, " ");
    expect(help).toContain('number of threads that read and score; the answers are the same (default: "1")');
    expect(await refusal(["serve", model, "--workers", "0"])).toContain("from 1 to 64");
  });

  it("refuses an empty token, a token file that is not there, and numbers that are none", async () => {
    expect(await refusal(["serve", model], { env: { BAGWISE_TOKEN: "" } })).toContain("the token is empty");
    expect(await refusal(["serve", model, "--token-file", "empty"], { cwd: folder })).toContain("the token is empty");
    expect(await refusal(["serve", model, "--token-file", "no"], { cwd: folder })).toContain("no");
    expect(await refusal(["serve", model, "--port", "web"])).toContain("--port");
    expect(await refusal(["serve", model, "--port", "99999"])).toContain("from 0 to 65535");
    expect(await refusal(["serve", "no.model"], { cwd: folder })).toContain("no.model");
  });
});
