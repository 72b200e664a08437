import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { contentHash, type SynthesiseOptions, synthesise } from "@bagwise/core/bags";
import { type AutoOptions, auto, type PuSkcOptions, puSkc } from "@bagwise/core/learners";
import { linearAlgebra, matrix } from "@bagwise/core/linalg";
import { encodeModel } from "@bagwise/core/model";
import { readBags, WRITABLE_FORMATS } from "@bagwise/files";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium } from "../browser.js";
import { chromiumPath, missing } from "../require-all.js";
import { built, bundle } from "./bundle.js";

const path = chromiumPath();
const good = new URL("../../../files/test/format/corpus/good/", import.meta.url);

/** The bundle is served from memory; nothing else is. */
async function serve(): Promise<Server> {
  const chunks = await bundle({ bagwise: built("index.js"), linalg: built("entries/linalg.js") });
  const server = createServer((request, response) => {
    const chunk = chunks.get((request.url ?? "/").slice(1));
    response.setHeader("content-type", chunk === undefined ? "text/html" : "text/javascript");
    response.end(chunk === undefined ? "<!doctype html><title>bagwise</title>" : chunk.code);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

describe.skipIf(missing("Chromium", path))("in a browser", () => {
  let browser: Browser;
  let server: Server;
  let page: Page;

  beforeAll(async () => {
    server = await serve();
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** Runs a function body with the package as `bagwise`; gives back what it returns. */
  const inPage = async (body: string, argument: unknown = null): Promise<unknown> =>
    await page.evaluate(
      `(async (argument) => { const bagwise = await import("/bagwise.js"); ${body} })(${JSON.stringify(argument)})`,
    );

  it.each([...WRITABLE_FORMATS.map(({ extensions: [extension] }) => `sample.${extension}`), "sample.csv.gz"])(
    "reads %s as Node does, from a File and from a stream",
    async (name) => {
      const packed = name.endsWith(".gz");
      const plain = readFileSync(new URL(packed ? name.slice(0, -3) : name, good));
      const bytes = packed ? gzipSync(plain) : plain;
      const hash = await contentHash(await readBags(new Uint8Array(bytes), { name }));
      const body = `
      const bytes = Uint8Array.from(argument.bytes);
      const file = new File([bytes], argument.name);
      const fromFile = await bagwise.readBags(file);
      const fromStream = await bagwise.readBags(file.stream(), { name: argument.name });
      return Promise.all([fromFile, fromStream].map((bags) => bagwise.contentHash(bags)));`;
      expect(await inPage(body, { name, bytes: [...bytes] })).toEqual([hash, hash]);
    },
  );

  it("makes the same conformers as Node, bit by bit", async () => {
    const text = "CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O ibuprofen\nCN1CCC[C@H]1c1cccnc1 nicotine\nOCCCC/C=C\\C alcohol\n";
    const hash = await contentHash(await readBags({ text }, { name: "a.smi" }));
    const body = `return bagwise.contentHash(await bagwise.readBags({ text: argument }, { name: "a.smi" }));`;
    expect(await inPage(body, text)).toBe(hash);
  });

  it("makes the same synthetic bags as Node, bit by bit", async () => {
    const hash = await contentHash(synthesise({ seed: 5 }).bags);
    expect(await inPage("return bagwise.contentHash(bagwise.synthesise({ seed: 5 }).bags);")).toBe(hash);
  });

  it("writes files that it reads back the same", async () => {
    const body = `
      const { bags } = bagwise.synthesise({ bags: 20, seed: 2 });
      const hash = await bagwise.contentHash(bags);
      const wrong = [];
      for (const { name } of bagwise.FORMATS.filter(({ write }) => write !== undefined)) {
        const pieces = [];
        for await (const piece of bagwise.encodeBags(bags, { format: name, gzip: true })) pieces.push(piece);
        const again = await bagwise.readBags(new Blob(pieces), { format: name });
        if ((await bagwise.contentHash(again)) !== hash) wrong.push(name);
      }
      return wrong;`;
    expect(await inPage(body)).toEqual([]);
  });

  it("multiplies matrices with the SIMD back end, to the same bits as Node", async () => {
    const a = matrix(
      7,
      300,
      Float64Array.from({ length: 2100 }, (_, i) => Math.fround(Math.sin(i))),
    );
    const product = linearAlgebra().syrk(a);
    const body = `
      const linalg = await import("/linalg.js");
      const a = linalg.matrix(7, 300, Float64Array.from({ length: 2100 }, (_, i) => Math.fround(Math.sin(i))));
      const algebra = linalg.linearAlgebra();
      return { name: algebra.name, data: [...algebra.syrk(a).data] };`;
    expect(await inPage(body)).toEqual({ name: "simd", data: [...product.data] });
  });

  it.each<[string, PuSkcOptions]>([
    ["with no option at all", {}],
    [
      "with the logistic loss, a Gaussian and the prior by bbe",
      { loss: "logistic", kernel: "minimax-gaussian", prior: "bbe" },
    ],
    [
      "with the squared loss, the RKHS penalty and landmarks",
      { loss: "squared", penalty: "rkhs", landmarks: 9, prior: "median" },
    ],
    ["with a sum of kernels and the prior by pe", { kernel: "set-laplace+mean-cosine", lambda: 0.1, prior: "pe" }],
  ])("scores and trains a model %s to the same bits as Node", async (_, options) => {
    const data = { bags: 30, labeled: 10, dimensions: 3, seed: 7 };
    const model = await puSkc(options).fit(synthesise(data).bags);
    const body = `
      const { bags } = bagwise.synthesise(argument.data);
      const loaded = bagwise.decodeModel(Uint8Array.from(argument.bytes));
      const trained = await bagwise.puSkc(argument.options).fit(bags);
      const fresh = bagwise.synthesise({ ...argument.data, seed: 8 }).bags;
      return { scores: loaded.predict(fresh), bytes: [...bagwise.encodeModel(trained)] };`;
    const bytes = [...encodeModel(model)];
    expect(await inPage(body, { data, options, bytes })).toEqual({
      scores: model.predict(synthesise({ ...data, seed: 8 }).bags),
      bytes,
    });
  });

  it.each<[string, AutoOptions, SynthesiseOptions]>([
    ["with no option at all", {}, {}],
    ["with a range, an audit and known negatives", { prior: "0.1..0.6", audited: "2/6" }, { reveal: true }],
    ["with landmarks", { bootstrap: 0, prior: 0.3 }, { bags: 1010, labeled: 30, bagSize: 2 }],
  ])("trains auto %s to the same bits as Node", async (_, options, shape) => {
    const data = { bags: 30, labeled: 10, dimensions: 3, seed: 7, ...shape };
    const drawn = synthesise(data).bags;
    // Of revealed bags every second negative one is unlabeled again.
    const bags = drawn.withLabels(
      drawn.labels().map((label, i) => (label === "negative" && i % 2 ? "unlabeled" : label)),
    );
    const model = await auto(options).fit(bags);
    const body = `
      const drawn = bagwise.synthesise(argument.data).bags;
      const bags = drawn.withLabels(drawn.labels().map((label, i) => (label === "negative" && i % 2 ? "unlabeled" : label)));
      const model = await bagwise.auto(argument.options).fit(bags);
      const fresh = bagwise.synthesise({ ...argument.data, bags: 20, labeled: 5, seed: 8 }).bags;
      return { scores: model.predict(fresh), bytes: [...bagwise.encodeModel(model)] };`;
    expect(await inPage(body, { data, options })).toEqual({
      scores: model.predict(synthesise({ ...data, bags: 20, labeled: 5, seed: 8 }).bags),
      bytes: [...encodeModel(model)],
    });
  });

  it("gives typed errors there too", async () => {
    const body = `
      try { await bagwise.readBags({ text: "bag,x\\na,1\\na,two\\n", name: "t.csv" }); }
      catch (error) { return { code: error.code, where: error.where, typed: error instanceof bagwise.InputError }; }`;
    expect(await inPage(body)).toEqual({
      code: "not-a-number",
      where: { file: "t.csv", line: 3, column: 2, field: "x" },
      typed: true,
    });
  });
});
