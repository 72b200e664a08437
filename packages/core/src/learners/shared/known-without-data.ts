import type { ModelCard } from "../../model/model.js";
import { startingBelief } from "../../prior/belief/belief.js";
import { applyKnowledge, knowledgeOf } from "../../prior/belief/known-prior.js";
import type { UsedPrior } from "../../prior/belief/used-prior.js";
import { labelledShare, scenarioIn } from "../../scores/scenario.js";
import { believedPrior } from "./card-parts.js";

/** What is known about the prior if the data say nothing: what you gave, or the starting belief. */
export function knownWithoutData({ options, training }: ModelCard, prior: UsedPrior): UsedPrior {
  if (prior.method === "given" || prior.method === "audit") return prior;
  // Only a learner with a distribution over the prior takes what you know about it.
  const knowledge = prior.belief === undefined ? {} : knowledgeOf(options);
  const labelled = labelledShare(training, scenarioIn(options));
  return believedPrior(applyKnowledge(startingBelief(), knowledge, { labelled }), knowledge, { source: null });
}
