import type { BagSet } from "../bags/bag-set.js";
import { InputError } from "../base/errors.js";
import { explain } from "../explain/explain.js";
import type { BagExplanation, ExplainOptions, ExplainRun } from "../explain/explanation.js";
import type { Model } from "../model/model.js";
import { encodeModel } from "../model/model-file.js";
import { type PartJob, type PartScores, partData, scorePart, type Wanted } from "./score-part.js";
import type { Outcome, ScoreThread } from "./score-worker.js";
import { threadPool } from "./thread-pool.js";

/** Scores parts of a file. Call `close` when done. */
export interface PartScorer {
  /**
   * The scores of a part, from the bag with the number `first` on. Unless `keep` is set, the values of the bags are
   * gone afterwards, but not their ids, labels and places.
   */
  score(bags: BagSet, first: number, options: Wanted & { readonly keep?: boolean }): Promise<PartScores>;
  close(): Promise<void>;
}

/** Scores parts in so many threads, or with one in this one: the same scores. `head`: see `trainingBagsSoFar`. */
export function partScorer(model: Model, head: BagSet, workers: number): PartScorer {
  if (workers === 1)
    return {
      score: async (bags, first, wanted) => scorePart(model, head, { part: partData(bags), first, wanted }),
      close: async () => undefined,
    };
  const pool = scorePool(model, workers, head);
  return {
    score: async (bags, first, { keep = false, ...wanted }) =>
      pool.run<PartScores>({ kind: "score", part: partData(bags), first, wanted }, { keep }),
    close: () => pool.close(),
  };
}

/** How many bags to explain before it is clear how long all will take, and how many a thread gets at once. */
const FIRST = 8;
const AT_ONCE = 32;
/** Seconds of work that are worth the start of threads. */
const WORTH = 3;

/**
 * The same explanations as those of `explain`, by so many threads if it takes more than `worth` seconds, default 3.
 */
export async function explainInThreads(
  model: Model,
  bags: BagSet,
  {
    workers,
    worth = WORTH,
    ...options
  }: ExplainOptions & ExplainRun & { readonly workers: number; readonly worth?: number },
): Promise<BagExplanation[]> {
  const { features = 5, scores, onProgress, signal } = options;
  if (workers === 1 || bags.size <= FIRST + AT_ONCE || bags.blocks.length > 0)
    return await explain(model, bags, options);
  const some = (from: number, to: number) => ({
    set: bags.subset(Uint32Array.from({ length: to - from }, (_, k) => from + k)),
    scores: scores && Array.from(scores).slice(from, to),
  });
  const start = performance.now();
  const head = some(0, FIRST);
  const first = await explain(model, head.set, {
    features,
    scores: head.scores,
    signal,
    onProgress: (done) => onProgress?.(done, bags.size),
  });
  const seconds = (performance.now() - start) / 1000;
  const rest = bags.size - FIRST;
  if ((seconds / FIRST) * rest < worth) {
    const others = some(FIRST, bags.size);
    const explained = await explain(model, others.set, {
      features,
      scores: others.scores,
      signal,
      onProgress: (done) => onProgress?.(FIRST + done, bags.size),
    });
    return [...first, ...explained.map((each, k) => moved(each, bags, FIRST + k))];
  }
  const pool = scorePool(model, workers, undefined);
  try {
    let done = FIRST;
    const starts = Array.from({ length: Math.ceil(rest / AT_ONCE) }, (_, k) => FIRST + k * AT_ONCE);
    const explained = await Promise.all(
      starts.map(async (from) => {
        const chunk = some(from, Math.min(bags.size, from + AT_ONCE));
        const job = { kind: "explain", part: partData(chunk.set), features, scores: chunk.scores } as const;
        const found = await pool.run<BagExplanation[]>(job, { signal });
        done += found.length;
        onProgress?.(done, bags.size);
        return found.map((each, k) => moved(each, bags, from + k));
      }),
    );
    return [...first, ...explained.flat()];
  } finally {
    await pool.close();
  }
}

/** An explanation of a bag of a subset, as that of bag `index` of all. */
function moved(explanation: BagExplanation, bags: BagSet, index: number): BagExplanation {
  const { witness } = explanation;
  return { ...explanation, index, witness: { ...witness, row: bags.startOf(index) + witness.instance } };
}

/** Threads that have the model. */
function scorePool(model: Model, workers: number, head: BagSet | undefined) {
  const bytes = encodeModel(model, { form: "binary" });
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const data: ScoreThread = { model: shared, head: head && partData(head) };
  const pool = threadPool(new URL("./score-worker.js", import.meta.url), workers, data);
  return {
    async run<Result>(job: PartJob, { keep = true, signal }: { keep?: boolean; signal?: AbortSignal | undefined }) {
      const { buffer } = job.part.data;
      const transfer = keep || !(buffer instanceof ArrayBuffer) ? [] : [buffer];
      const outcome = await pool.run<Outcome>(job, { signal, transfer }).catch(async (error: unknown) => {
        // Large arrays of some readers are in a memory that cannot change hands.
        if (transfer.length === 0 || !(error instanceof DOMException)) throw error;
        return await pool.run<Outcome>(job, { signal });
      });
      if ("done" in outcome) return outcome.done as Result;
      const { complaint: message, ...rest } = outcome.failed;
      throw new InputError({ ...rest, message });
    },
    close: () => pool.close(),
  };
}
