import { type BagSet, headOf, holdsHead, joinBags } from "@bagwise/core/bags";
import type { BagExplanation } from "@bagwise/core/explain";
import type { ScoreCounts } from "@bagwise/core/judge";
import { type Model, type PartSeen, type Prediction, partsHold } from "@bagwise/core/model";
import type { ScoredInstances } from "@bagwise/core/scorers";
import { type ReadOptions, ScatteredBag } from "@bagwise/files";
import { readFileParts } from "../files/read-bags.js";
import type { PartScores, Wanted } from "./score-part.js";
import { type PartScorer, partScorer } from "./score-threads.js";

/** Some bags of a file or a database, with what the model says of them. */
export interface ScoredPart {
  /**
   * The values hold until the next part but one is asked for, if they were to be kept; otherwise only ids, labels,
   * sizes and places are left of the bags.
   */
  readonly bags: BagSet;
  /** With held-out scores, where the model has them. */
  readonly answers: readonly Prediction[];
  /** How many bags of the part, or of those with these numbers in it, the model was trained on. */
  counts(among?: readonly number[]): ScoreCounts;
  readonly instances: readonly ScoredInstances[] | undefined;
  readonly reasons: readonly BagExplanation[] | undefined;
}

/**
 * Why the parts of a file are not what would be said of all of it, so that it has to be read at once: rows of a bag
 * that was given away came later, or the parts do not tell which bags the model was trained on.
 */
export type PartsFailed = "scattered" | "unsure";

export interface ScoreFileOptions extends Wanted {
  /** How to read the file, with the recipe of the model. */
  readonly reading: ReadOptions;
  /** Threads that score. 1: this one. */
  readonly workers: number;
  /** How many values to read at a time. Default: two million, 16 MB. */
  readonly values?: number | undefined;
  /** Whether the values of the bags are wanted afterwards, see `ScoredPart`. Default: false. */
  readonly keep?: boolean | undefined;
}

const VALUES = 2 ** 21;

/**
 * Scores the bags of a file part by part, with the answers that `model.predict` with held-out scores gives
 * for the whole file, whatever the parts and the number of threads. Memory: a few parts for each thread. Returns why the parts
 * do not hold, if they do not.
 */
export async function* scoreFileParts(
  model: Model,
  path: string,
  { reading, workers, values = VALUES, keep = false, ...wanted }: ScoreFileOptions,
): AsyncGenerator<ScoredPart, PartsFailed | undefined> {
  const seen: PartSeen[] = [];
  const memory = sharedMemory();
  /** The part before the last one that was given away. */
  let before: BagSet | undefined;
  const running: { bags: BagSet; whole: boolean; scores: Promise<PartScores> }[] = [];
  let scorer: PartScorer | undefined;
  let first = 0;
  const finished = async function* (): AsyncGenerator<ScoredPart> {
    const next = running.shift();
    if (next === undefined) return;
    const { bags, whole } = next;
    const { scores, heldOut, seen: found, instances, reasons } = await next.scores;
    if (whole && !keep) memory.free(bags);
    // Of the numbers, there may be as many as bags.
    seen.push({ ...found, seen: null });
    const answers = Array.from(scores, (score, i) => model.answer(bags.idOf(i), score, heldOut[i] === 1));
    const trained = new Set(found.seen);
    yield { bags, answers, instances, reasons, counts: (among) => countsOf(answers, trained, among) };
    if (!keep) return;
    if (before !== undefined) memory.free(before);
    before = whole ? bags : undefined;
  };
  try {
    for await (const { bags, head } of withHead(readFileParts(path, reading, { values, room: memory.room }))) {
      scorer ??= partScorer(model, head, workers);
      for (const some of portions(bags, 2 * values)) {
        const scores = scorer.score(some, first, { ...wanted, keep: keep && some === bags });
        // It is awaited later; until then its failure must not count as unhandled.
        scores.catch(() => undefined);
        running.push({ bags: some, whole: some === bags, scores });
        first += some.size;
        if (running.length > (workers === 1 ? 0 : workers + 1)) yield* finished();
      }
    }
    while (running.length > 0) yield* finished();
  } catch (error) {
    if (error instanceof ScatteredBag) return "scattered";
    throw error;
  } finally {
    await scorer?.close();
  }
  return partsHold(model, seen) ? undefined : "unsure";
}

function countsOf(
  answers: readonly Prediction[],
  trained: ReadonlySet<number>,
  among: readonly number[] = [...answers.keys()],
): ScoreCounts {
  const count = (is: (i: number) => boolean) => among.filter(is).length;
  return { size: among.length, held: count((i) => answers[i].heldOut), own: count((i) => trained.has(i)) };
}

/**
 * Memory of parts that was scored is used for the next ones: making it anew costs more than filling it. It is shared
 * with the threads, so that it need not change hands.
 */
function sharedMemory() {
  const spare: Float64Array[] = [];
  return {
    room(values: number): Float64Array {
      const at = spare.findIndex(({ length }) => length >= values);
      return at < 0 ? new Float64Array(new SharedArrayBuffer(8 * values)) : spare.splice(at, 1)[0];
    },
    free({ data }: BagSet): void {
      // Every matrix is a Float64Array. Some have memory of their own.
      const { buffer } = data as Float64Array;
      if (buffer instanceof SharedArrayBuffer) spare.push(new Float64Array(buffer));
    },
  };
}

/** The parts, each with the head of all bags: the first parts wait until it is complete. */
async function* withHead(parts: AsyncIterable<BagSet>): AsyncGenerator<{ bags: BagSet; head: BagSet }> {
  let waiting: BagSet[] = [];
  let head: BagSet | undefined;
  for await (const bags of parts) {
    if (head === undefined) {
      waiting.push(bags);
      const all = joinBags(waiting);
      if (!holdsHead(all)) continue;
      head = apart(headOf(all));
    } else waiting = [bags];
    for (const each of waiting) yield { bags: each, head };
  }
  if (head !== undefined || waiting.length === 0) return;
  head = apart(headOf(joinBags(waiting)));
  for (const each of waiting) yield { bags: each, head };
}

/** The bags with values of their own, which stay when a part is handed over. */
function apart(head: BagSet): BagSet {
  return head.withMatrix(head.toMatrix());
}

/** A part that is much larger, because its rows did not come one by one, is cut into some. */
function* portions(bags: BagSet, most: number): Generator<BagSet> {
  if (bags.instances * bags.dimension <= 2 * most) {
    yield bags;
    return;
  }
  for (let from = 0, to = 0; from < bags.size; from = to) {
    for (let values = 0; to < bags.size && (to === from || values < most); to++)
      values += bags.sizeOf(to) * bags.dimension;
    const [start, end] = [from, to];
    yield bags.subset(Uint32Array.from({ length: end - start }, (_, k) => start + k));
  }
}
