import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "@bagwise/core/bags";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { originals } from "../../../../lab/test/make.js";
import { labelledFolder } from "../../../src/experiment/datasets/labelled-folder.js";
import { writeBags } from "../../../src/node/files/write-bags.js";

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const bags = originals({ positive: 4, negative: 6 });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-labelled-"));
  mkdirSync(at("good", "below"), { recursive: true });
  await writeBags(bags, at("good", "wolf.csv"));
  await writeBags(bags.subset([0, 1, 5, 6]), at("good", "bear.v2.parquet"));
  await writeBags(bags, at("good", "ant.arff.gz"));
  writeFileSync(at("good", "README.md"), "hello");
  writeFileSync(at("good", ".hidden.csv"), "nothing");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("labelledFolder", () => {
  it("reads files of any format, in the order of their names, and says what it passed over", async () => {
    const { files, notes } = await labelledFolder(at("good"));
    expect(files.map(({ name, positive, negative }) => [name, positive, negative])).toEqual([
      ["ant", 4, 6],
      ["bear.v2", 2, 2],
      ["wolf", 4, 6],
    ]);
    expect(files[2]).toMatchObject({ file: at("good", "wolf.csv"), hash: await contentHash(bags) });
    expect(notes).toMatchObject([{ code: "passed-over", message: expect.stringContaining("README.md") }]);
  });

  it("reads only those that are asked for", async () => {
    writeFileSync(at("good", "broken.csv"), "no,bags\nat,all\n");
    const { files, notes } = await labelledFolder(at("good"), ["wolf"]);
    expect([files.map(({ name }) => name), notes]).toEqual([["wolf"], []]);
    await expect(labelledFolder(at("good"), ["fox"])).rejects.toThrow(/"fox".* ant, bear.v2, broken, wolf/);
    await expect(labelledFolder(at("good"))).rejects.toThrow(/broken\.csv/);
    rmSync(at("good", "broken.csv"));
  });

  it("names the file that cannot be compared on", async () => {
    mkdirSync(at("unlabeled"));
    await writeBags(
      bags.withLabels(bags.labels().map((label, i) => (i === 2 ? "unlabeled" : label))),
      at("unlabeled", "u.csv"),
    );
    await expect(labelledFolder(at("unlabeled"))).rejects.toMatchObject({
      code: "unlabeled",
      where: { file: at("unlabeled", "u.csv"), bag: "b2" },
    });
    mkdirSync(at("one"));
    await writeBags(bags.positive(), at("one", "p.csv"));
    await expect(labelledFolder(at("one"))).rejects.toMatchObject({
      code: "one-class",
      where: { file: at("one", "p.csv") },
    });
  });

  it("says how to do without a file that is broken or of one label", async () => {
    mkdirSync(at("mixed"));
    for (const name of ["ant", "wolf"]) await writeBags(bags, at("mixed", `${name}.csv`));
    await writeBags(bags.positive(), at("mixed", "p.csv"));
    await expect(labelledFolder(at("mixed"))).rejects.toThrow(/p\.csv: .*--datasets ant,wolf\.$/);
    rmSync(at("mixed", "p.csv"));
    writeFileSync(at("mixed", "broken.csv"), "no,bags\nat,all\n");
    await expect(labelledFolder(at("mixed"))).rejects.toThrow(/broken\.csv: .*--datasets ant,wolf\.$/);
    expect((await labelledFolder(at("mixed"), ["ant", "wolf"])).files).toHaveLength(2);
    // Where it is the only one, there is nothing to leave it out for.
    await expect(labelledFolder(at("mixed"), ["broken"])).rejects.not.toThrow(/--datasets/);
  });

  it("says so when two files have one name, and when there is nothing", async () => {
    mkdirSync(at("twice"));
    await writeBags(bags, at("twice", "wolf.csv"));
    await writeBags(bags, at("twice", "wolf.parquet"));
    await expect(labelledFolder(at("twice"))).rejects.toThrow(/"wolf"/);
    mkdirSync(at("empty"));
    await expect(labelledFolder(at("empty"))).rejects.toMatchObject({ code: "no-data" });
    await expect(labelledFolder(at("nowhere"))).rejects.toThrowError(expect.objectContaining({ name: "InputError" }));
  });
});
