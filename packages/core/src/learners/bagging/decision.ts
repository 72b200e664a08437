import type { Note } from "../../base/note.js";
import { startingBelief } from "../../prior/belief/belief.js";
import { knowledgeNotes } from "../../prior/belief/knowledge-notes.js";
import { applyKnowledge, type KnownPrior } from "../../prior/belief/known-prior.js";
import type { UsedPrior } from "../../prior/belief/used-prior.js";
import { applyLink, type Link } from "../../scorers/link.js";
import type { BagScores } from "../../scores/bag-scores.js";
import { believedPrior, givenPriorCard } from "../shared/card-parts.js";
import { decisionWords } from "../shared/decision-words.js";
import { auditedMixture, mixtureOf } from "../shared/held-out-mixture.js";
import { signedCalibration } from "../shared/signed-calibration.js";
import type { BaggingData } from "./data.js";

/** How votes become log-odds. */
export interface Decision {
  readonly link: Link;
  readonly prior: UsedPrior | null;
  /** Held-out log-odds; null if nothing was held out. */
  readonly heldOut: BagScores | null;
  /** Whether the scores are log-odds that can be read as probabilities. */
  readonly calibrated: boolean;
  readonly word: string;
  readonly reasons: readonly string[];
  readonly notes: readonly Note[];
}

/**
 * Turns held-out votes into a decision: with unlabeled bags as `auto` does, by the mixture of held-out
 * scores and what is known about the prior; with known negatives alone by the labels themselves.
 */
export function decide(
  data: BaggingData,
  held: BagScores | null,
  { knowledge, found }: { readonly knowledge: KnownPrior; readonly found: ReadonlySet<string> | undefined },
): Decision {
  return data.counts.unlabeled === 0 ? byLabels(held, knowledge) : byMixture(data, held, knowledge, found);
}

function byMixture(
  data: BaggingData,
  held: BagScores | null,
  knowledge: KnownPrior,
  found: ReadonlySet<string> | undefined,
): Decision {
  const { labelled } = data;
  const start = applyKnowledge(startingBelief(), knowledge, { labelled });
  const chosen = { held: held ?? undefined, mixture: mixtureOf(data, held ?? undefined) };
  const { mixture, notes: unfair } = auditedMixture(data, chosen, knowledge, found);
  const told = mixture.notes.length === 0 && unfair.length === 0 && mixture.doubt < 1;
  const { ranges, ...link } = mixture.link(start);
  const prior = believedPrior(mixture.posterior(start), knowledge, { source: told ? "held-out scores" : null, ranges });
  const heldOut = held && linked(held, link);
  const words = decisionWords({ data, answers: heldOut ?? undefined, prior, knowledge });
  return {
    link,
    prior,
    heldOut,
    calibrated: true,
    word: words.decision,
    reasons: words.reasons,
    notes: [
      ...(held === null ? [] : mixture.notes),
      ...unfair,
      ...knowledgeNotes(knowledge, { labelled }),
      ...words.notes,
    ],
  };
}

/** The least rise of a link between votes of none and of all. */
const LEAST_RISE = 1e-9;

/** Without held-out votes a bag is positive from half of the votes on. */
const HALF: Link = { knots: Float64Array.of(0, 1), values: Float64Array.of(-1, 1) };

function byLabels(held: BagScores | null, { value }: KnownPrior): Decision {
  const calibration = signedCalibration(held, value);
  const sigmoid = calibration !== null && "slope" in calibration ? calibration : null;
  const link = sigmoid === null ? HALF : lineOf(sigmoid);
  const message = "there are too few bags to hold any out: they are ranked, but how well is unknown";
  return {
    link,
    prior: value === undefined ? null : givenPriorCard(value),
    heldOut: held && linked(held, link),
    calibrated: sigmoid !== null,
    word: sigmoid === null ? "half of the votes" : "by-score",
    reasons: [
      sigmoid === null
        ? "Decision: a bag is called positive if at least half of the votes say so."
        : "Decision: a bag is called positive if that is more likely than not, by a logistic regression of the labels on held-out votes.",
    ],
    notes: held === null ? [{ code: "nothing-held-out", message }] : [],
  };
}

function lineOf({ slope, intercept }: { readonly slope: number; readonly intercept: number }): Link {
  return { knots: Float64Array.of(0, 1), values: Float64Array.of(intercept, intercept + Math.max(slope, LEAST_RISE)) };
}

function linked({ positive, unlabeled, negative, ...rest }: BagScores, link: Link): BagScores {
  const of = (votes: Float64Array) => applyLink(link, votes);
  return { ...rest, positive: of(positive), unlabeled: of(unlabeled), negative: of(negative) };
}
