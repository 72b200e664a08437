import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { auto } from "@bagwise/core/learners";
import { encodeModel } from "@bagwise/core/model";
import type { Browser } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBags } from "../../src/node/files/read-bags.js";
import { writeBags } from "../../src/node/files/write-bags.js";
import { launchChromium } from "../browser.js";
import { chromiumPath, missing, root } from "../require-all.js";

/** The lines that an example prints, run as a user runs it. Needs a build. */
const linesOf = (name: string, ...args: string[]): string[] =>
  execFileSync(process.execPath, [join(root, "examples", name), ...args], { encoding: "utf8", stdio: "pipe" })
    .trimEnd()
    .split("\n");

const numbersIn = (line: string): number[] => (line.match(/-?\d+\.\d+/g) ?? []).map(Number);

const folder = mkdtempSync(join(tmpdir(), "bagwise-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the examples", () => {
  it("rank a file, with mostly positive bags on top", async () => {
    const { bags, truth } = synthesise({ distance: 4, seed: 8 });
    const file = join(folder, "molecules.csv");
    await writeBags(bags, file);
    const [prior, ...ranked] = linesOf("rank-file.js", file, join(folder, "actives.model"));
    const [low, high] = numbersIn(prior);
    expect(low).toBeLessThan(0.3);
    expect(high).toBeGreaterThan(0.3);
    const found = ranked.map((line) => truth[bags.ids().indexOf(/bag-\d+/.exec(line)?.[0] ?? "")]);
    expect(found).toHaveLength(10);
    expect(found.filter((each) => each === "positive").length).toBeGreaterThanOrEqual(8);
  });

  it("learn from plain objects, with photos of a sunset on top", () => {
    const ranked = linesOf("plain-objects.js").map((line) => Number(/^photo-(\d+)/.exec(line)?.[1]));
    expect(ranked).toHaveLength(12);
    for (const photo of ranked.slice(0, 10)) expect(photo % 3).toBe(0);
  });

  it("explain a bag and choose a threshold", () => {
    const lines = linesOf("explain-and-threshold.js");
    const features = lines.filter((line) => line.startsWith("  "));
    expect(features.length).toBeGreaterThan(0);
    expect(features[0]).toMatch(/^ {2}f[123] is high: \d/);
    const [predicted, all] = (lines.at(-1) ?? "").match(/\d+/g)?.map(Number) ?? [];
    expect(predicted).toBeGreaterThan(0);
    expect(predicted).toBeLessThan(all);
  });

  it("audit a model and train it again", () => {
    const lines = linesOf("audit.js");
    expect(lines.slice(0, 4).map((line) => line.split(":")[0])).toEqual(["prior", "precision", "recall", "accuracy"]);
    const [value, low, high] = numbersIn(lines[0]);
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
    const [after] = numbersIn(lines[4]);
    expect(after).toBeGreaterThan(low);
    expect(after).toBeLessThan(high);
  });
});

const path = chromiumPath();

describe.skipIf(missing("Chromium", path))("the example in a browser", () => {
  let browser: Browser;
  let server: Server;

  beforeAll(async () => {
    const example = (name: string) => join(root, "examples", "browser", name);
    const bundle = await rolldown({
      input: { main: example("main.js"), worker: example("worker.js") },
      platform: "browser",
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    const files = new Map(output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk.code]] : [])));
    server = createServer((request, response) => {
      const code = files.get((request.url ?? "/").slice(1));
      response.setHeader("content-type", code === undefined ? "text/html" : "text/javascript");
      response.end(code ?? readFileSync(example("index.html")));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await launchChromium();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it("ranks a file in a worker and makes the same model as Node, byte by byte", async () => {
    const { bags } = synthesise({ bags: 60, labeled: 15, dimensions: 3, distance: 4, seed: 2 });
    const file = join(folder, "bags.csv");
    await writeBags(bags, file);
    // A model remembers how its file was read.
    const model = await auto().fit(await readBags(file));
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.setInputFiles("#file", file);
    await page.waitForSelector("#model:not([hidden])");
    const expected = model.rank(bags.unlabeled(), { heldOut: true }).slice(0, 10);
    expect(await page.locator("li").allTextContents()).toEqual(
      expected.map(({ bag, probability }) => `${bag} (${probability?.toFixed(3)})`),
    );
    const bytes = await page.evaluate(
      `fetch(document.querySelector("#model").href).then((r) => r.arrayBuffer()).then((b) => [...new Uint8Array(b)])`,
    );
    expect(bytes).toEqual([...encodeModel(model)]);
  });

  it("says what is wrong with a broken file", async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.setInputFiles("#file", {
      name: "broken.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("bag,x\na,1\na,two\n"),
    });
    await page.waitForFunction('document.querySelector("#status").textContent.includes("broken.csv")');
    expect(await page.locator("li").count()).toBe(0);
  });
});

it("the page about browsers shows the programs as they are", () => {
  const page = readFileSync(join(root, "docs", "start", "browser.md"), "utf8");
  for (const name of ["index.html", "main.js", "worker.js"])
    expect(page, name).toContain(readFileSync(join(root, "examples", "browser", name), "utf8"));
});
