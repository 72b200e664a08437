import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "@bagwise/core/base";
import { encodeModel, Model } from "@bagwise/core/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshSet } from "../../../../core/test/learners/make.js";
import { tinyModel } from "../../../../core/test/model/make.js";
import { loadModel, saveModel } from "../../../src/node/files/model-file.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-models-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("saveModel and loadModel", async () => {
  const model = await tinyModel();
  const fresh = freshSet({ dimensions: 2 });

  it.each(["auto", "binary", "json"] as const)("carry a model through a file as %s", async (form) => {
    const path = join(folder, `${form}.model`);
    const size = await saveModel(model, path, { form });
    expect(readFileSync(path)).toEqual(Buffer.from(encodeModel(model, { form })));
    expect(size).toBe(readFileSync(path).length);
    expect((await loadModel(path)).scores(fresh)).toEqual(model.scores(fresh));
  });

  it("replace a file as a whole and leave nothing else behind", async () => {
    const path = join(folder, "again.model");
    writeFileSync(path, "x".repeat(100_000));
    await saveModel(model, path);
    expect((await loadModel(path)).card).toEqual(model.card);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("keep the old file when the new model could not be read back, which is no fault of yours", async () => {
    const path = join(folder, "kept.model");
    await saveModel(model, path);
    const before = readFileSync(path);
    const parts = model.parts();
    const unreadable = new Model({ ...parts, scaling: { ...parts.scaling, method: "unheard-of" as "none" } });
    const failure = await saveModel(unreadable, path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(InputError);
    expect(readFileSync(path)).toEqual(before);
  });

  it("name the file that is missing, foreign or in a folder that is not there", async () => {
    const absent = join(folder, "absent.model");
    await expect(loadModel(absent)).rejects.toThrow(InputError);
    await expect(loadModel(absent)).rejects.toThrow(absent);
    await expect(loadModel(folder)).rejects.toThrow(InputError);
    const foreign = join(folder, "foreign.model");
    writeFileSync(foreign, "bag,label\n");
    await expect(loadModel(foreign)).rejects.toThrow(`${foreign}: this is no model file of bagwise`);
    await expect(saveModel(model, join(folder, "no", "m.model"))).rejects.toThrow(InputError);
  });
});
