import type { BagSet } from "../../bags/bag-set.js";
import type { Note } from "../../base/note.js";
import { startingBelief } from "../../prior/belief/belief.js";
import {
  compareScores,
  compareWithAudit,
  priorNotes,
  type ScoreComparison,
  scoreNotes,
} from "../../prior/belief/fair-labels.js";
import { applyKnowledge, type KnownPrior } from "../../prior/belief/known-prior.js";
import type { Trust } from "../../prior/belief/trust.js";
import { type ScoreMixture, scoreMixture } from "../../prior/mixture/score-mixture.js";
import { allScores, type BagScores, bagScores } from "../../scores/bag-scores.js";
import type { KnownRows } from "./fitted-bags.js";

/** What the mixture of held-out scores depends on besides the scores. */
export interface MixtureData {
  /**
   * The share of bags of each kind left when copies, and bags of one group, count once: bags of one
   * patient are not independent.
   */
  readonly distinct: { readonly positive: number; readonly unlabeled: number; readonly negative: number };
  /** How far to trust what scores say about the prior. */
  readonly trust: Trust;
  /** The log-likelihood of the prior by propensities, instead of the scores; undefined without. */
  readonly byPropensity: Float64Array | undefined;
}

const NOTHING = bagScores({ positive: [], unlabeled: [] });

/** What held-out scores say about the prior and the bags; nothing if no bag could be held out. */
export function mixtureOf(
  { distinct, byPropensity, trust: usual }: MixtureData,
  held: BagScores | undefined,
  trust: Trust = usual,
): ScoreMixture {
  return scoreMixture(held ?? NOTHING, { distinct, trust, instead: trust === usual ? byPropensity : undefined });
}

/** Training bags whose mixture an audit may change. */
interface AuditedData extends MixtureData {
  readonly bags: BagSet;
  readonly rows: KnownRows;
  /** The share of labelled positives in the sample that the prior is about; 0 for two samples. */
  readonly labelled: number;
}

/** What an audit makes of the mixture. */
interface Audited {
  readonly mixture: ScoreMixture;
  /** Held-out scores of labelled positives against those that reviewers found. */
  readonly comparison: ScoreComparison | null;
  readonly notes: readonly Note[];
}

/**
 * The mixture after an audit, beside which scores count less. If the positives that reviewers found
 * score otherwise than the labelled ones, or if labelled positives would not make one expect the
 * audit, they are no fair sample of all positives. Scores then say nothing about the prior, and notes
 * say so. A lower bound and propensities stay what they are.
 */
export function auditedMixture(
  data: AuditedData,
  { held, mixture }: { readonly held: BagScores | undefined; readonly mixture: ScoreMixture },
  { audit, ...others }: KnownPrior,
  found: ReadonlySet<string> = new Set(),
): Audited {
  if (audit === undefined || held === undefined || others.value !== undefined || mixture.notes.length > 0)
    return { mixture, comparison: null, notes: [] };
  const { labelled } = data;
  const before = mixture.posterior(applyKnowledge(startingBelief(), others, { labelled }));
  const scores = allScores(held);
  const isFound = (row: number) => found.has(data.bags.idOf(row));
  const comparison = compareScores(
    Array.from(
      data.rows.positive.filter((row) => !isFound(row)),
      (row) => scores[row],
    ),
    Array.from(scores, (score, row) => ({ score, row })).filter(({ row }) => isFound(row)),
  );
  const notes = [...scoreNotes(comparison), ...priorNotes(compareWithAudit(before, audit, { labelled }), audit)];
  if (notes.length > 0) return { mixture: mixtureOf(data, held, "none"), comparison, notes };
  const byScores = data.trust === "full" && data.byPropensity === undefined;
  return { mixture: byScores ? mixtureOf(data, held, "beside-audit") : mixture, comparison, notes };
}
