import type { BagSet } from "@bagwise/core/bags";
import type { BagExplanation } from "@bagwise/core/explain";
import { type ModelCard, RANKING_COLUMNS, type RankedBag, rankingRow } from "@bagwise/core/model";
import { probabilityRange } from "@bagwise/core/prior";
import type { OutputTable } from "@bagwise/files/table";
import { leadingFeature } from "./explain-with-progress.js";
import { shortScore, shortShare, textTable } from "./score-table.js";
import { shortText, shownColumn, withShown } from "./shown.js";

const WITNESS_COLUMNS = ["witness", "witnessInstance", "contribution", "feature", "direction"];

/** The bags of a ranking: those of a set, in their order, and why. */
export interface Ranking {
  readonly ranked: readonly Omit<RankedBag, "index" | "witness">[];
  readonly bags: BagSet;
  readonly reasons: readonly BagExplanation[] | undefined;
}

/** What a ranking shows on a screen. */
interface ScreenOptions {
  /** Whether with scores, and what is known of each bag. Default: true. */
  readonly scores?: boolean;
  /** Whether with probabilities, and their ranges where the model knows some. Default: true. */
  readonly probabilities?: boolean;
  /** Whether with the text that is shown of each bag. Default: true. */
  readonly texts?: boolean;
}

/** A ranking as a table on a screen. */
export function rankingLines(
  { ranked, bags, reasons }: Ranking,
  card: ModelCard,
  { scores = true, probabilities = true, texts = true }: ScreenOptions = {},
): string[] {
  const ofInstances = reasons && shownColumn(bags, "instances");
  const ofBags = texts ? shownColumn(bags, "bags") : undefined;
  const text = ofBags !== undefined && repeatsWitness(bags, ofBags, ofInstances, reasons) ? undefined : ofBags;
  const held = scores && ranked.some(({ heldOut }) => heldOut);
  const ranges =
    probabilities &&
    (card.prior?.belief !== undefined || card.prior?.ranges !== undefined) &&
    ranked.some(({ probability }) => probability !== null);
  const names = [
    ...["rank", "bag"],
    ...(scores ? ["score"] : []),
    ...(probabilities ? ["probability"] : []),
    ...(ranges ? ["range"] : []),
    ...(scores ? ["known"] : []),
    ...(held ? ["held out"] : []),
    ...(reasons === undefined ? [] : ["witness", "contribution", "by", ""]),
    ...[text, ofInstances].flatMap((name) => name ?? []),
  ];
  const rows = ranked.map(({ bag, rank, score, probability, known, heldOut }, k) => [
    ...[String(rank), bag],
    ...(scores ? [shortScore(score)] : []),
    ...(probabilities ? [shortShare(probability)] : []),
    ...(ranges ? [rangeText(probability, card)] : []),
    ...(scores ? [known] : []),
    ...(held ? [heldOut ? "yes" : ""] : []),
    ...(reasons === undefined ? [] : witnessCells(bags, k, reasons[k])),
    ...(text === undefined ? [] : [shortText(bags.shownOf(k, text))]),
    ...(reasons === undefined || ofInstances === undefined
      ? []
      : [shortText(bags.shownOf(k, ofInstances, reasons[k].witness.instance))]),
  ]);
  return textTable(names, rows);
}

function rangeText(probability: number | null, { prior }: ModelCard): string {
  const range = probability === null || prior === null ? null : probabilityRange(probability, prior);
  return range === null ? "-" : `${range.low.toFixed(2)} to ${range.high.toFixed(2)}`;
}

/** Whether the text of every bag holds that of its witness, which says it shorter. */
function repeatsWitness(
  bags: BagSet,
  ofBags: string,
  ofInstances: string | undefined,
  reasons: Ranking["reasons"],
): boolean {
  if (ofInstances === undefined || reasons === undefined) return false;
  return reasons.every(({ witness }, k) =>
    bags.shownOf(k, ofBags).includes(bags.shownOf(k, ofInstances, witness.instance)),
  );
}

/** The instance, its contribution and the feature behind most of it. */
function witnessCells(bags: BagSet, k: number, explanation: BagExplanation): string[] {
  const { instance, contribution, tied } = explanation.witness;
  const leading = leadingFeature(explanation);
  return [
    `${bags.instanceName(k, instance)}${tied ? " (tied)" : ""}`,
    shortScore(contribution),
    leading?.name ?? "",
    leading?.direction ?? "",
  ];
}

/** A ranking as a table for a file. */
export function rankingTable({ ranked, bags, reasons }: Ranking): OutputTable {
  const own = [...RANKING_COLUMNS, ...(reasons === undefined ? [] : WITNESS_COLUMNS)];
  const { columns, texts } = withShown(own, bags, { instances: reasons !== undefined });
  function* rows() {
    for (const [k, each] of ranked.entries()) {
      const reason = reasons?.[k];
      const leading = reason && leadingFeature(reason);
      const because = reason && [
        bags.instanceName(k, reason.witness.instance),
        reason.witness.instance + 1,
        reason.witness.contribution,
        leading?.name ?? null,
        leading?.direction ?? null,
      ];
      yield [...rankingRow(each), ...(because ?? []), ...texts(k, reason?.witness.instance)];
    }
  }
  return { columns, rows: rows() };
}
