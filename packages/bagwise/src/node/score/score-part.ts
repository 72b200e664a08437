import { BagSet, type OwnedParts } from "@bagwise/core/bags";
import { type BagExplanation, explainEach } from "@bagwise/core/explain";
import { type Model, type PartSeen, trainingBagsSoFar } from "@bagwise/core/model";
import type { ScoredInstances } from "@bagwise/core/scorers";

/** The bags of a part as plain data, which a thread can take over. */
export type PartData = Pick<OwnedParts, "data" | "offsets" | "ids" | "labels" | "features">;

/** What to compute of each bag besides its score. */
export interface Wanted {
  /** The scores of its instances, for models that have them. Default: false. */
  readonly instances?: boolean | undefined;
  /** Why it has its score, with so many features. Default: not at all. */
  readonly reasons?: { readonly features: number } | undefined;
}

/** A unit of work: some bags of a file, from the bag with the number `first` on. Plain data. */
export type PartJob =
  | { readonly kind: "own"; readonly part: PartData }
  | { readonly kind: "score"; readonly part: PartData; readonly first: number; readonly wanted: Wanted }
  | {
      readonly kind: "explain";
      readonly part: PartData;
      readonly features: number;
      readonly scores: readonly number[] | undefined;
    };

/** What became of it. Plain data. */
export interface PartScores {
  /** With held-out ones for the training bags. */
  readonly scores: Float64Array;
  /** 1 for a held-out score. */
  readonly heldOut: Uint8Array;
  readonly seen: PartSeen;
  readonly instances: readonly ScoredInstances[] | undefined;
  readonly reasons: readonly BagExplanation[] | undefined;
}

/** The bags as plain data. */
export function partData(bags: BagSet): PartData {
  const { data, offsets, ids, labels, features } = bags.parts();
  return { data, offsets, ids, labels, features };
}

/**
 * Scores a part of a file: the same for each bag as `model.predict` of the whole file. `head` are the first
 * bags of the file, see `trainingBagsSoFar`.
 */
export function scorePart(
  model: Model,
  head: BagSet,
  { part, first, wanted }: Omit<Extract<PartJob, { kind: "score" }>, "kind">,
): PartScores {
  const bags = BagSet.own(part, { distinct: true });
  const seen = trainingBagsSoFar(model, bags, { head, first });
  const answers = model.predict(bags, { heldOut: true, seen: seen.seen });
  return {
    scores: Float64Array.from(answers, ({ score }) => score),
    heldOut: Uint8Array.from(answers, ({ heldOut }) => (heldOut ? 1 : 0)),
    seen,
    instances: wanted.instances ? (model.instances(bags) ?? []) : undefined,
    reasons: wanted.reasons && [...explainEach(model, bags, wanted.reasons)],
  };
}

/** Explains some bags. Their numbers count from the first of them. */
export function explainPart(
  model: Model,
  { part, features, scores }: Omit<Extract<PartJob, { kind: "explain" }>, "kind">,
): BagExplanation[] {
  return [...explainEach(model, BagSet.own(part, { distinct: true }), { features, scores })];
}

/** What becomes of a unit of work. `head`: see `trainingBagsSoFar`. */
export function doPart(model: Model, head: BagSet, job: PartJob): PartScores | readonly object[] | Float64Array {
  if (job.kind === "own") return model.scores(BagSet.own(job.part, { distinct: true }));
  return job.kind === "score" ? scorePart(model, head, job) : explainPart(model, job);
}
