import type { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { type BagExplanation, type ExplainOptions, type ExplainRun, explain } from "@bagwise/core/explain";
import { encodeModel, type Model } from "@bagwise/core/model";
import { threadPool } from "../threads/thread-pool.js";
import { type PartJob, type PartScores, partData, scorePart, type Wanted } from "./score-part.js";
import type { Outcome, ScoreThread } from "./score-worker.js";

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

interface KnowOptions {
  readonly workers: number;
  /** Called with the number of bags that are scored. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Seconds of work that are worth the start of threads. Default 3. */
  readonly worth?: number;
  /** How many values are scored in a moment, and how many a thread gets at once. */
  readonly values: { readonly quick: number; readonly once: number };
}

/**
 * The model, knowing its scores of these bags, by so many threads if it takes more than `worth` seconds. Few bags, and
 * those that cannot be scored, it does not know: whoever asks for their scores gets them, or the error.
 */
export async function knowingScores(
  model: Model,
  bags: BagSet,
  { workers, onProgress, worth = WORTH, values }: KnowOptions,
): Promise<Model> {
  if (bags.instances * bags.dimension <= values.quick || bags.blocks.length > 0) return model;
  const scores = new Float64Array(bags.size);
  const portions = portionsOf(bags, values.once);
  let done = 0;
  const noted = ({ first, set }: Portion, found: Float64Array) => {
    scores.set(found, first);
    done += set.size;
    onProgress?.(done, bags.size);
  };
  let pool: ReturnType<typeof scorePool> | undefined;
  const running: Promise<void>[] = [];
  const start = performance.now();
  try {
    for (const portion of portions) {
      // The first tell how long the others will take.
      const left = done === 0 ? 0 : ((performance.now() - start) / 1000 / done) * (bags.size - done);
      if (pool === undefined && workers > 1 && left > worth) pool = scorePool(model, workers, undefined);
      if (pool === undefined) {
        noted(portion, model.scores(portion.set));
        continue;
      }
      const job = { kind: "own", part: partData(portion.set) } as const;
      running.push(pool.run<Float64Array>(job, { keep: false }).then((found) => noted(portion, found)));
      // It is awaited later; until then its failure must not count as unhandled.
      running[running.length - 1].catch(() => undefined);
      if (running.length > workers + 1) await running.shift();
    }
    await Promise.all(running);
  } catch (error) {
    if (error instanceof InputError) return model;
    throw error;
  } finally {
    await pool?.close();
  }
  return model.knowing(bags, scores);
}

/** Some bags of a set, from the number `first` on. */
interface Portion {
  readonly first: number;
  readonly set: BagSet;
}

function* portionsOf(bags: BagSet, most: number): Generator<Portion> {
  for (let first = 0, end = 0; first < bags.size; first = end) {
    for (let values = 0; end < bags.size && values < most; end++) values += bags.sizeOf(end) * bags.dimension;
    const [from, to] = [first, end];
    yield { first, set: bags.subset(Uint32Array.from({ length: to - from }, (_, k) => from + k)) };
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
