import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadOptions } from "../../src/format/format.js";
import { encodeBags } from "../../src/format/write-bags.js";
import type { Model } from "../../src/model/model.js";
import { makeBags } from "../format/parts-of.js";

/** Threads run built files, so the built functions are what is tested. */
const built = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ new URL(`../../dist/${name}`, import.meta.url).href);
const { scoreFileParts }: typeof import("../../src/node/score-file.js") = await built("node/score-file.js");
const { explainInThreads }: typeof import("../../src/node/score-threads.js") = await built("node/score-threads.js");
const { auto, explain, readBags }: typeof import("../../src/index.js") & typeof import("../../src/node/index.js") =
  await built("node/index.js");

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
