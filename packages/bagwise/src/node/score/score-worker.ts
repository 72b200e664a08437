import { workerData } from "node:worker_threads";
import { BagSet, hashSums, installBagsKernel, summarised } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { decodeModel, type Model } from "@bagwise/core/model";
import { doPart, type PartData, type PartJob } from "./score-part.js";

/** What each thread gets when it starts: a model file, and the first bags of the file if there is one. */
export interface ScoreThread {
  readonly model: SharedArrayBuffer;
  readonly head: PartData | undefined;
}

/** Errors lose their kind on the way between threads, so an InputError comes as plain data. */
export type Outcome =
  | { readonly done: unknown }
  | { readonly failed: Pick<InputError, "code" | "complaint" | "remedy" | "where"> };

let loaded: { model: Model; head: BagSet } | undefined;

/** Loaded once in each thread. */
function setUp(): { model: Model; head: BagSet } {
  const [, { model, head }]: [unknown, ScoreThread] = workerData;
  installBagsKernel({ hashSums, summarised });
  const none = {
    data: new Float64Array(0),
    offsets: new Uint32Array(1),
    ids: [],
    labels: new Int8Array(0),
    features: [],
  };
  return { model: decodeModel(new Uint8Array(model).slice()), head: BagSet.own(head ?? none, { distinct: true }) };
}

/** What a worker thread runs: scores or explains some bags. */
export default function run(job: PartJob): Outcome {
  try {
    loaded ??= setUp();
    const { model, head } = loaded;
    return { done: doPart(model, head, job) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code, complaint, remedy, where } = error;
    return { failed: { code, complaint, remedy, where } };
  }
}
