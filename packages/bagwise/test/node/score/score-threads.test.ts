import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "@bagwise/core/model";
import { encodeBags, type ReadOptions } from "@bagwise/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBags } from "../../../../files/test/format/parts-of.js";

/** Threads run built files, so the built functions are what is tested. */
const built = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ new URL(`../../../dist/${name}`, import.meta.url).href);
const { scoreFileParts }: typeof import("../../../src/node/score/score-file.js") =
  await built("node/score/score-file.js");
const threads: typeof import("../../../src/node/score/score-threads.js") = await built("node/score/score-threads.js");
const { explainInThreads } = threads;
const {
  auto,
  explain,
  readBags,
}: typeof import("../../../src/index.js") & typeof import("../../../src/node/index.js") = await built("node/index.js");

let folder: string;
let file: string;
let model: Model;
let reading: ReadOptions;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-threads-"));
  file = join(folder, "bags.csv");
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeBags(makeBags({ count: 400, seed: 5, shift: 0.5 }))) pieces.push(piece);
  writeFileSync(file, Buffer.concat(pieces));
  const bags = await readBags(file);
  model = await auto().fit(bags.filter((i) => i < 60));
  reading = { recipe: model.card.recipe };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("scoreFileParts", () => {
  it("gives the same for any number of threads, and what the model says of the whole file", async () => {
    const expected = model.predict(await readBags(file, reading), { heldOut: true });
    for (const workers of [1, 2, 3]) {
      const answers = [];
      const options = { reading, workers, values: 150, reasons: { features: 1 } };
      const witnesses = [];
      for await (const part of scoreFileParts(model, file, options)) {
        answers.push(...part.answers);
        witnesses.push(...(part.reasons ?? []).map(({ witness }, i) => part.bags.instanceName(i, witness.instance)));
      }
      expect(answers).toEqual(expected);
      expect(witnesses).toHaveLength(400);
    }
    expect(expected.filter(({ heldOut }) => heldOut)).toHaveLength(60);
  });

  it("names the bag in an error from a thread", async () => {
    const broken = join(folder, "broken.csv");
    writeFileSync(
      broken,
      `bag,label,x,y\n${Array.from({ length: 50 }, (_, i) => `b${i},0,${i === 40 ? "1e200" : "0.5"},1\n`).join("")}`,
    );
    const all = async () => {
      for await (const _ of scoreFileParts(model, broken, { reading, workers: 2, values: 8 }));
    };
    await expect(all()).rejects.toMatchObject({ name: "InputError", code: "value-too-large", where: { bag: "b40" } });
  });
});

describe("explainInThreads", () => {
  it("explains as one thread does", async () => {
    const bags = (await readBags(file, reading)).filter((i) => i % 2 === 0);
    const expected = await explain(model, bags, { features: 2 });
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    for (const worth of [0, 1000])
      expect(await explainInThreads(model, bags, { workers: 2, features: 2, onProgress, worth })).toEqual(expected);
    expect(Math.max(...seen)).toBe(200);
  });
});

describe("knowingScores", () => {
  const { knowingScores } = threads;
  const values = { quick: 0, once: 300 };

  it("gives a model that says the same of all bags and of some, for any number of threads", async () => {
    const bags = await readBags(file, reading);
    for (const workers of [1, 2, 3]) {
      const done: number[] = [];
      const onProgress = (scored: number, total: number) => done.push(scored / total);
      const knowing = await knowingScores(model, bags, { workers, worth: 0, values, onProgress });
      expect(knowing).not.toBe(model);
      expect(done.length).toBeGreaterThan(2);
      expect(done[done.length - 1]).toBe(1);
      expect(knowing.predict(bags, { heldOut: true })).toEqual(model.predict(bags, { heldOut: true }));
      const some = bags.subset([7, 3, 200]).withLabels(["positive", "negative", "unlabeled"]);
      expect(knowing.rank(some)).toEqual(model.rank(some));
    }
  });

  it("leaves few bags, and bags that cannot be scored, to the model", async () => {
    const bags = await readBags(file, reading);
    expect(await knowingScores(model, bags, { workers: 2, values: { quick: 10_000, once: 300 } })).toBe(model);
    const matrix = bags.toMatrix();
    matrix[matrix.length - 1] = Number.NaN;
    const bad = bags.withMatrix(matrix);
    for (const workers of [1, 2]) {
      expect(await knowingScores(model, bad, { workers, worth: 0, values })).toBe(model);
      expect(() => model.scores(bad)).toThrow(/not a finite number/);
    }
  });
});

describe("a model served by threads", () => {
  it("gives the answers of one thread, and names the bag that cannot be scored", async () => {
    const { serveModel }: typeof import("../../../src/node/serve/serve-model.js") =
      await built("node/serve/serve-model.js");
    const [one, two] = [await serveModel(model, { port: 0 }), await serveModel(model, { port: 0, workers: 2 })];
    const post = async (url: string, body: string) => {
      const answer = await fetch(url, { method: "POST", body, headers: { "content-type": "text/csv" } });
      return { status: answer.status, body: await answer.json() };
    };
    try {
      const text = readFileSync(file, "utf8");
      for (const query of ["", "?witness=1"]) {
        const expected = await post(`${one.url}/score${query}`, text);
        expect(expected.status).toBe(200);
        const all = await Promise.all([1, 2, 3].map(() => post(`${two.url}/score${query}`, text)));
        for (const answer of all) expect(answer).toEqual(expected);
      }
      const bad = `${text.split("\n")[0]}\nbag x,0,1e300,1\n`;
      expect(await post(`${two.url}/score`, bad)).toEqual(await post(`${one.url}/score`, bad));
      expect((await post(`${two.url}/score`, bad)).status).toBe(400);
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });
});
