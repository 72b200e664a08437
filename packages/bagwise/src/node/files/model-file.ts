import { readFile } from "node:fs/promises";
import { hashSums, installBagsKernel, summarised } from "@bagwise/core/bags";
import { decodeModel, encodeModel, type Model } from "@bagwise/core/model";
import { fileError, located, writeAtomically } from "@bagwise/engines/disk";
import { pathOf } from "./path-of.js";

/**
 * Saves a model to a file (a path or a `file:` URL), whole or not at all, after it was read back
 * from its bytes. Returns its size in bytes.
 */
export async function saveModel(
  model: Model,
  file: string | URL,
  options: { form?: "auto" | "binary" | "json" } = {},
): Promise<number> {
  const bytes = encodeModel(model, options);
  checkReadable(bytes);
  await writeAtomically(pathOf(file), [bytes]);
  return bytes.length;
}

/**
 * Throws an ordinary Error, a fault of ours, for a model that we would refuse to load: it must not
 * replace one that works.
 */
function checkReadable(bytes: Uint8Array): void {
  try {
    decodeModel(bytes, { name: "the new model" });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the model cannot be read back, so it was not written (${reason})`, { cause });
  }
}

/**
 * Loads a model from a file (a path or a `file:` URL); what is no model, damaged or newer is an
 * InputError.
 */
export async function loadModel(file: string | URL): Promise<Model> {
  const path = pathOf(file);
  installBagsKernel({ hashSums, summarised });
  return decodeModel(await readBytes(path), { name: path });
}

/** The bytes of a small file. Throws an InputError if it cannot be read. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(located(path)));
  } catch (error) {
    throw fileError(path, error);
  }
}
