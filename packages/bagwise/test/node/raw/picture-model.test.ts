import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { painted } from "../../../../files/test/encode/photo/pictures.js";
import { refusal } from "../../../../files/test/format/table/tables.js";
import { readBags } from "../../../src/node/files/read-bags.js";
import { openPictureModel } from "../../../src/node/raw/photos/picture-model.js";
import { sharpOf, writeAt } from "./photo-files.js";
import { tinyOnnx } from "./tiny-onnx.js";

let folder: string;
const at = (name: string) => join(folder, name);
const saved = (name: string, bytes: Uint8Array) => {
  writeFileSync(at(name), bytes);
  return at(name);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-onnx-"));
  const halves = painted(64, 32, (x) => (x < 32 ? [255, 0, 0] : [0, 0, 255]));
  writeAt(folder, "photos/a.png", await sharpOf(halves).png().toBuffer());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("an ONNX model of pictures", () => {
  it("gives a vector for each picture, and has the hash of its file", async () => {
    const bytes = tinyOnnx();
    const model = await openPictureModel(saved("mean.onnx", bytes));
    expect([model.width, model.height]).toEqual([224, 224]);
    expect(model.hash).toBe(createHash("sha256").update(bytes).digest("hex"));
    const plane = 224 * 224;
    const pictures = Float32Array.from({ length: 2 * 3 * plane }, (_, k) => Math.floor(k / plane));
    expect([...(await model.run(pictures, 2))]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("may fix the size of pictures, and how many it takes at once", async () => {
    const model = await openPictureModel(saved("fixed.onnx", tinyOnnx({ input: [2, 3, 4, 5], output: [2, 3, 1, 1] })));
    expect([model.width, model.height]).toEqual([5, 4]);
    const pictures = Float32Array.from({ length: 3 * 3 * 20 }, (_, k) => Math.floor(k / 20));
    expect([...(await model.run(pictures, 3))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it.each([
    ["no model", "garbage.onnx", new TextEncoder().encode("not a model"), "it cannot be loaded"],
    [
      "one channel",
      "grey.onnx",
      tinyOnnx({ input: ["n", 1, 8, 8], output: ["n", 1, 1, 1] }),
      "its first input is float32 [n, 1, 8, 8]",
    ],
    [
      "two dimensions",
      "flat.onnx",
      tinyOnnx({ operator: "Relu", input: ["n", 3], output: ["n", 3] }),
      "its first input is float32 [n, 3]",
    ],
    [
      "doubles",
      "double.onnx",
      tinyOnnx({ operator: "Relu", output: ["n", 3, "h", "w"], type: 11 }),
      "its first input is float64",
    ],
  ])("is refused with the reason: %s", async (_, name, bytes, reason) => {
    const error = await refusal(() => openPictureModel(saved(name, bytes)));
    expect(error.code).toBe("bad-encoder");
    expect(error.complaint).toContain(reason);
    expect(error.where).toEqual({ file: at(name) });
  });

  it("is refused if it gives pictures instead of vectors", async () => {
    const path = saved("relu.onnx", tinyOnnx({ operator: "Relu", input: ["n", 3, 8, 8], output: ["n", 3, 8, 8] }));
    const model = await openPictureModel(path);
    const error = await refusal(() => model.run(new Float32Array(192), 1));
    expect(error.complaint).toContain("its first output has the shape [1, 3, 8, 8], not [n, d]");
  });

  it("is refused if it is not there", async () => {
    expect((await refusal(() => openPictureModel(at("gone.onnx")))).code).toBe("no-such-file");
  });
});

describe("photos with an encoder of your own", () => {
  const normalised = (byte: number, channel: number) =>
    (byte / 255 - [0.485, 0.456, 0.406][channel]) / [0.229, 0.224, 0.225][channel];

  it("have its vectors as features, one for each region", async () => {
    const encoder = saved("encoder.onnx", tinyOnnx());
    const bags = await readBags(at("photos"), { encoder });
    expect(bags.features).toEqual(["encoder 1", "encoder 2", "encoder 3"]);
    expect(bags.sizeOf(0)).toBe(2);
    for (const [j, colour] of [
      [255, 0, 0],
      [0, 0, 255],
    ].entries())
      for (const [channel, value] of [...bags.bag(0).instance(j)].entries())
        expect(value).toBeCloseTo(normalised(colour[channel], channel), 1);
    const again = await readBags(at("photos"), { recipe: JSON.parse(JSON.stringify(bags.recipe)) });
    expect([...again.data]).toEqual([...bags.data]);
  });

  it("ask for the same file when bags are scored, wherever it is now", async () => {
    const encoder = saved("first.onnx", tinyOnnx());
    const { recipe } = await readBags(at("photos"), { encoder, regions: "grid" });
    rmSync(encoder);
    expect((await refusal(() => readBags(at("photos"), { recipe }))).message).toContain(
      "first.onnx: the ONNX model of the training is not there. Name",
    );
    const moved = saved("moved.onnx", tinyOnnx());
    expect((await readBags(at("photos"), { recipe, encoder: moved })).sizeOf(0)).toBe(16);
    const other = saved("other.onnx", tinyOnnx({ operator: "GlobalMaxPool" }));
    const error = await refusal(() => readBags(at("photos"), { recipe, encoder: other }));
    expect(error.code).toBe("other-encoder");
  });
});
