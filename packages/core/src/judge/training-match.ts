import type { BagSet } from "../bags/bag-set.js";
import { contentHash } from "../bags/content-hash.js";
import { bagHashes } from "../bags/copies/bag-hashes.js";
import { type Leakage, leakage } from "../bags/copies/leakage.js";
import type { NoteCode } from "../base/codes/catalogue.js";
import { count } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { areTrainingBags, trainingBagsIn } from "../model/held-out-scores.js";
import type { Model } from "../model/model.js";

/** Which bags a model was trained on. */
export interface TrainingMatch extends Leakage {
  /** The `contentHash` of the bags. */
  readonly dataHash: string;
  /**
   * Whether these are the training bags: all of them, with equal counts of each label. Then
   * `trainedOn` has every bag.
   */
  readonly exact: boolean;
}

/**
 * Finds out whether a model was trained on exactly these bags, or on which of them. Order, ids and
 * groups do not matter, so grouping copies changes nothing. Bags that match a training bag in so
 * few values that it may be chance count as new, unless all bags are the training bags. With
 * `training`, the training bags themselves, noisy copies are found too. Costs a few passes over the
 * instances, and with `training` the time of `copiesBetween`.
 */
export async function matchTraining(
  model: Pick<Model, "card" | "trainedOn">,
  bags: BagSet,
  { training }: { training?: BagSet | undefined } = {},
): Promise<TrainingMatch> {
  const dataHash = await contentHash(bags);
  if (dataHash !== model.card.training.dataHash && !areTrainingBags(model, bags))
    return { dataHash, exact: false, ...leakage(bags, { hashes: model.trainedOn, training }) };
  const all = Array.from({ length: bags.size }, (_, i) => i);
  return { dataHash, exact: true, trainedOn: all, near: training === undefined ? null : [], chance: [], unseen: 0 };
}

/** The bags that are new to the model, as far as is known; undefined if all or none are. */
export function newBags(bags: BagSet, { trainedOn, near }: TrainingMatch): BagSet | undefined {
  const seen = new Set([...(trainedOn ?? []), ...(near ?? [])]);
  return seen.size === 0 || seen.size === bags.size ? undefined : bags.filter((i) => !seen.has(i));
}

/**
 * Notes for an evaluation with these bags. `training` are the supposed training bags, and their
 * name.
 */
export function matchNotes(
  model: Pick<Model, "trainedOn">,
  bags: BagSet,
  match: TrainingMatch,
  training: { readonly bags: BagSet; readonly name: string } | undefined,
): Note[] {
  return [...leakNotes(match, bags.size), ...(training ? otherTrainingNotes(model, training.bags, training.name) : [])];
}

function leakNotes({ trainedOn, near, chance, unseen }: TrainingMatch, size: number): Note[] {
  const notes: Note[] = [];
  const add = (code: NoteCode, message: string) => notes.push({ code, message });
  if (trainedOn === null) {
    add(
      "leakage-unknown",
      "the model keeps no hashes of its training bags, so it may have been trained on some of these. Give the training bags to find out (the option trainedOn)",
    );
    return notes;
  }
  const share = (part: number) => (part === size ? `all ${count(size, "bag")}` : `${part} of ${count(size, "bag")}`);
  if (trainedOn.length > 0)
    add(
      "bags-trained-on",
      `${share(trainedOn.length)} ${trainedOn.length === 1 ? "was" : "were"} in the training data. A model scores those better than new bags, so these measures are too good`,
    );
  if (near !== null && near.length > 0)
    add(
      "near-copies-of-training",
      `${share(near.length)} ${near.length === 1 ? "is a near-copy" : "are near-copies"} of training bags, so these measures are too good`,
    );
  if (chance.length > 0)
    add(
      "equal-by-chance",
      `${share(chance.length)} ${chance.length === 1 ? "is equal to a training bag" : "are equal to training bags"} in so few values that it may be chance, so ${chance.length === 1 ? "it counts" : "they count"} as new`,
    );
  if (unseen > 0)
    add(
      "near-duplicates-unseen",
      `${count(unseen, "bag was", "bags were")} not checked for near-copies, because there are too many`,
    );
  return notes;
}

/**
 * Notes on scores that `predict` or `rank` gave with held-out ones: how many are, and how many bags
 * have been trained on without.
 */
export function scoreNotes(
  model: Pick<Model, "card" | "trainedOn">,
  bags: BagSet,
  scored: readonly { readonly heldOut: boolean }[],
): Note[] {
  return countedNotes(scoreCounts(model, bags, scored));
}

/** How many bags were scored, how many of the scores are held-out ones, and how many others are of training bags. */
export interface ScoreCounts {
  readonly size: number;
  readonly held: number;
  /** Looked for only where no score is held out. */
  readonly own: number;
}

export function scoreCounts(
  model: Pick<Model, "card" | "trainedOn">,
  bags: BagSet,
  scored: readonly { readonly heldOut: boolean }[],
): ScoreCounts {
  const held = scored.filter(({ heldOut }) => heldOut).length;
  return { size: bags.size, held, own: held > 0 ? 0 : (trainingBagsIn(model, bags)?.length ?? 0) };
}

/** The counts of several parts as those of one. */
export function joinedCounts(parts: readonly ScoreCounts[]): ScoreCounts {
  const sum = (name: keyof ScoreCounts) => parts.reduce((all, part) => all + part[name], 0);
  return { size: sum("size"), held: sum("held"), own: sum("own") };
}

/** The same notes for bags of which only the counts are known. */
export function countedNotes({ size, held, own }: ScoreCounts): Note[] {
  const share = (part: number) => (part === size ? `all ${count(size, "bag")}` : `${part} of ${count(size, "bag")}`);
  const note = (code: NoteCode, message: string): Note[] => [{ code, message }];
  if (held > 0)
    return note(
      "held-out-scores",
      `${share(held)} ${held === 1 ? "was" : "were"} in the training data: ${held === 1 ? "its score is" : "their scores are"} from fits that had not seen ${held === 1 ? "it" : "them"} (held out)`,
    );
  if (own === 0) return [];
  return note(
    "in-sample-scores",
    `${share(own)} ${own === 1 ? "was" : "were"} in the training data, and the model keeps no held-out scores of ${own === 1 ? "it" : "them"}: ${own === 1 ? "its score leans towards the label it" : "their scores lean towards the labels they"} had in training`,
  );
}

/** Notes that some training bags are missing among the supposed ones. */
function otherTrainingNotes({ trainedOn }: Pick<Model, "trainedOn">, training: BagSet, name: string): Note[] {
  const given = new Set(bagHashes(training));
  const missing = trainedOn.filter((hash) => !given.has(hash)).length;
  if (missing === 0) return [];
  const message = `${missing} of the ${count(trainedOn.length, "training bag")} of the model ${missing === 1 ? "is" : "are"} not in ${name}: it is another file, or it has changed`;
  return [{ code: "other-training", message }];
}
