import type { BagSet } from "../bags/bag-set.js";
import { contentHash } from "../bags/content-hash.js";
import { bagHashes } from "../bags/copies/bag-hashes.js";
import { type Leakage, leakage } from "../bags/copies/leakage.js";
import { LABEL_CODE } from "../bags/label.js";
import type { NoteCode } from "../base/codes/catalogue.js";
import { count } from "../base/errors.js";
import type { Note } from "../base/note.js";
import type { Model } from "../model/model.js";
import { evaluate } from "../scores/classification.js";
import { type ReadingFlags, readWithFlags } from "./flags/reading.js";
import { titled } from "./text/titled.js";
import { withinFile } from "./text/within-file.js";

/** Which of the bags that a model is judged by it has seen in training, and what that means. */
export interface FoundLeaks {
  /** For `--json`. Ids; null where nothing is known. */
  readonly leakage: { readonly trainedOn: string[] | null; readonly nearCopies: string[] | null };
  /** The bags that are new to the model, as far as is known; undefined when all are, or none. */
  readonly fresh: BagSet | undefined;
  readonly notes: readonly Note[];
}

/**
 * Looks for bags that the model was trained on and, with the file of training bags, for noisy
 * copies of them.
 */
export async function findLeaks(
  model: Model,
  bags: BagSet,
  { trainedOn, ...flags }: ReadingFlags & { readonly trainedOn?: string },
): Promise<FoundLeaks> {
  const training = trainedOn === undefined ? undefined : (await readWithFlags(trainedOn, flags)).bags;
  const named = trainedOn ?? "";
  const found = await withinFile(named, () => leakage(bags, { hashes: model.trainedOn, training }));
  const seen = [...(found.trainedOn ?? []), ...(found.near ?? [])];
  const gone = new Set(seen);
  const ids = (numbers: readonly number[]) => numbers.map((i) => bags.idOf(i));
  return {
    leakage: {
      trainedOn: found.trainedOn && ids(found.trainedOn),
      nearCopies: found.near && ids(found.near),
    },
    fresh: gone.size === 0 || gone.size === bags.size ? undefined : bags.filter((i) => !gone.has(i)),
    notes: [...leakNotes(found, bags.size), ...(training === undefined ? [] : trainingNotes(model, training, named))],
  };
}

/**
 * Whether these are the very bags that the model was trained on, all of them and with as many
 * labels of each kind. Order, ids and groups do not matter, so that a file counts as the same with
 * and without `--groups auto`.
 */
export async function isTrainingSet({ card: { training }, trainedOn }: Model, bags: BagSet): Promise<boolean> {
  if ((await contentHash(bags)) === training.dataHash) return true;
  const { positive, unlabeled, negative = 0 } = training;
  const counts = [bags.positive().size, bags.unlabeled().size, bags.negative().size];
  if (counts.some((size, k) => size !== [positive, unlabeled, negative][k])) return false;
  const hashes = bagHashes(bags).sort();
  return trainedOn.length === bags.size && hashes.every((hash, k) => hash === trainedOn[k]);
}

/**
 * What `evaluate` finds by labels alone on the bags that are new to the model; null when they are
 * not of both kinds.
 */
export function truthOfFresh(model: Model, fresh: BagSet | undefined) {
  const known = fresh?.filter((i) => fresh.labelOf(i) !== "unlabeled");
  const truth = known?.labels().map((label) => LABEL_CODE[label]) ?? [];
  if (known === undefined || new Set(truth).size < 2) return null;
  const scores = model.scores(known).map((score) => score - model.threshold);
  const { accuracy, precision, recall, auc } = evaluate(scores, truth);
  return { bags: known.size, accuracy, precision, recall, auc };
}

/** The measures on the bags that are new to the model, for people. */
export function freshLines({
  bags,
  ...measures
}: { readonly bags: number } & Readonly<Record<string, number>>): string[] {
  const named = Object.entries(measures).map(
    ([name, value]) => `${name === "auc" ? "AUC" : name} ${Number.isNaN(value) ? "unknown" : value.toFixed(3)}`,
  );
  return titled("New to it", `on the ${count(bags, "bag")} that the model has not seen: ${named.join(", ")}`);
}

function leakNotes({ trainedOn, near, chance, unseen }: Leakage, bags: number): Note[] {
  const notes: Note[] = [];
  const add = (code: NoteCode, message: string) => notes.push({ code, message });
  if (trainedOn === null) {
    add(
      "leakage-unknown",
      "the model does not keep hashes of its training bags, so that nobody knows whether it was trained on some of these; --trained-on with the training file tells",
    );
    return notes;
  }
  const share = (part: number) => (part === bags ? `all ${count(bags, "bag")}` : `${part} of ${count(bags, "bag")}`);
  if (trainedOn.length > 0)
    add(
      "bags-trained-on",
      `${share(trainedOn.length)} ${trainedOn.length === 1 ? "was" : "were"} trained on, and a model scores those better than new ones: what is measured with them is too good`,
    );
  if (near !== null && near.length > 0)
    add(
      "near-copies-of-training",
      `${share(near.length)} ${near.length === 1 ? "is a near-copy" : "are near-copies"} of training bags: what is measured with them is too good`,
    );
  if (chance.length > 0)
    add(
      "equal-by-chance",
      `${share(chance.length)} ${chance.length === 1 ? "is equal to a training bag" : "are equal to training bags"} in so few values that it may be chance, and ${chance.length === 1 ? "counts" : "count"} as new`,
    );
  if (unseen > 0)
    add(
      "near-duplicates-unseen",
      `${count(unseen, "bag was", "bags were")} not compared for near-copies, because there are so many`,
    );
  return notes;
}

/** A training file of which some bags are missing is another file. */
function trainingNotes({ trainedOn }: Model, training: BagSet, file: string): Note[] {
  const given = new Set(bagHashes(training));
  const missing = trainedOn.filter((hash) => !given.has(hash)).length;
  if (missing === 0) return [];
  const message = `${missing} of the ${count(trainedOn.length, "bag")} that the model was trained on ${missing === 1 ? "is" : "are"} not in ${file}: it is another file, or it has changed`;
  return [{ code: "other-training", message }];
}
