import type { BagSet } from "@bagwise/core/bags";
import { breathing, count, type Note } from "@bagwise/core/base";
import type { FitContext } from "@bagwise/core/learners";
import type { Certificate, Model } from "@bagwise/core/model";
import { certificateNotes, copiesApart, nothingHeldOut } from "@bagwise/core/training";
import { signedFolds } from "../signed-folds.js";
import type { Climb, Climbed } from "./climb.js";
import { type ConceptData, conceptData } from "./data.js";
import { type Concept, conceptModel, conceptOf } from "./model.js";
import { nearestDistances, thresholdDistance } from "./nearest.js";
import type { CheckedConceptOptions } from "./options.js";
import { polished } from "./polish.js";
import { type FoundConcept, searchConcepts } from "./search.js";
import { crossFitConcepts, type JudgedLambdas } from "./validation.js";

/** Which method it is. */
interface ConceptMethod {
  readonly learner: string;
  readonly climb: Climb;
}

/**
 * Trains a learner that seeks a concept: chooses lambda on held-out bags, seeks the concept of all
 * bags, and puts the threshold where it divides held-out bags best, or the training bags if nothing
 * can be held out.
 */
export async function trainConcept(
  all: BagSet,
  options: CheckedConceptOptions,
  given: Record<string, unknown>,
  { learner, climb, ...context }: ConceptMethod & FitContext,
): Promise<Model> {
  const { signal, onProgress } = context;
  signal?.throwIfAborted();
  const data = await conceptData(all, options, context.shared);
  const pause = breathing(signal);
  const folds = signedFolds(data, options);
  const judged = folds && (await crossFitConcepts(data, folds, { ...options, climb }, { onProgress, pause }));
  const best = judged?.best;
  const lambda = best?.lambda ?? options.lambda[0];
  const shared = options.scales === "shared";
  const lambdas = [...options.lambda].filter((each) => each >= lambda).sort((a, b) => b - a);
  const path = await searchConcepts(data.sorted, { ...options, climb, lambdas, shared, pause });
  const found = path[path.length - 1];
  const end = polished(data.sorted, found.best.x, { climb, lambda, shared });
  const concept = conceptOf(data, end.x);
  const distances = judged?.chosenDistances ?? nearestDistances(data.sorted, end.x);
  const threshold = thresholdDistance(distances, data.sorted.signs);
  onProgress?.({ step: "training", done: 1, total: 1 });
  signal?.throwIfAborted();
  const certificate = certificateOf(end);
  return conceptModel(data, {
    learner,
    options: given,
    chosen: { lambda, threshold, features: concept.telling.length },
    certificate,
    risks: judged?.judged ?? [],
    reasons: reasonsOf(data, { found, end, best, concept, threshold }),
    concept,
    threshold,
    heldDistances: judged?.distances,
    prior: options.prior,
    notes: [
      ...(best === undefined ? [nothingHeldOut("lambda and the training bags for the threshold")] : []),
      ...copiesApart(data.given, best && folds, context),
      ...certificateNotesOf(certificate, end, found),
    ],
  });
}

/**
 * Nothing proves that a local optimum is the best one. The only bound is 0: no loss and no penalty is
 * negative.
 */
function certificateOf({ value, status, iterations }: Climbed): Certificate {
  const known = { iterations, primalObjective: value, dualObjective: 0 };
  if (status === "invalid") return { ...known, status, relativeGap: Number.POSITIVE_INFINITY };
  return { ...known, status: "local", relativeGap: 1 };
}

function certificateNotesOf(certificate: Certificate, end: Climbed, found: FoundConcept): Note[] {
  if (certificate.status === "invalid")
    return certificateNotes(certificate, { advice: { invalid: "scale the features", inaccurate: "" } });
  const where =
    end.status === "iteration-limit"
      ? `the search was stopped after ${count(end.iterations, "step")}`
      : `the concept is a local optimum, where no entry of the gradient is above ${end.gradientNorm.toExponential(0)}`;
  const message = `the likelihood of a concept has many local optima, and nothing proves that the best was found: ${where}; ${agreement(found)}. More starts may find a better one`;
  return [{ code: "not-convex", message }];
}

function agreement({ agreed, carried, starts }: FoundConcept): string {
  return `of ${count(starts, "start")} ${carried === 1 ? "one" : `the best ${carried}`} went on, and ${agreed} of them ended within 0.1 % of the best loss`;
}

interface Told {
  readonly found: FoundConcept;
  readonly end: Climbed;
  readonly best: JudgedLambdas["best"] | undefined;
  readonly concept: Concept;
  readonly threshold: number;
}

/** What was chosen and why, in sentences. */
function reasonsOf(data: ConceptData, { found, end, best, concept, threshold }: Told): string[] {
  const { features } = data.scaling;
  const named = concept.telling.slice(0, 3).map((j) => features[j]);
  const rounds = end.rounds > 0 ? ` and ${count(end.rounds, "choice")} of responsible instances` : "";
  return [
    ...(best === undefined
      ? []
      : [
          `With lambda ${best.lambda}, ${(100 * best.risk).toFixed(1)} % of the pairs of held-out bags are in the wrong order, the fewest.`,
        ]),
    `The search: ${agreement(found)}. From there the best loss fell from ${found.best.value.toPrecision(6)} to ${end.value.toPrecision(6)} in ${count(end.iterations, "more step")}${rounds}.`,
    `${concept.telling.length} of ${count(features.length, "feature")} matter${named.length === 0 ? "" : `, most of all ${named.join(", ")}`}.`,
    `A bag is called positive if an instance is within the distance ${threshold.toPrecision(4)} of the concept: there the two error rates of ${best === undefined ? "training" : "held-out"} bags have the lowest mean.`,
  ];
}
