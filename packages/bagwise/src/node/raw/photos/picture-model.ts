import { readFile } from "node:fs/promises";
import { hex, InputError, sha256 } from "@bagwise/core/base";
import { fileError, loadPackage, located } from "@bagwise/engines/disk";
import type { PictureModel } from "@bagwise/files/encode";

/** The size of pictures for a model that takes any. */
const USUAL_SIZE = 224;
/** So many pictures are given at once to a model that takes any number. */
const AT_ONCE = 32;

/**
 * Opens an ONNX model that turns pictures, [n, 3, height, width], into vectors, [n, d] or [n, d, 1, 1], with
 * the first input and the first output it has. A size that it leaves open is 224; n may be fixed. Runs as
 * WebAssembly in one thread, so the same file gives the same numbers everywhere. Throws an InputError for
 * a file that is not there, cannot be loaded or takes something else.
 */
export async function openPictureModel(path: string): Promise<PictureModel> {
  const ort = await loadPackage("onnxruntime-web", "your own encoder", () => import("onnxruntime-web"));
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "fatal";
  const bytes = new Uint8Array(
    await readFile(located(path)).catch((error: unknown) => {
      throw fileError(path, error);
    }),
  );
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] }).catch((error: unknown) => {
    throw unusable(path, `it cannot be loaded: ${firstLine(error)}`);
  });
  const [input] = session.inputMetadata;
  const shape = input?.isTensor === true ? input.shape : [];
  if (input?.isTensor !== true || input.type !== "float32" || shape.length !== 4 || !(shape[1] === 3 || open(shape[1])))
    throw unusable(path, `its first input is ${describe(input)}, not float32 [n, 3, height, width]`);
  const [fixed, , height, width] = shape.map((size) => (typeof size === "number" && size > 0 ? size : undefined));
  const model = { width: width ?? USUAL_SIZE, height: height ?? USUAL_SIZE };
  const length = 3 * model.width * model.height;
  const batch = fixed ?? AT_ONCE;

  /** The vectors of up to a batch of pictures; a model of fixed n gets black ones for those that lack. */
  const runBatch = async (pictures: Float32Array, count: number): Promise<Float32Array> => {
    const n = fixed ?? count;
    const given = new Float32Array(n * length);
    given.set(pictures);
    const feeds = { [session.inputNames[0]]: new ort.Tensor("float32", given, [n, 3, model.height, model.width]) };
    const results = await session.run(feeds).catch((error: unknown) => {
      throw unusable(path, `it fails: ${firstLine(error)}`);
    });
    const { data, dims } = results[session.outputNames[0]];
    const isVector = dims.length >= 2 && dims[0] === n && dims.slice(2).every((size) => size === 1);
    if (!(data instanceof Float32Array) || !isVector)
      throw unusable(path, `its first output has the shape [${dims.join(", ")}], not [n, d]`);
    return data.slice(0, (data.length / n) * count);
  };

  return {
    hash: hex(await sha256(bytes)),
    ...model,
    async run(pictures, count) {
      const parts: Float32Array[] = [];
      for (let at = 0; at < count; at += batch) {
        const some = Math.min(batch, count - at);
        parts.push(await runBatch(pictures.subarray(at * length, (at + some) * length), some));
      }
      const found = joined(parts);
      if (!found.every((value) => Number.isFinite(value)))
        throw unusable(path, "it gives numbers that are not finite for some region");
      return found;
    },
  };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whether a model leaves a size open. */
function open(size: number | string | undefined): boolean {
  return typeof size !== "number" || size <= 0;
}

function describe(input: unknown): string {
  if (typeof input !== "object" || input === null || !("isTensor" in input) || input.isTensor !== true)
    return "no tensor";
  const { type, shape } = input as { type?: string; shape?: readonly unknown[] };
  return `${type} [${(shape ?? []).join(", ")}]`;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n", 1)[0] ?? "").trim().slice(0, 200);
}

function unusable(path: string, why: string): InputError {
  return new InputError({
    code: "bad-encoder",
    message: `the ONNX model cannot be used: ${why}`,
    remedy: "Give a model that takes float32 [n, 3, height, width] and gives [n, d].",
    where: { file: path },
  });
}
