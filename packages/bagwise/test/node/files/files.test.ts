import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { synthesise } from "@bagwise/core/bags";
import { fileSource, writeAtomically } from "@bagwise/engines/disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromCsv } from "../../../../files/src/format/from-csv.js";
import { expectSameBags } from "../../../../files/test/format/arbitrary-bags.js";
import { readBags } from "../../../src/node/files/read-bags.js";
import { writeBags } from "../../../src/node/files/write-bags.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a file that is read", () => {
  it("is one sentence when it vanishes between being found and being read", async () => {
    const path = join(folder, "gone.csv");
    writeFileSync(path, "bag,x\na,1\n");
    const source = await fileSource(path);
    unlinkSync(path);
    await expect(fromCsv(source)).rejects.toMatchObject({
      name: "InputError",
      code: "no-such-file",
      where: { file: path },
    });
  });

  it("is one sentence when it shrinks while it is read", async () => {
    const path = join(folder, "shrinks.csv");
    writeFileSync(path, `bag,x\n${"a,1\n".repeat(1_000_000)}`);
    const reading = readBags(path, {
      onProgress: ({ bytes }) => {
        if (bytes === 2 ** 20) truncateSync(path, 2 ** 20);
      },
    });
    await expect(reading).rejects.toMatchObject({ name: "InputError", code: "changed", where: { file: path } });
  });

  it("gives the same bags whatever the size of its pieces", async () => {
    const { bags } = synthesise({ bags: 4000, dimensions: 20, seed: 3 });
    const path = join(folder, "large.csv");
    await writeBags(bags, path);
    expect(readFileSync(path).length).toBeGreaterThan(5 * 2 ** 20);
    expectSameBags(await readBags(path), bags);
  });
});

describe("a file that is written", () => {
  it("stays as it was when writing fails half-way, and no temporary file is left", async () => {
    const path = join(folder, "kept.txt");
    writeFileSync(path, "old");
    const failing = (function* () {
      yield new TextEncoder().encode("new");
      throw new Error("half-way");
    })();
    await expect(writeAtomically(path, failing)).rejects.toThrow("half-way");
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["kept.txt"]);
  });

  it("stays as it was when what was written turns out not to hold", async () => {
    const path = join(folder, "kept.txt");
    writeFileSync(path, "old");
    await writeAtomically(path, [new TextEncoder().encode("new")], () => false);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["kept.txt"]);
  });

  it("replaces what was there when all went well", async () => {
    const path = join(folder, "kept.txt");
    writeFileSync(path, "old and longer");
    await writeAtomically(path, [new TextEncoder().encode("new")]);
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["kept.txt"]);
  });

  it("packs by gzip when its name says so, and reads back", async () => {
    const { bags } = synthesise({ bags: 30, seed: 1 });
    const path = join(folder, "bags.jsonl.gz");
    await writeBags(bags, path);
    expect([...readFileSync(path).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    expectSameBags(await readBags(path), bags);
  });
});

describe("readBags in Node", () => {
  const text = "bag,x\na,1\na,2\nb,3\n";

  it("takes a file URL as well as a path, and text only as { text }", async () => {
    const path = join(folder, "some bags.csv");
    writeFileSync(path, text);
    const bags = await readBags(path);
    expectSameBags(await readBags(pathToFileURL(path)), bags);
    expectSameBags(await readBags({ text, name: "t.csv" }), bags);
    await expect(readBags(text)).rejects.toMatchObject({ code: "no-such-file" });
  });

  it("reads what fetch returns, and refuses the URL itself and an answer that is an error", async () => {
    const bags = await readBags(new Response(text), { format: "csv" });
    expect(bags.ids()).toEqual(["a", "b"]);
    await expect(readBags(new URL("https://example.org/x.csv"))).rejects.toMatchObject({ code: "not-a-file" });
    const missing = new Response("not here", { status: 404, statusText: "Not Found" });
    await expect(readBags(missing)).rejects.toMatchObject({ code: "response" });
  });
});

it("a file is read without the network code of Node, which asks the system for 8 GB of addresses", () => {
  const path = join(folder, "bags.csv");
  writeFileSync(path, "bag,label,x\na,1,1\nb,0,2\n");
  const entry = new URL("../../../dist/node/index.js", import.meta.url).href;
  const script = `const { readBags } = await import(${JSON.stringify(entry)});
    await readBags(${JSON.stringify(path)});
    console.log(process.moduleLoadList.filter((name) => /undici/.test(name)).length);`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(run).toMatchObject({ status: 0, stdout: "0\n" });
});
