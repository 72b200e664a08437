import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BagSet, synthesise } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { encodeBags } from "@bagwise/files";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSameBags } from "../../../../../files/test/format/arbitrary-bags.js";
import { bagDigest, downloadMusk, type Fetchable, MUSK } from "../../../../src/experiment/datasets/download/musk.js";
import { readBags } from "../../../../src/node/files/read-bags.js";
import { dataFolder, missing } from "../../../require-all.js";
import { makeCompressed } from "./make-compressed.js";
import { makeZip } from "./make-zip.js";

const bagsOf = (seed: number) => synthesise({ bags: 12, dimensions: 4, reveal: true, seed }).bags;
const [one, two] = [bagsOf(1), bagsOf(2)];
const SETS: readonly Fetchable[] = [
  { name: "musk1", path: "74/musk+version+1.zip", entry: "clean1.data", digest: bagDigest(one) },
  { name: "musk2", path: "75/musk+version+2.zip", entry: "clean2.data", digest: bagDigest(two) },
];

async function muskFile(bags: BagSet): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeBags(bags, { format: "musk" })) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** What the server answers, by path; anything else is not found. */
const answers = new Map<string, Uint8Array>();
let server: Server;
let base: string;
let folder: string;
let into: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = answers.get(request.url ?? "");
    response.statusCode = body === undefined ? 404 : 200;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/public`;
  folder = mkdtempSync(join(tmpdir(), "bagwise-download-"));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  into = mkdtempSync(join(folder, "into-"));
  answers.clear();
  serve(0, { "clean1.data.Z": makeCompressed(await muskFile(one)), Index: new Uint8Array(3) });
  serve(1, { "musk/clean2.data": await muskFile(two) });
});

function serve(which: number, files: Record<string, Uint8Array>): void {
  answers.set(`/public/${SETS[which].path}`, makeZip(files));
}

describe("downloadMusk", () => {
  it("fetches both sets, packed by compress or plain, into a folder that it makes", async () => {
    const inner = join(into, "new", "data");
    expect(await downloadMusk(inner, { base, sets: SETS })).toEqual([
      { name: "musk1", file: join(inner, "musk1.csv"), fetched: true },
      { name: "musk2", file: join(inner, "musk2.csv"), fetched: true },
    ]);
    expect(readdirSync(inner).sort()).toEqual(["musk1.csv", "musk2.csv"]);
    expectSameBags(await readBags(join(inner, "musk1.csv")), one);
    expectSameBags(await readBags(join(inner, "musk2.csv")), two);
  });

  it("keeps a file that is there with the right content, and fetches the other", async () => {
    await downloadMusk(into, { base, sets: [SETS[0]] });
    const before = readFileSync(join(into, "musk1.csv"));
    answers.delete(`/public/${SETS[0].path}`);
    const done = await downloadMusk(into, { base, sets: SETS });
    expect(done.map(({ fetched }) => fetched)).toEqual([false, true]);
    expect(readFileSync(join(into, "musk1.csv"))).toEqual(before);
  });

  it("does not overwrite a file with another content", async () => {
    writeFileSync(join(into, "musk2.csv"), "bag,label,x\na,1,1\nb,-1,2\n");
    await expect(downloadMusk(into, { base, sets: SETS })).rejects.toMatchObject({
      code: "exists",
      where: { file: join(into, "musk2.csv") },
    });
    expect(readdirSync(into)).toEqual(["musk2.csv"]);
  });

  it.each<[string, () => Promise<void> | void, RegExp]>([
    ["other data", async () => serve(1, { "clean2.data": await muskFile(one) }), /musk2/],
    ["no such entry", () => serve(1, { "other.data": new Uint8Array(3) }), /clean2\.data\.Z/],
    ["a page instead of an archive", () => void answers.set(`/public/${SETS[1].path}`, Buffer.from("<html>")), /ZIP/],
    ["text instead of rows", () => serve(1, { "clean2.data": Buffer.from("a,b\n") }), /clean2\.data, line 1/],
    ["nothing at this address", () => void answers.delete(`/public/${SETS[1].path}`), /404/],
    [
      "half an archive",
      () => {
        const whole = answers.get(`/public/${SETS[1].path}`) ?? new Uint8Array(0);
        answers.set(`/public/${SETS[1].path}`, whole.subarray(0, whole.length / 2));
      },
      /cut off/,
    ],
  ])("writes nothing at all when the second set is %s", async (_, spoil, message) => {
    await spoil();
    const error = await downloadMusk(into, { base, sets: SETS }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(message);
    expect(readdirSync(into)).toEqual([]);
  });

  it("asks nobody when the folder is a file", async () => {
    const file = join(into, "a-file");
    writeFileSync(file, "mine");
    for (const place of [file, join(file, "below")])
      await expect(downloadMusk(place, { base: "http://127.0.0.1:1", sets: SETS })).rejects.toMatchObject({
        code: "not-a-folder",
        where: { file },
      });
  });

  it("says in one sentence that nobody answers", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const inner = join(into, "never");
    const downloading = downloadMusk(inner, { base: `http://127.0.0.1:${port}`, sets: SETS });
    await expect(downloading).rejects.toThrow(/\(ECONNREFUSED\)/);
    expect(existsSync(inner)).toBe(false);
  });

  it("says so when the connection breaks half-way", async () => {
    const breaking = createServer((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half", () => response.destroy());
    });
    await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
    const { port } = breaking.address() as AddressInfo;
    const downloading = downloadMusk(into, { base: `http://127.0.0.1:${port}`, sets: SETS });
    await expect(downloading).rejects.toMatchObject({ code: "network" });
    breaking.close();
    expect(readdirSync(into)).toEqual([]);
  });
});

describe("bagDigest", () => {
  const parts = {
    data: [1, 2, 3, 4, 5, 6],
    offsets: [0, 2, 3],
    ids: ["a", "b"],
    labels: ["positive", "negative"] as const,
    features: ["x", "y"],
  };
  const digest = async (change: Partial<typeof parts>) =>
    bagDigest((await import("../../../../../core/src/bags/bag-set.js")).BagSet.from({ ...parts, ...change }));

  it("is the same whatever the bags are called and however bags and instances are ordered", async () => {
    const same = await digest({});
    expect(await digest({ ids: ["MUSK-1", "NON-MUSK-2"], features: ["f1", "f2"] })).toBe(same);
    expect(await digest({ data: [3, 4, 1, 2, 5, 6] })).toBe(same);
    expect(
      await digest({ data: [5, 6, 1, 2, 3, 4], offsets: [0, 1, 3], labels: ["negative", "positive"] as never }),
    ).toBe(same);
  });

  it("changes with any value, any label and any move of an instance", async () => {
    const all = await Promise.all([
      digest({}),
      digest({ data: [1, 2, 3, 4, 5, 7] }),
      digest({ data: [2, 1, 3, 4, 5, 6] }),
      digest({ labels: ["positive", "positive"] as never }),
      digest({ offsets: [0, 1, 3] }),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });
});

const data = dataFolder();
describe.skipIf(missing("the paper's data sets (a folder named by BAGWISE_DATA)", data))("the checksums", () => {
  it.each(MUSK)("are those of $name", async ({ name, digest }) => {
    expect(bagDigest(await readBags(join(data ?? "", `${name}.csv`)))).toBe(digest);
  });
});
