import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { Model } from "../../model/model.js";
import { knowledgeNotes } from "../../prior/belief/knowledge-notes.js";
import type { KnownPrior } from "../../prior/belief/known-prior.js";
import type { ScoreMixture } from "../../prior/mixture/score-mixture.js";
import { applyLink } from "../../scorers/link.js";
import type { PriorBelief } from "../../scores/prior-belief.js";
import { separationOf } from "../../scores/separation.js";
import type { FitContext } from "../learner.js";
import { believedPrior, certificateNotes } from "../shared/card-parts.js";
import { knownBags } from "../shared/known-bags.js";
import type { AutoData } from "./data.js";
import { LAMBDA } from "./fit.js";
import type { CheckedAutoOptions } from "./options.js";
import type { Chosen, FittedRanking } from "./ranking.js";
import { tellingSummaries } from "./telling.js";
import { reasonsOf } from "./words.js";

/** What a training has found. */
interface Trained {
  readonly data: AutoData;
  /** What is believed about the prior before any score is seen. */
  readonly start: PriorBelief;
  readonly chosen: Chosen;
  readonly mixture: ScoreMixture;
  /** That the labelled positives are no fair sample, if so. */
  readonly unfair: readonly Note[];
  readonly ranking: FittedRanking;
  readonly knowledge: KnownPrior;
  readonly options: CheckedAutoOptions;
  readonly given: Record<string, unknown>;
  readonly propensities: FitContext["propensities"];
}

/** The model: the ranking with its link to log-odds, and a card that says what was found and how sure it is. */
export function modelOf(trained: Trained): Model {
  const { data, start, chosen, mixture, unfair, ranking, knowledge, options, given, propensities } = trained;
  const { held, known } = chosen;
  const belief = mixture.posterior(start);
  const { ranges, ...link } = mixture.link(start);
  const told = mixture.notes.length === 0 && unfair.length === 0 && mixture.doubt < 1;
  const source = data.byPropensity === undefined ? "held-out scores" : "propensities";
  const prior = believedPrior(belief, knowledge, { source: told ? source : null, ranges });
  const answers =
    held === undefined
      ? undefined
      : {
          ...held,
          positive: applyLink(link, held.positive),
          unlabeled: applyLink(link, held.unlabeled),
          negative: applyLink(link, held.negative),
        };
  const heldOut = answers ?? null;
  const { ratio, iterations, heaviest } = ranking;
  const { status, primalObjective, dualObjective, relativeGap } = ratio;
  const { positive, unlabeled, negative } = data.rows;
  const negatives = negative.length === 0 ? {} : { negative: negative.length };
  // Of ranking values, as `studyPrior` has them: log-odds would give another p.
  const separated = held === undefined ? null : separationOf(held);
  const telling = tellingSummaries(data, options.seed);
  const worth = held === undefined ? null : mixture.worth(start);
  const words = reasonsOf({
    data,
    telling,
    known,
    chosen,
    heaviest,
    trees: options.trees,
    answers,
    prior,
    knowledge,
    worth,
  });
  return new Model({
    card: {
      learner: "auto",
      bagwise: version,
      options: given,
      kernel: null,
      prior,
      chosen: {
        lambda: LAMBDA,
        features: telling?.found ?? 0,
        folds: data.folds?.folds ?? 0,
        ...(data.views && chosen.weights.length > 1 && { viewsWeight: chosen.weights[data.blocks ? 1 : 0] }),
        ...(data.views && data.blocks && chosen.weights.length > 1 && { blocksWeight: chosen.weights[0] }),
        decision: words.decision,
        ...(worth && { givenUp: worth.known - worth.right }),
        ...(negative.length === 0 ? {} : { negativeWeight: known.weight }),
      },
      certificate: { status, iterations, primalObjective, dualObjective, relativeGap },
      risks: [],
      measures: null,
      ...(separated && { separation: separated }),
      ...(telling && { telling }),
      // The score already is the log-odds.
      calibration: { slope: 1, intercept: 0 },
      bound: null,
      training: {
        positive: positive.length,
        unlabeled: unlabeled.length,
        ...negatives,
        instances: data.bags.instances,
        centres: data.centres.length,
        dataHash: data.dataHash,
      },
      reasons: words.reasons,
      notes: [
        ...data.notes,
        // If nothing was held out, the words say so.
        ...(held === undefined ? [] : mixture.notes),
        ...unfair,
        ...labelNotes(data, propensities),
        ...knowledgeNotes(knowledge, { labelled: data.labelled }),
        ...words.notes,
        ...certificateNotes(ratio, {
          advice: { invalid: "scale the features", inaccurate: "the ranking is still that of the solution found" },
        }),
      ],
    },
    scaling: data.scaling,
    scorer: ranking.scorer(link),
    ...knownBags(data.bags, heldOut),
  });
}

/** Notes on how the labelled positives were picked, if you said so. */
export function labelNotes({ trust, byPropensity }: AutoData, propensities: FitContext["propensities"]): Note[] {
  if (trust === "lower-bound") {
    const message =
      "the easiest positives were labelled, as you said: the labels give a lower bound on the prior, and recall and AUC are those of easy positives, so they are too good";
    return [{ code: "labelled-easiest", message }];
  }
  if (byPropensity === undefined || propensities === undefined) return [];
  const positives = [...propensities.values()].reduce((sum, propensity) => sum + 1 / propensity, 0);
  const message = `the prior comes from the propensities: ${count(propensities.size, "labelled positive stands", "labelled positives stand")} for about ${Math.round(positives)} positive bags. It is as good as the propensities are. Ranking, recall and AUC do not use them`;
  return [{ code: "propensity-used", message }];
}
