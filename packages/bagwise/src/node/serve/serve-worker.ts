import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type BagSet, hashSums, installBagsKernel, summarised } from "@bagwise/core/bags";
import { decodeModel, type Model } from "@bagwise/core/model";
import type { FormatName } from "@bagwise/files";
import { bagsOf } from "./body-bags.js";
import { type Problem, problemOf } from "./refused.js";

/** What a thread gets when it starts: a model file, and the most bytes of a body. */
export interface ServeThread {
  readonly model: SharedArrayBuffer;
  readonly maxBody: number;
}

/** A body to answer. */
export interface ServeJob {
  readonly bytes: Uint8Array;
  readonly format: FormatName;
  readonly witness: boolean;
}

/** The text of an answer, and what was scored for it. */
export interface Served {
  readonly text: Uint8Array<ArrayBuffer>;
  readonly bags: number;
  readonly instances: number;
}

/** What a thread is told: to answer a body, or that nobody waits for that any more. */
export type ToThread = { readonly id: number } & (ServeJob | { readonly forget: true });

/** What became of it, and before all else that it can begin. */
export type FromThread =
  | { readonly ready: true }
  | ({ readonly id: number } & ({ readonly served: Served } | { readonly problem: Problem }));

/** So many instances are scored before others have their turn. */
const TURN = 2000;

if (parentPort !== null) {
  const port = parentPort;
  installBagsKernel({ hashSums, summarised });
  const { model: file, maxBody }: ServeThread = workerData;
  const model = decodeModel(new Uint8Array(file).slice());
  const running = new Map<number, AbortController>();
  let last = Promise.resolve();

  /** When it is the turn of whoever asks: one at a time, and between them messages come in. */
  const turn = (): Promise<void> => {
    last = last.then(() => nextTurn());
    return last;
  };

  const serve = async ({ bytes, format, witness }: ServeJob, signal: AbortSignal): Promise<Served> => {
    await turn();
    signal.throwIfAborted();
    const bags = await bagsOf(bytes, format, model, { most: maxBody, signal });
    const answers: object[] = [];
    for (const some of turns(bags)) {
      if (answers.length > 0) await turn();
      signal.throwIfAborted();
      for (const answer of answersOf(model, some, witness)) answers.push(answer);
    }
    const text = new TextEncoder().encode(JSON.stringify({ bags: answers }));
    return { text, bags: bags.size, instances: bags.instances };
  };

  const tell = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

  port.on("message", ({ id, ...job }: ToThread) => {
    if ("forget" in job) {
      running.get(id)?.abort();
      // Said at once: it shows that this thread hears.
      tell({ id, problem: problemOf(undefined) });
      return;
    }
    const over = new AbortController();
    running.set(id, over);
    serve(job, over.signal)
      .then(
        (served) => tell({ id, served }, [served.text.buffer]),
        (error: unknown) => tell({ id, problem: problemOf(error) }),
      )
      .finally(() => running.delete(id));
  });
  tell({ ready: true });
}

/** The bags, some at a time. */
function* turns(bags: BagSet): Generator<BagSet> {
  for (let from = 0, to = 0; from < bags.size; from = to) {
    for (let rows = 0; to < bags.size && (to === from || rows + bags.sizeOf(to) <= TURN); to++) rows += bags.sizeOf(to);
    yield bags.subset(Uint32Array.from({ length: to - from }, (_, k) => from + k));
  }
}

/** What clients get of each bag, and which instance is behind its score if they ask for it. */
function answersOf(model: Model, bags: BagSet, witness: boolean): object[] {
  if (!witness)
    return model
      .predict(bags)
      .map(({ bag, score, predicted, probability }) => ({ bag, score, predicted, probability }));
  return model
    .rank(bags)
    .sort((a, b) => a.index - b.index)
    .map(({ bag, score, probability, witness: { instance } }) => ({
      bag,
      score,
      predicted: score >= model.threshold ? "positive" : "negative",
      probability,
      witness: instance,
    }));
}
